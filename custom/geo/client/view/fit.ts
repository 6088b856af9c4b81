import L from 'leaflet'
import { type LatLng, ZOOM } from '../../../geometry/model'

const EDGE_PX = 48
// What is left to see is at least as high as this.
const MIN_SEEN_PX = 160

/** How many pixels of a map its lower panel covers: `--map-covered`, a share of its height, says so. */
function covered_px(map: L.Map): number {
  const share = Number(getComputedStyle(map.getContainer()).getPropertyValue('--map-covered'))
  const { y } = map.getSize()
  return Math.max(0, Math.min(y * (share || 0), y - 2 * EDGE_PX - MIN_SEEN_PX))
}

/** What of a map is seen, without what a panel covers. */
export function seenBounds(map: L.Map): L.LatLngBounds {
  const { x, y } = map.getSize()
  const at = (px: L.PointTuple): L.LatLng => map.containerPointToLatLng(px)
  return L.latLngBounds(at([0, 0]), at([x, y - covered_px(map)]))
}

/** Shows all these places at once, zoomed in no closer than a street map. */
export function fitPlaces(map: L.Map, places: readonly LatLng[], animate = true): void {
  const [first] = places
  if (!first) return
  const bounds = L.latLngBounds(places.map(([lat, lng]) => [lat, lng] as [number, number]))
  map.fitBounds(bounds, {
    paddingTopLeft: [EDGE_PX, EDGE_PX],
    paddingBottomRight: [EDGE_PX, EDGE_PX + covered_px(map)],
    maxZoom: ZOOM.page + 3,
    animate,
  })
}

/** Puts a place into the middle of what is seen. */
export function centreOn(map: L.Map, [lat, lng]: LatLng, zoom: number): void {
  map.setView(map.unproject(map.project([lat, lng], zoom).add([0, covered_px(map) / 2]), zoom), zoom)
}

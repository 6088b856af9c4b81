import L from 'leaflet'
import { type LatLng, ZOOM } from '../../../geometry/model'
import { type Covered, coveredOf, EDGE_PX } from './covered'

/** What panels cover of a map: `--map-covered` of its lower edge, `--map-covered-top` of its upper one. */
function covered_px(map: L.Map): Covered {
  const style = getComputedStyle(map.getContainer())
  return coveredOf(map.getSize().y, {
    share: Number(style.getPropertyValue('--map-covered')),
    top_px: Number.parseFloat(style.getPropertyValue('--map-covered-top')),
  })
}

/** What of a map is seen, without what panels cover. */
export function seenBounds(map: L.Map): L.LatLngBounds {
  const { x, y } = map.getSize()
  const { top, bottom } = covered_px(map)
  const at = (px: L.PointTuple): L.LatLng => map.containerPointToLatLng(px)
  return L.latLngBounds(at([0, top]), at([x, y - bottom]))
}

/** Shows all these places at once, zoomed in no closer than a street map. */
export function fitPlaces(map: L.Map, places: readonly LatLng[], animate = true): void {
  const [first] = places
  if (!first) return
  const { top, bottom } = covered_px(map)
  const bounds = L.latLngBounds(places.map(([lat, lng]) => [lat, lng] as [number, number]))
  map.fitBounds(bounds, {
    paddingTopLeft: [EDGE_PX, EDGE_PX + top],
    paddingBottomRight: [EDGE_PX, EDGE_PX + bottom],
    maxZoom: ZOOM.page + 3,
    animate,
  })
}

/** Puts a place into the middle of what is seen. */
export function centreOn(map: L.Map, [lat, lng]: LatLng, zoom: number): void {
  const { top, bottom } = covered_px(map)
  map.setView(map.unproject(map.project([lat, lng], zoom).add([0, (bottom - top) / 2]), zoom), zoom)
}

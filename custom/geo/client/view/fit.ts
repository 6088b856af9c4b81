import L from 'leaflet'
import { type LatLng, ZOOM } from '../../../geometry/model'
import { besideCorner, coveredOf, EDGE_PX, seenBox } from './covered'

interface CoveredSides {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/**
 * What panels cover of a map: `--map-covered` of its lower edge, `--map-covered-top` of its upper one,
 * `--map-corner-width` and `--map-corner-height` of the lower corner where the lines of writing begin.
 */
function covered_px(map: L.Map): CoveredSides {
  const style = getComputedStyle(map.getContainer())
  const px = (name: string): number => Number.parseFloat(style.getPropertyValue(name))
  const size = map.getSize()
  const covered = coveredOf(size.y, {
    share: Number(style.getPropertyValue('--map-covered')),
    top_px: px('--map-covered-top'),
  })
  const { start, bottom } = besideCorner(size, covered, {
    width: px('--map-corner-width'),
    height: px('--map-corner-height'),
  })
  const isRtl = document.dir === 'rtl'
  return {
    top: covered.top,
    bottom: covered.bottom + bottom,
    left: isRtl ? 0 : start,
    right: isRtl ? start : 0,
  }
}

/** What of a map is seen, without what panels cover. @param pin_px how much room there is to be above a place */
export function seenBounds(map: L.Map, pin_px = 0): L.LatLngBounds {
  const { top, bottom, left, right } = seenBox(map.getSize(), covered_px(map), pin_px)
  const at = (px: L.PointTuple): L.LatLng => map.containerPointToLatLng(px)
  return L.latLngBounds(at([left, top]), at([right, bottom]))
}

/** Shows all these places at once, zoomed in no closer than a street map. */
export function fitPlaces(map: L.Map, places: readonly LatLng[], animate = true): void {
  const [first] = places
  if (!first) return
  const { top, bottom, left, right } = covered_px(map)
  const bounds = L.latLngBounds(places.map(([lat, lng]) => [lat, lng] as [number, number]))
  map.fitBounds(bounds, {
    paddingTopLeft: [EDGE_PX + left, EDGE_PX + top],
    paddingBottomRight: [EDGE_PX + right, EDGE_PX + bottom],
    maxZoom: ZOOM.page + 3,
    animate,
  })
}

/** Puts a place into the middle of what is seen. */
export function centreOn(map: L.Map, [lat, lng]: LatLng, zoom: number): void {
  const { top, bottom, left, right } = covered_px(map)
  const middle = map.project([lat, lng], zoom).add([(right - left) / 2, (bottom - top) / 2])
  map.setView(map.unproject(middle, zoom), zoom)
}

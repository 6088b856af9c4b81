import type { Map as LeafletMap } from 'leaflet'
import type { LatLng } from '../../../geometry/model'

// Nearer to the edge than this share of the map, a place counts as out of sight.
const EDGE = 0.12

/** Moves the map until a place is in the middle of its uncovered part; `covered_px` counts from the lower edge. */
export function bringTo(map: LeafletMap, [lat, lng]: LatLng, zoom: number, covered_px: number): void {
  const middle = map.project([lat, lng], zoom).add([0, covered_px / 2])
  map.setView(map.unproject(middle, zoom), zoom)
}

/** The same at the current zoom, and only when the place is out of sight. */
export function bringPlaceIntoSight(map: LeafletMap, [lat, lng]: LatLng, covered_px: number): void {
  const { x: width, y: height } = map.getSize()
  const { x, y } = map.latLngToContainerPoint([lat, lng])
  const [sides, foot] = [width * EDGE, height - covered_px]
  if (x < sides || x > width - sides || y < height * EDGE || y > foot - foot * EDGE)
    bringTo(map, [lat, lng], map.getZoom(), covered_px)
}

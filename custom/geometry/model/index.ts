// Points, lines, areas and zoom of maps, pure and of no feature.

export { boxIndex, type BoxIndex } from './box-index'
export { type CrossingIndex, crossingIndex } from './crossed-areas'
export { findOverlaps } from './find-overlaps'
export {
  between,
  course_deg,
  distance_m,
  greatCircle_m,
  type LatLng,
  lngLat,
  METRES_PER_DEGREE,
  nearestOnLine,
} from './lat-lng'
export { decodeLine, encodeLine } from './polyline'
export { type Area, boxAround, boundsOfPoints as boxOf } from './ring-geojson'
export { selfCrossings } from './self-crossings'
export { startSquare } from './start-square'
export { DETOUR, type RouteBetween, STRAIGHT_KMH, straightRoute, type TripRoute } from './straight-route'
export { zoneIndex, type ZoneIndex } from './zone-index'
export { ZOOM } from './zoom'

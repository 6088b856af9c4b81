/** A place in degrees, WGS 84: latitude first, as in Leaflet (GeoJSON has longitude first). */
export type LatLng = readonly [lat: number, lng: number]

/** A GeoJSON position, which has longitude first. @throws {Error} when it lacks one of the two */
export function lngLat([lng, lat]: readonly number[]): LatLng {
  if (lng === undefined || lat === undefined) throw new Error('A position needs a longitude and a latitude.')
  return [lat, lng]
}

/** Metres of one degree of latitude: a mean earth of 6,371,008.8 m. */
export const METRES_PER_DEGREE = (Math.PI / 180) * 6_371_008.8

/** Metres east and north of `from`, on a plane, the shorter direction round the earth: good to 0.1 % within a city. */
function offset_m(from: LatLng, to: LatLng): { readonly east: number; readonly north: number } {
  const shrink = Math.cos(((from[0] + to[0]) / 2) * (Math.PI / 180))
  const turn = to[1] - from[1]
  const east = Math.abs(turn) > 180 ? turn - Math.sign(turn) * 360 : turn
  return { east: east * METRES_PER_DEGREE * shrink, north: (to[0] - from[0]) * METRES_PER_DEGREE }
}

export function distance_m(a: LatLng, b: LatLng): number {
  const { east, north } = offset_m(a, b)
  return Math.hypot(east, north)
}

/**
 * Metres on a spherical earth (haversine): right at any distance, at the poles and over the date line, where the plane
 * is not.
 */
export function greatCircle_m(a: LatLng, b: LatLng): number {
  const radians = Math.PI / 180
  const half = (degrees: number): number => Math.sin((degrees * radians) / 2) ** 2
  const chord = half(b[0] - a[0]) + Math.cos(a[0] * radians) * Math.cos(b[0] * radians) * half(b[1] - a[1])
  return 2 * Math.asin(Math.min(1, Math.sqrt(chord))) * (METRES_PER_DEGREE / radians)
}

/** Direction from a to b in whole degrees clockwise from north, 0 to 359. */
export function course_deg(a: LatLng, b: LatLng): number {
  const { east, north } = offset_m(a, b)
  return (Math.round(Math.atan2(east, north) * (180 / Math.PI)) + 360) % 360
}

/** The point at `share` (0 to 1) of the straight line from a to b. */
export const between = (a: LatLng, b: LatLng, share: number): LatLng => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
]

/** The point of the straight line a-b nearest to `place`, and its distance. */
export function nearestOnLine(
  place: LatLng,
  a: LatLng,
  b: LatLng,
): { readonly point: LatLng; readonly distance_m: number } {
  const offset = offset_m(a, b)
  const at = offset_m(a, place)
  const length2 = offset.east ** 2 + offset.north ** 2
  const share =
    length2 === 0 ? 0 : Math.min(1, Math.max(0, (at.east * offset.east + at.north * offset.north) / length2))
  const point = between(a, b, share)
  return { point, distance_m: distance_m(place, point) }
}

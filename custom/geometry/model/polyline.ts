import polyline from '@mapbox/polyline'
import type { LatLng } from './lat-lng'

/**
 * A line as text (Encoded Polyline Algorithm Format).
 * @param precision decimals of a degree: 5 for Google and this system's wire, 6 for OSRM's `polyline6`
 */
export const encodeLine = (points: readonly LatLng[], precision = 5): string =>
  polyline.encode(
    points.map(([lat, lng]): [number, number] => [lat, lng]),
    precision,
  )

/** The points of an encoded line. @throws {RangeError} when the text is not a line, or has points outside the earth */
export function decodeLine(text: string, precision = 5): readonly LatLng[] {
  // The library ignores foreign characters and a cut end, and returns nonsense.
  if (!/^(?:(?:[_-~]*[?-^]){2})*$/.test(text)) throw new RangeError('This is no encoded line.')
  const points = polyline.decode(text, precision)
  if (points.some(([lat, lng]) => !(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)))
    throw new RangeError('This line leads off the earth.')
  return points
}

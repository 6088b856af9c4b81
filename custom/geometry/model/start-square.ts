import { METRES_PER_DEGREE, type LatLng } from './lat-lng'

/** How far a new area extends to each side of the centre, in the company's unit of distance (spec 1 §9). */
const REACH = 10
const METRES: { readonly [unit: string]: number } = { m: 1, km: 1000, mi: 1609.344 }

/** The square that a new area starts with: its four corners, in drawing order. */
export function startSquare([lat, lng]: LatLng, unit: string): readonly LatLng[] {
  const north = (REACH * (METRES[unit] ?? 1000)) / METRES_PER_DEGREE
  const east = north / Math.max(0.01, Math.cos((lat * Math.PI) / 180))
  return [
    [lat + north, lng - east],
    [lat + north, lng + east],
    [lat - north, lng + east],
    [lat - north, lng - east],
  ]
}

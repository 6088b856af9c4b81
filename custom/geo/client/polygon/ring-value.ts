import { crossingSides, isRing, type Json, roundDegrees } from '#engine/model'
import type { LatLng } from '../../../geometry/model'

/** The value of a polygon field as places; none while it is empty or half typed. */
export const ringOfValue = (value: Json): readonly LatLng[] =>
  isRing(value) ? value.map(({ lat, lng }): LatLng => [lat, lng]) : []

// Six decimals of a degree are 11 cm: more precise than a hand can point.
export const valueOfRing = (ring: readonly LatLng[]): Json =>
  ring.map(([lat, lng]) => ({ lat: six(lat), lng: six(lng) }))
const six = (degrees: number): number => roundDegrees(Math.round(degrees * 1e6) / 1e6)

/** The two sides that cross, as lines to be marked; none when the area is valid. */
export function wrongSides(ring: readonly LatLng[]): readonly (readonly [LatLng, LatLng])[] {
  const sides = ring.length > 2 ? crossingSides(ring.map(([lat, lng]) => ({ lat, lng }))) : null
  return (sides ?? []).flatMap((side) => {
    const [from, to] = [ring[side - 1], ring[side % ring.length]]
    return from && to ? [[from, to] as const] : []
  })
}

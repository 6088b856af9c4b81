import { distance_m, type LatLng } from '../../geometry/model'
import { STREETS, type Street } from './streets'

/** One straight piece of a street. */
interface StreetLeg {
  readonly street: Street
  readonly from: LatLng
  readonly to: LatLng
  readonly length_m: number
}

/** Every straight piece of every street, for drawing random places and finding the nearest street. */
export const STREET_LEGS: readonly StreetLeg[] = STREETS.flatMap((street) =>
  street.points.slice(1).map((to, i) => {
    const from = street.points[i] ?? to
    return { street, from, to, length_m: distance_m(from, to) }
  }),
)

import { districtNear } from './district-at'
import { between, course_deg } from '../../geometry/model'
import { STREET_LEGS } from './street-legs'

/** A place on a street, with the direction in which a vehicle there would be driving. */
interface StreetPlace {
  readonly lat: number
  readonly lng: number
  /** Degrees clockwise from north, 0 to 359, along the street. */
  readonly course: number
  readonly street: string
  readonly district: string
}

const TOTAL_M = STREET_LEGS.reduce((sum, leg) => sum + leg.length_m, 0)

/**
 * A random place on a street of Lima, every metre of street equally likely.
 * @param random numbers in [0, 1); the same numbers give the same place
 * @returns coordinates rounded to six decimals, in either direction of the street
 */
export function randomStreetPlace(random: () => number): StreetPlace {
  let rest_m = random() * TOTAL_M
  const leg = STREET_LEGS.find(({ length_m }) => (rest_m -= length_m) < 0) ?? STREET_LEGS[STREET_LEGS.length - 1]
  if (!leg) throw new Error('There are no streets to stand on.')
  const [lat, lng] = between(leg.from, leg.to, Math.min(1, Math.max(0, 1 + rest_m / leg.length_m)))
  const course = random() < 0.5 ? course_deg(leg.from, leg.to) : course_deg(leg.to, leg.from)
  return {
    lat: round6(lat),
    lng: round6(lng),
    course,
    street: leg.street.name,
    district: districtNear([lat, lng]) ?? 'Lima',
  }
}

const round6 = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

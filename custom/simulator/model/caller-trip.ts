import { type DemoStop, homeStop, knownStops, pick, type Random } from '../../demo/model'
import { distance_m, type LatLng } from '../../geometry/model'
import type { Ring } from './caller-mind'

type CallerTrip = readonly [from: DemoStop, to: DemoStop]

/**
 * Metres: what a car drives during a search; how near a free car must be unless it is a booking; and how long rides
 * are.
 */
const MEANWHILE_M = 300
const SOMEBODY_NEAR_M = 3000
const SHORT_M = [350, 800] as const
const USUAL_M = [1500, 6500] as const
/** How many places are tried until one suits. */
const TRIES = 60

interface TripArea {
  /** Where free cars are. */
  readonly free: readonly LatLng[]
  /** Where the caller goes from and to. */
  readonly places: readonly DemoStop[]
  /** How far away drivers are searched for. */
  readonly radius_m: number
}

/**
 * From where to where a caller wants to go: mostly between their own places, sometimes elsewhere.
 * @returns null: there is no such trip now
 */
export function callerTrip(how: Ring, { free, places, radius_m }: TripArea, random: Random): CallerTrip | null {
  const away_m = (stop: DemoStop): number => Math.min(...free.map((car) => distance_m(car, pointOf(stop))))
  const homes = Array.from({ length: TRIES }, () => homeStop(random))
  const some = [...places, ...homes.slice(0, 20), ...knownStops()]
  if (how === 'far') {
    const from = homes.reduce((best, stop) => (away_m(stop) > away_m(best) ? stop : best))
    return away_m(from) < radius_m + MEANWHILE_M ? null : [from, asFar(from, some, USUAL_M, random)]
  }
  if (how === 'near') {
    const from = homes.reduce((best, stop) => (away_m(stop) < away_m(best) ? stop : best))
    return [from, asFar(from, [...homes, ...knownStops()], SHORT_M, random)]
  }
  const own = places.length > 1 && random() < 0.6 ? pick(random, places) : null
  const suits = (stop: DemoStop): boolean => how === 'booking' || away_m(stop) < SOMEBODY_NEAR_M
  const from = own && suits(own) ? own : Array.from({ length: TRIES }, () => pick(random, some)).find(suits)
  return from ? [from, asFar(from, own ? [...places, ...some] : some, USUAL_M, random)] : null
}

/** A place at a distance within the bounds, else the one closest to their middle. */
function asFar(
  from: DemoStop,
  places: readonly DemoStop[],
  [least, max]: readonly [number, number],
  random: Random,
): DemoStop {
  const others = places.filter((stop) => distance_m(pointOf(from), pointOf(stop)) > 200)
  const within = others.filter((stop) => {
    const metres = distance_m(pointOf(from), pointOf(stop))
    return metres >= least && metres <= max
  })
  if (within.length > 0) return pick(random, within)
  const off = (stop: DemoStop): number => Math.abs(distance_m(pointOf(from), pointOf(stop)) - (least + max) / 2)
  return others.reduce((best, stop) => (off(stop) < off(best) ? stop : best))
}

const pointOf = ({ lat, lng }: DemoStop): LatLng => [lat, lng]

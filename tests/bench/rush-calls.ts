import { randomInteger, pick, randomFrom, type Random } from '../../custom/demo/model/random'
import { homeStop, knownStops, type DemoStop } from '../../custom/demo/model/trips'
import { distance_m } from '../../custom/geometry/model/lat-lng'

/** Somebody who rings in a rush, and what they want. */
export interface RushCall {
  readonly at_s: number
  readonly digits: string
  readonly name: string
  readonly from: DemoStop
  readonly to: DemoStop
  /** Minutes ahead; null: for now. */
  readonly booked_min: number | null
  /** Whose car is not at the door so long after they rang calls it off. */
  readonly patience_s: number
}

const TRIP_M = [1_500, 6_500] as const
const BOOKED = 0.12
/** Far enough ahead for a product that asks for half an hour. */
const BOOKED_MIN = [36, 44] as const
const PATIENCE_S = [720, 1_500] as const

/** The calls of a rush: more in its middle than at its ends, bookings in its first part. A seed has its calls. */
export function rushCalls(seed: number, count: number, lasts_s: number): readonly RushCall[] {
  const random = randomFrom(seed)
  // The mean of two is densest in the middle.
  const times = Array.from({ length: count }, () => Math.round(((random() + random()) / 2) * lasts_s)).sort(rising)
  return times.map((at_s, at) => {
    const [from, to] = tripOf(random)
    const isBooking = random() < BOOKED && at_s + BOOKED_MIN[1] * 60 < lasts_s
    const digits = `9${String(seed % 100).padStart(2, '0')}${String(100_000 + at * 7).slice(-6)}`
    return {
      at_s,
      digits,
      name: `Hora Punta ${at + 1}`,
      from,
      to,
      booked_min: isBooking ? randomInteger(random, ...BOOKED_MIN) : null,
      patience_s: randomInteger(random, ...PATIENCE_S),
    }
  })
}

const rising = (one: number, other: number): number => one - other

function tripOf(random: Random): readonly [DemoStop, DemoStop] {
  const away = (one: DemoStop, other: DemoStop): number => distance_m([one.lat, one.lng], [other.lat, other.lng])
  for (;;) {
    const from = homeStop(random)
    const to = random() < 0.5 ? homeStop(random) : pick(random, knownStops())
    if (away(from, to) >= TRIP_M[0] && away(from, to) <= TRIP_M[1]) return [from, to]
  }
}

/** What became of a call. */
export interface RushEnd {
  readonly end: 'ridden' | 'open' | 'lost' | 'unsaved'
  /** From the ring, or from the time of the booking, until the car was at the door; of who has none until the end. */
  readonly waited_s: number
}

interface RushFigures {
  readonly calls: number
  readonly lost: number
  readonly unsaved: number
  readonly median_s: number
  readonly p90_s: number
  readonly longest_s: number
  /** How many waited longer than a quarter of an hour, or in vain. */
  readonly long: number
}

const LONG_S = 900

/** The figures of a rush: waiting of whoever got a car or still waits for one, and how many did not. */
export function rushFigures(ends: readonly RushEnd[]): RushFigures {
  const served = ends.filter(({ end }) => end === 'ridden' || end === 'open')
  const waits = served.map(({ waited_s }) => waited_s).sort(rising)
  const at = (share: number): number => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0
  const count = (end: RushEnd['end']): number => ends.filter((one) => one.end === end).length
  return {
    calls: ends.length,
    lost: count('lost'),
    unsaved: count('unsaved'),
    median_s: at(0.5),
    p90_s: at(0.9),
    longest_s: at(1),
    long: waits.filter((wait) => wait > LONG_S).length + count('lost'),
  }
}

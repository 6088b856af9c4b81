import type { RideEnd } from './shadow-day'

/** What a day came to. Seconds, metres; null: there was nothing to measure. */
export interface Measures {
  readonly rides: number
  readonly served: number
  readonly gave_up: number
  readonly unserved: number
  /** From being asked for to the pick-up, of rides for now that were served. */
  readonly wait_mean_s: number | null
  readonly wait_median_s: number | null
  readonly wait_p90_s: number | null
  /** Bookings whose driver came later than allowed. */
  readonly late: number
  /** Driven to pick-ups without a passenger, over the rides of which it is known: how many these are. */
  readonly empty_m: number
  readonly empty_of: number
  readonly refusals: number
}
export type MeasureName = keyof Measures

const HOURS = 24

export function measureDay(ends: readonly RideEnd[], late_s: number): Measures {
  const of = (end: RideEnd['end']): number => ends.filter((one) => one.end === end).length
  const waits = ends
    .flatMap(({ scheduled, wait_s }) => (scheduled || wait_s === null ? [] : [wait_s]))
    .sort((a, b) => a - b)
  const empty = ends.flatMap(({ empty_m }) => (empty_m === null ? [] : [empty_m]))
  return {
    rides: ends.length,
    served: of('served'),
    gave_up: of('gave_up'),
    unserved: of('unserved'),
    wait_mean_s: mean(waits),
    wait_median_s: quantile(waits, 0.5),
    wait_p90_s: quantile(waits, 0.9),
    late: ends.filter(({ scheduled, wait_s }) => scheduled && wait_s !== null && wait_s > late_s).length,
    empty_m: empty.reduce((sum, one) => sum + one, 0),
    empty_of: empty.length,
    refusals: ends.reduce((sum, { refusals }) => sum + refusals, 0),
  }
}

/** The mean wait of rides for now by the hour in which they were asked for; null: none. */
export function waitsByHour(ends: readonly RideEnd[], hourOf: (at_ms: number) => number): readonly (number | null)[] {
  const hours = Array.from({ length: HOURS }, (): number[] => [])
  for (const { scheduled, wait_s, asked_ms } of ends)
    if (!scheduled && wait_s !== null) hours[hourOf(asked_ms)]?.push(wait_s)
  return hours.map(mean)
}

/** Mean and spread of one measure over several drives of a day. */
export interface Spread {
  readonly mean: number | null
  readonly sd: number
}

export function spreadOf(values: readonly (number | null)[]): Spread {
  const known = values.flatMap((value) => value ?? [])
  const middle = mean(known)
  if (middle === null) return { mean: null, sd: 0 }
  const sd =
    known.length < 2 ? 0 : Math.sqrt(known.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (known.length - 1))
  return { mean: middle, sd }
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length

/** The value that this share of them does not pass; they are in order. */
const quantile = (sorted: readonly number[], share: number): number | null =>
  sorted.length === 0 ? null : (sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? null)

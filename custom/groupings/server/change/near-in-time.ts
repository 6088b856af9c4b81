import { HOUR_MS, wrong } from '#engine/model'
import type { GroupingRide } from '../read/read-rides'

/**
 * Rides so long before or after all of the grouping's own are none of its: the vehicle would stand, or somebody sit in
 * it, for hours.
 */
export const AROUND_H = 2
/** A route for more than these nobody looks over any more, and no optimiser ends in time. */
const MAX_RIDES = 100

type Timed = Pick<GroupingRide, 'id' | 'date_scheduled' | 'state'>

const timesOf = (rides: readonly Timed[]): readonly number[] =>
  rides.flatMap(({ date_scheduled, state }) =>
    date_scheduled === null || state === 'canceled' ? [] : [Date.parse(date_scheduled)],
  )

/** From the first to the last booked moment of rides, ISO 8601 UTC; null: nobody has booked. */
export function bookedSpan(rides: readonly Timed[]): { readonly first: string; readonly last: string } | null {
  const times = timesOf(rides)
  return times.length === 0
    ? null
    : { first: new Date(Math.min(...times)).toISOString(), last: new Date(Math.max(...times)).toISOString() }
}

/** @throws {AppError} VALIDATION when they are too many for one grouping, or one is hours away from the others */
export function assertBelongs(rides: readonly Timed[], joins: readonly Timed[]): void {
  if (rides.filter(({ state }) => state !== 'canceled').length + joins.length > MAX_RIDES)
    throw wrong('id_service', 'groupings.too_many', { max: MAX_RIDES })
  const around_ms = AROUND_H * HOUR_MS
  const sorted = joins
    .filter((ride) => timesOf([ride]).length > 0)
    .toSorted((a, b) => Date.parse(a.date_scheduled ?? '') - Date.parse(b.date_scheduled ?? ''))
  let [first, last] = [Math.min(...timesOf(rides)), Math.max(...timesOf(rides))]
  // Each that is near lets the next be a little further away, on either side.
  const near = (ride: Timed): boolean => {
    const at_ms = Date.parse(ride.date_scheduled ?? '')
    if (first !== Infinity && (at_ms < first - around_ms || at_ms > last + around_ms)) return false
    ;[first, last] = [Math.min(first, at_ms), Math.max(last, at_ms)]
    return true
  }
  const far = sorted
    .filter((ride) => !near(ride))
    .toReversed()
    .find((ride) => !near(ride))
  if (far) throw wrong('id_service', 'groupings.other_time', { id: far.id, hours: AROUND_H })
}

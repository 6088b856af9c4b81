import type { GroupingStop } from '../../model/grouping-wire'
import type { GroupingRide } from './read-rides'

/**
 * The stops of a route in their order: what was driven by when it was reached, then the stored order, then who has no
 * place in it yet.
 */
export function orderStops(rides: readonly GroupingRide[]): readonly GroupingStop[] {
  const all = rides.filter(({ state }) => state !== 'canceled').flatMap(({ stops }) => stops)
  const driven = all
    .filter(({ date_reached }) => date_reached !== null)
    .sort((a, b) => (a.date_reached ?? '').localeCompare(b.date_reached ?? '') || placeOf(a) - placeOf(b))
  const open = all.filter(({ date_reached }) => date_reached === null)
  const placed = open.filter(({ position }) => position !== null).sort((a, b) => placeOf(a) - placeOf(b))
  return [...driven, ...placed, ...open.filter(({ position }) => position === null)].map(
    ({ position: _position, ...stop }) => stop,
  )
}

const placeOf = ({ position }: { readonly position: number | null }): number => position ?? Infinity

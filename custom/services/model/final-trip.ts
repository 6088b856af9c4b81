import type { FareTrip } from '../../fares/model'

/** What a ride was, as opposed to what was agreed. */
interface RideFacts {
  /** Metres and seconds by the driver's phone; null: it reported too little. */
  readonly tracked: { readonly distance_m: number; readonly duration_s: number } | null
  /** Seconds waited at each stop, in their order. */
  readonly waits_s: readonly number[]
  /** Minutes. */
  readonly pauses: readonly { readonly minutes: number }[]
  /** Paid during the ride; null: those that were agreed. */
  readonly tolls: readonly { readonly id: number | null; readonly name: string; readonly price: number }[] | null
}

/**
 * The trip that is charged in the end. Where the price was agreed (`keep`), or the phone reported too little, the
 * agreed route counts; waits, pauses and tolls are those of the ride.
 */
export function finalTrip(agreed: FareTrip, facts: RideFacts, keep: boolean): FareTrip {
  const route = keep || facts.tracked === null ? agreed : wayThere(agreed, facts.tracked)
  return {
    ...agreed,
    distance_m: route.distance_m,
    duration_s: route.duration_s,
    stops: agreed.stops.map((stop, i) => ({ ...stop, wait_s: facts.waits_s[i] ?? stop.wait_s })),
    // What an operator put in by hand stays, whatever the driver reports.
    pauses: [...agreed.pauses.filter(byHand), ...facts.pauses.map(({ minutes }) => ({ minutes, price: null }))],
    tolls: facts.tolls ? [...agreed.tolls.filter(byHand), ...facts.tolls] : agreed.tolls,
  }
}

/** A track shorter than so many times the agreed way has no way back in it. */
const THERE_AND_BACK = 1.5

/**
 * What of a track is the way there: the tariff's percentage is for the return, so the metres of both ways count once. A
 * ride that was to come back and ended at its destination is all there.
 */
function wayThere(agreed: FareTrip, tracked: NonNullable<RideFacts['tracked']>): NonNullable<RideFacts['tracked']> {
  if (!agreed.is_return || tracked.distance_m < THERE_AND_BACK * agreed.distance_m) return tracked
  return { distance_m: tracked.distance_m / 2, duration_s: Math.round(tracked.duration_s / 2) }
}

const byHand = ({ row }: { readonly row?: number }): boolean => row !== undefined

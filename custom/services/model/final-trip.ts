import type { FareTrip } from '../../fares/model/fare'

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
 * The trip that is charged in the end. Where the price was agreed (`keep`), or the phone reported too little, the agreed route counts; waits,
 * pauses and tolls are those of the ride.
 */
export function finalTrip(agreed: FareTrip, facts: RideFacts, keep: boolean): FareTrip {
  const route = keep || facts.tracked === null ? agreed : { distance_m: facts.tracked.distance_m, duration_s: facts.tracked.duration_s }
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

const byHand = ({ row }: { readonly row?: number }): boolean => row !== undefined

import type { RawBuilder } from 'kysely'

/**
 * One rule of dispatch: what keeps a driver, on a vehicle, from a service. Ranking applies `stops` to facts that a
 * search has read; a claim, or the fit of a vehicle, asks the database the same again as `guard`.
 */
export interface DispatchRule<Name extends string = string> {
  /** Stable name of the reason, on the wire and in the log. */
  readonly name: Name
  /** Whether it rules the driver out, by what is known of them. */
  readonly stops: (facts: DriverFacts, search: DriverSearch) => boolean
  /** i18n key of the sentence that says why they are passed over. */
  readonly why: string
  /** i18n key of the sentence for a claim that it refuses, if it can refuse one. */
  readonly refusal?: string
  readonly guard?: Guard
  /**
   * Condition over the open shift `h`: a search that needs no reasons does not even read drivers who fail it. Null:
   * none for this search.
   */
  readonly reads?: (search: DriverSearch) => RawBuilder<boolean> | null
}

/** A rule as a condition in the database: true if the driver may. */
export interface Guard {
  /**
   * `claim`: over everything named below. `shift`: the same, only for drivers who are asked, not assigned. `vehicle`:
   * only over `s` and `v`.
   */
  readonly at: 'claim' | 'shift' | 'vehicle'
  /**
   * Over the service `s`, the vehicle `v`, the driver `d`, their open shift with it `h`, and their other rides in
   * progress `r` (`alone`, `seats`).
   */
  readonly passes: RawBuilder<boolean>
}

/** What is known of a driver on a vehicle when a service looks for one. */
export interface DriverFacts {
  readonly id_vehicle: number
  readonly id_driver: number
  /** Driver and vehicle are both active. */
  readonly active: boolean
  readonly id_branch: number | null
  readonly id_type_vehicle: number
  /** Passengers that the vehicle takes. */
  readonly seats: number
  /** State of the open shift; null: there is none. */
  readonly shift: string | null
  /** Place in the queue of shifts, the lower the earlier. */
  readonly place: number | null
  /** Where a search goes by zones and they wait in one: 0 in that of the pick-up, 1 in the next, and so on. */
  readonly zone_step: number | null
  /** Their place in that zone's queue, the lower the earlier. */
  readonly zone_place: number | null
  /** Seconds since the last ride ended, or since the shift began. */
  readonly idle_s: number
  /** Rides in progress, those among them that are shared with this one's product, and the seats these take. */
  readonly rides: number
  readonly rides_to_share: number
  readonly seats_taken: number
  /** They are being asked at this moment, by any service. */
  readonly asked_now: boolean
  /** What they last answered this same service, and how long ago. */
  readonly answered: { readonly state: 'rejected' | 'expired'; readonly ago_s: number } | null
  /** Seconds until a booking that they have taken goes on air; null: none. */
  readonly booked_in_s: number | null
  /** The last day of their licence and of the vehicle's insurance, whichever comes first; null: neither is known. */
  readonly papers_until: string | null
  /** Balance of their wallet, in units of money. */
  readonly wallet: number
  /** Seconds since the last position; null: nobody knows where they are. */
  readonly fix_age_s: number | null
  /** Metres to the origin as the crow flies. */
  readonly straight_m: number | null
  /** By the streets, from them to the origin; null: not asked (yet). */
  readonly distance_m: number | null
  readonly duration_s: number | null
}

/** What a service asks of a driver, and the settings under which one is looked for. */
export interface DriverSearch {
  readonly id_branch: number | null
  /** Kinds of vehicles that its product takes; none: any. */
  readonly type_vehicles: readonly number[]
  readonly seats: number
  readonly shared: boolean
  /** How long it will take, in seconds. */
  readonly ride_s: number
  readonly radius_m: number
  readonly fix_max_age_s: number
  readonly cooldown_s: number
  /** Least balance of a wallet with which a driver is asked; null: any, or drivers have no wallets. */
  readonly wallet_least: number | null
  /** The day on which licence and insurance must be in force, in the company's zone; null: nobody asks. */
  readonly papers_on: string | null
  /**
   * First whoever waits in the zone of the pick-up, and in those that follow it; nearness, or the order of shifts, is
   * for the others.
   */
  readonly by_zone: boolean
  /** In the order of shifts instead of nearness. */
  readonly by_shift: boolean
  /** Seconds of driving forgiven per minute without a ride. */
  readonly fairness_s_per_min: number
}

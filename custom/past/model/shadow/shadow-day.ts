import type { LatLng } from '../../../geometry/model'

/** The settings of the search that a day is driven by. */
export interface ShadowRule {
  readonly radius_m: number
  readonly time_request_s: number
  readonly most_offers: number
  readonly cooldown_s: number
  readonly by_shift: boolean
  readonly fairness_s_per_min: number
  readonly wait_by_itself: boolean
  readonly wait_most_min: number
  readonly retry_s: number
  readonly minutes_on_air: number
}

/** What a driver answered to a ride in reality. */
export interface RealAnswer {
  readonly id_driver: number
  readonly state: 'accepted' | 'rejected' | 'expired'
  /** When they were asked, and how long they took. */
  readonly asked_ms: number
  readonly after_s: number
  /** Their way to the origin by the streets as it was then; null: not kept. */
  readonly way_s: number | null
  readonly way_m: number | null
  /** Seconds from accepting to being there; null: they did not accept, or did not come. */
  readonly came_s: number | null
}

/** A ride that asked for a driver on that day. */
export interface ShadowRide {
  readonly id: number
  /** When it was asked for; of a booking when it was made. */
  readonly asked_ms: number
  readonly scheduled_ms: number | null
  readonly origin: LatLng
  /** Where its driver is free again. */
  readonly destination: LatLng
  /** Seconds at the door, and from there to the end. */
  readonly door_s: number
  readonly ride_s: number
  readonly seats: number
  readonly id_branch: number | null
  /** Kinds of vehicles that its product takes; none: any. */
  readonly type_vehicles: readonly number[]
  /** Of its product; null: as the setting says. */
  readonly radius_m: number | null
  /** Least minutes before its time that a booking goes on air, whatever the setting says. */
  readonly on_air_min: number
  /** When its client called it off, unless they had been picked up by then; null: they did not. */
  readonly gives_up_ms: number | null
  /** An operator gave it to this driver, without a search; null: it was searched for. */
  readonly given: { readonly id_driver: number; readonly at_ms: number } | null
  /** In the order in which they were asked. */
  readonly answers: readonly RealAnswer[]
}

/** A driver who worked on that day, with their vehicle. */
export interface ShadowDriver {
  readonly id: number
  readonly id_vehicle: number
  readonly id_branch: number | null
  readonly id_type_vehicle: number | null
  readonly seats: number
  readonly shifts: readonly {
    readonly from_ms: number
    readonly until_ms: number
    readonly place: number | null
    readonly at: LatLng | null
  }[]
  /** When they had a ride that is not searched for here: one of a route, a shared one, one from the day before. */
  readonly busy: readonly { readonly from_ms: number; readonly until_ms: number; readonly at: LatLng }[]
  /** How many of a hundred requests they take and refuse; the rest they let pass. */
  readonly accepts: number
  readonly rejects: number
}

/** A past day with everything that its rides and drivers brought along. */
export interface ShadowDay {
  readonly from_ms: number
  readonly until_ms: number
  readonly rides: readonly ShadowRide[]
  readonly drivers: readonly ShadowDriver[]
  /** Metres by the streets, and seconds, to one metre as the crow flies. */
  readonly detour: number
  readonly pace_s_per_m: number
  /** Seconds from accepting to being there, to one that the way was reckoned with. */
  readonly comes_ratio: number
  /** Seconds that drivers took to accept on that day, the quickest first. */
  readonly accepts_after_s: readonly number[]
  /** Seconds until an operator decides about a ride that found nobody. */
  readonly operator_s: number
}

/**
 * What became of a ride. `gave_up`: it was called off on the way to it, or while it was looked for; `unserved`: no
 * driver was found.
 */
export interface RideEnd {
  readonly id: number
  readonly end: 'served' | 'gave_up' | 'unserved'
  readonly scheduled: boolean
  /** When it was asked for, for the hours of the day. */
  readonly asked_ms: number
  readonly id_driver: number | null
  /** From being asked for to the pick-up; of a booking after its time. Null: nobody was picked up. */
  readonly wait_s: number | null
  /** Driven to the pick-up without a passenger; null: not known. */
  readonly empty_m: number | null
  /** Requests that drivers refused or let pass. */
  readonly refusals: number
}

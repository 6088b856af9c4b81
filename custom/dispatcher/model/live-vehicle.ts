import { Type, type Static } from 'typebox'
import { Flag, IntegerOrNull, NumberOrNull, orNull, StateObject, TextOrNull } from '#engine/model'

export const AVAILABILITIES = ['online', 'busy', 'offline'] as const
export const Availability = Type.Union([Type.Literal('online'), Type.Literal('busy'), Type.Literal('offline')])
export type Availability = Static<typeof Availability>

/** A vehicle as the dispatcher's map and list show it, under the spec's names (§3, Live vehicle). */
export const LiveVehicle = Type.Object({
  id: Type.Integer(),
  /** Its driver; null while nobody drives it. */
  id_user: IntegerOrNull,
  us_name: TextOrNull,
  us_surname: TextOrNull,
  us_rating_average: NumberOrNull,
  us_rating_count: IntegerOrNull,
  code: TextOrNull,
  plate: Type.String(),
  brand: TextOrNull,
  model: TextOrNull,
  year: IntegerOrNull,
  /** Shape on the map: the vehicle type's `icon`. */
  icon: Type.String(),
  /** Degrees; both null until it first sends a position. */
  lat: NumberOrNull,
  lng: NumberOrNull,
  /** Degrees clockwise from north. */
  course: NumberOrNull,
  availability: Availability,
  state_obj: Type.Object({ name: Type.String(), color: Type.String() }),
  /** ISO 8601 UTC. */
  date_fix: TextOrNull,
  /** The ride it is on: its state and where it is going; all null while it has none. */
  se_id: IntegerOrNull,
  se_state_bj: orNull(StateObject),
  se_dst_lat: NumberOrNull,
  se_dst_lng: NumberOrNull,
  /** 1: its driver is on shift but paused. */
  connected_unwilling: Flag,
  /**
   * What its driver has finished today (the day of the vehicle's branch): in currency units, and rides; null while they
   * are not on shift.
   */
  today_amount: NumberOrNull,
  today_services: IntegerOrNull,
  /** Service that its driver is being asked about now. */
  vehicle_requesting: IntegerOrNull,
})
export type LiveVehicle = Static<typeof LiveVehicle>

/** How many vehicles there are by availability, whatever availability is being shown. */
export const FleetTotals = Type.Object({
  all: Type.Integer(),
  online: Type.Integer(),
  busy: Type.Integer(),
  offline: Type.Integer(),
})
export type FleetTotals = Static<typeof FleetTotals>

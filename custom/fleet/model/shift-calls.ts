import { Type, type Static } from 'typebox'
import { defineCall, Id, IdOrNull, NumberOrNull, StateObject, TextOrNull, When, WhenOrNull } from '#engine/model'

const ShiftState = Type.Union([Type.Literal('online'), Type.Literal('busy'), Type.Literal('paused'), Type.Literal('closed')])

/** A shift as the dispatcher's drawer lists it. */
export const DriverShift = Type.Object({
  id: Id, id_driver: Id, us_name: TextOrNull, us_surname: TextOrNull, us_phone: TextOrNull,
  id_vehicle: Id, plate: TextOrNull, code: TextOrNull, icon: Type.String(),
  state: ShiftState, state_obj: StateObject,
  /** By which the queue is ordered; null once it is closed. */
  place: NumberOrNull,
  date_start: When, date_paused: WhenOrNull, pause_reason: TextOrNull, date_end: WhenOrNull, date_last_finalized: WhenOrNull,
  /** The ride that he is on. */
  id_service: IdOrNull,
})
export type DriverShift = Static<typeof DriverShift>

/** `GET driver_shifts {state?}`: who is at work, in the order of the queue; with `state` those in it (`closed`: the last 200). */
export const driverShiftsCall = defineCall({
  method: 'GET', path: 'driver_shifts', access: { module: 'dispatcher', right: 'see' },
  request: Type.Object({ state: Type.Optional(ShiftState) }, { additionalProperties: false }),
  response: Type.Object({ items: Type.Array(DriverShift), total: Type.Integer() }),
})

/** `GET driver_shifts/states`: states of shifts that are not over, and how many are in each. */
export const driverShiftStatesCall = defineCall({
  method: 'GET', path: 'driver_shifts/states', access: { module: 'dispatcher', right: 'see' },
  request: Type.Object({}),
  response: Type.Object({ items: Type.Array(Type.Intersect([StateObject, Type.Object({ count: Type.Integer() })])) }),
})

/**
 * `POST driver_shifts/resort {id_drivers}`: these drivers share the places that they have among them, in this order; the others keep
 * theirs. Who is no longer on shift is passed over.
 */
export const resortShiftsCall = defineCall({
  method: 'POST', path: 'driver_shifts/resort', access: { module: 'dispatcher', right: 'edit' },
  request: Type.Object({ id_drivers: Type.Array(Id, { minItems: 1, maxItems: 20_000, uniqueItems: true }) }),
  response: Type.Object({ items: Type.Array(DriverShift), total: Type.Integer() }),
})

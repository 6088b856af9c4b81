import { Type, type Static } from 'typebox'
import { defineCall, Id, IdOrNull, NumberOrNull, StateObject, TextOrNull, When, WhenOrNull } from '#engine/model'

const ShiftState = Type.Union([
  Type.Literal('online'),
  Type.Literal('busy'),
  Type.Literal('paused'),
  Type.Literal('closed'),
])

/** A shift as the dispatcher's drawer lists it. */
export const DriverShift = Type.Object({
  id: Id,
  id_driver: Id,
  us_name: TextOrNull,
  us_surname: TextOrNull,
  us_phone: TextOrNull,
  id_vehicle: Id,
  plate: TextOrNull,
  code: TextOrNull,
  icon: Type.String(),
  state: ShiftState,
  state_obj: StateObject,
  /** Position in the queue; null once the shift is closed. */
  place: NumberOrNull,
  date_start: When,
  date_paused: WhenOrNull,
  pause_reason: TextOrNull,
  date_end: WhenOrNull,
  date_last_finalized: WhenOrNull,
  /** The ride that the driver is on. */
  id_service: IdOrNull,
})
export type DriverShift = Static<typeof DriverShift>

/**
 * `GET driver_shifts {state?}`: open shifts in the order of the queue; with `state`, the shifts in it (`closed`: the
 * last 200).
 */
export const driverShiftsCall = defineCall({
  method: 'GET',
  path: 'driver_shifts',
  access: { module: 'dispatcher', right: 'see' },
  request: Type.Object({ state: Type.Optional(ShiftState) }, { additionalProperties: false }),
  response: Type.Object({ items: Type.Array(DriverShift), total: Type.Integer() }),
})

/** `GET driver_shifts/states`: the states of open shifts, and how many shifts are in each. */
export const driverShiftStatesCall = defineCall({
  method: 'GET',
  path: 'driver_shifts/states',
  access: { module: 'dispatcher', right: 'see' },
  request: Type.Object({}),
  response: Type.Object({ items: Type.Array(Type.Intersect([StateObject, Type.Object({ count: Type.Integer() })])) }),
})

/**
 * `POST driver_shifts/resort {id_drivers}`: puts these drivers in this order on the places that they have among them;
 * the others keep theirs. Drivers who are no longer on shift are skipped.
 */
export const resortShiftsCall = defineCall({
  method: 'POST',
  path: 'driver_shifts/resort',
  access: { module: 'dispatcher', right: 'edit' },
  request: Type.Object({ id_drivers: Type.Array(Id, { minItems: 1, maxItems: 20_000, uniqueItems: true }) }),
  response: Type.Object({ items: Type.Array(DriverShift), total: Type.Integer() }),
})

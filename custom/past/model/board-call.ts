import { Type, type Static } from 'typebox'
import { defineCall, Flag, Id, IdOrNull, NumberOrNull, TextOrNull, WhenOrNull } from '#engine/model'
import { Job } from '../../services/model'

/** Rides and vehicles that one moment shows; of more the totals say how many. */
export const MAX_RIDES = 1000
export const MAX_VEHICLES = 2000

/** A ride as it stood at a moment. */
export const PastRide = Type.Object({
  ...Job.properties,
  /** Its state and driver are of the activity log; else they are concluded from the moments that the ride keeps. */
  logged: Flag,
})
export type PastRide = Static<typeof PastRide>

/** A vehicle whose driver was on shift at a moment, and where it was heard of last until then. */
export const PastVehicle = Type.Object({
  id: Id,
  id_driver: Id,
  driver: TextOrNull,
  plate: TextOrNull,
  icon: Type.String(),
  id_branch: IdOrNull,
  /** Of a ride that it had then. */
  id_service: IdOrNull,
  lat: NumberOrNull,
  lng: NumberOrNull,
  course: NumberOrNull,
  /** When that was; null: nothing is known of where it was on that shift. */
  date_fix: WhenOrNull,
})
export type PastVehicle = Static<typeof PastVehicle>

/**
 * `GET past/board {at}`: the rides that were open at a moment, with the state, driver and vehicle they had then, and
 * the vehicles on shift with their places. Of what the asker may see as it is now.
 * @throws FORBIDDEN (for staff), VALIDATION at `at` (no moment, or one to come)
 */
export const pastBoardCall = defineCall({
  method: 'GET',
  path: 'past/board',
  heavy: true,
  access: { module: 'past', right: 'see' },
  request: Type.Object({ at: Type.String({ maxLength: 30 }), id_branch: Type.Optional(Id) }),
  response: Type.Object({
    at: Type.String(),
    items: Type.Array(PastRide, { maxItems: MAX_RIDES }),
    total: Type.Integer(),
    vehicles: Type.Array(PastVehicle, { maxItems: MAX_VEHICLES }),
    vehicles_total: Type.Integer(),
    /** Positions before this moment are no longer kept. */
    kept_from: Type.String(),
    branches: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  }),
})
export type PastBoard = Static<typeof pastBoardCall.response>

import { Type, type Static } from 'typebox'
import {
  defineCall,
  Flag,
  Id,
  IdOrNull,
  NumberOrNull,
  orNull,
  StateObject,
  TextOrNull,
  When,
  WhenOrNull,
} from '#engine/model'

const SEE = { module: 'dispatcher', right: 'see' } as const
const EDIT = { module: 'dispatcher', right: 'edit' } as const

/** A telephone call as every page of an operator tells it. */
export const LivePhoneCall = Type.Object({
  id: Id,
  state: Type.Union([Type.Literal('ringing'), Type.Literal('answered')]),
  phone: Type.String(),
  caller_name: TextOrNull,
  extension: TextOrNull,
  id_client: IdOrNull,
  cl_name: TextOrNull,
  co_name: TextOrNull,
  /** Since when it rings, and since when somebody talks. */
  date_created: When,
  date_answered: WhenOrNull,
  /** Who took it. */
  at_name: TextOrNull,
  /** The asker took it. */
  is_own: Flag,
  /** It rings at the asker's extension alone. */
  is_mine: Flag,
})
export type LivePhoneCall = Static<typeof LivePhoneCall>

/**
 * `GET phone_calls/live`: calls that ring for the asker (at their extension, or at none that is anybody's), the asker's
 * own until they end, and who took one a moment ago. People outside the house have none.
 */
export const livePhoneCallsCall = defineCall({
  method: 'GET',
  path: 'phone_calls/live',
  access: 'session',
  request: Type.Object({}),
  response: Type.Object({ items: Type.Array(LivePhoneCall) }),
})

/**
 * `POST phone_calls/take {id}`: the asker takes the call. Of two the first has it, and the other is told who that is.
 */
export const takePhoneCallCall = defineCall({
  method: 'POST',
  path: 'phone_calls/take',
  access: EDIT,
  request: Type.Object({ id: Id }),
  response: Type.Object({ taken: Flag, phone: Type.String(), msg: Type.Optional(Type.String()) }),
})

/** `POST phone_calls/hangUp {id}`: the asker is done with it, where the system does not say so. */
export const hangUpPhoneCallCall = defineCall({
  method: 'POST',
  path: 'phone_calls/hangUp',
  access: EDIT,
  request: Type.Object({ id: Id }),
  response: Type.Object({ id: Id }),
})

/** A ride of a caller. */
const CallerRide = Type.Object({
  id: Id,
  state_obj: StateObject,
  date: When,
  org_address: TextOrNull,
  dst_address: TextOrNull,
  is_open: Flag,
  dr_name: TextOrNull,
  ve_plate: TextOrNull,
  dr_phone: TextOrNull,
  /**
   * Minutes until the driver is at the origin, by where they are and the streets; null: nobody comes, or they are
   * there.
   */
  arrives_min: NumberOrNull,
})
export type CallerRide = Static<typeof CallerRide>

/** `GET phone_calls/caller {id}`: what an operator wants to know of who calls, in one look. */
export const phoneCallerCall = defineCall({
  method: 'GET',
  path: 'phone_calls/caller',
  access: SEE,
  request: Type.Object({ id: Id }),
  response: Type.Object({
    client: orNull(
      Type.Object({
        id: Id,
        name: TextOrNull,
        surname: TextOrNull,
        phone: TextOrNull,
        co_name: TextOrNull,
        notes: TextOrNull,
        state: Type.String(),
        /** Rides of theirs in sight. */
        rides: Type.Integer(),
      }),
    ),
    /** How many clients have this number: of several nobody is chosen. */
    clients: Type.Integer(),
    /** Those that are not over first, then the last five. */
    rides: Type.Array(CallerRide),
  }),
})
export type PhoneCaller = Static<typeof phoneCallerCall.response>

/** `POST phone_systems/ring {id, phone, extension?}`: a call as the system would tell it, to try what happens. */
export const tryRingCall = defineCall({
  method: 'POST',
  path: 'phone_systems/ring',
  access: { module: 'phone_systems', right: 'edit' },
  request: Type.Object({
    id: Id,
    phone: Type.String({ maxLength: 30 }),
    extension: Type.Optional(orNull(Type.String({ maxLength: 20 }))),
  }),
  response: Type.Object({ id: Id, msg: Type.String() }),
})

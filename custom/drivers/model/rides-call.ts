import { Type } from 'typebox'
import { defineCall, Id, Latitude, Longitude, orNull } from '#engine/model'
import { HandoverNotes, HandoverReason } from '../../services/model'
import { DriverService } from './driver-wire'

const Ride = Type.Object({ service: DriverService })
const Step = Type.Object({ id: Id })
const Reason = Type.Optional(orNull(Type.String({ maxLength: 255 })))

/**
 * Steps of a ride. A step made already is answered with the service as it is now; one that does not follow is CONFLICT.
 */
export const rideOnwayCall = defineCall({
  method: 'POST',
  path: '../driver/services/:id/onway',
  access: 'session',
  request: Step,
  response: Ride,
})
export const rideWaitingCall = defineCall({
  method: 'POST',
  path: '../driver/services/:id/waiting',
  access: 'session',
  request: Step,
  response: Ride,
})
export const rideStartCall = defineCall({
  method: 'POST',
  path: '../driver/services/:id/start',
  access: 'session',
  request: Step,
  response: Ride,
})
export const rideArriveCall = defineCall({
  method: 'POST',
  path: '../driver/services/:id/arrive',
  access: 'session',
  request: Step,
  response: Ride,
})

/**
 * `finish {pauses?, tolls?}`: pauses on the client's demand in minutes, tolls as they were paid, in currency units. The
 * answer has the price.
 */
export const rideFinishCall = defineCall({
  method: 'POST',
  path: '../driver/services/:id/finish',
  access: 'session',
  request: Type.Object({
    id: Id,
    pauses: Type.Optional(
      Type.Array(Type.Object({ minutes: Type.Number({ minimum: 0, maximum: 1440 }) }), { maxItems: 50 }),
    ),
    tolls: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String({ minLength: 1, maxLength: 80 }),
          price: Type.Number({ minimum: 0, maximum: 1_000_000 }),
        }),
        { maxItems: 50 },
      ),
    ),
  }),
  response: Ride,
})

/** `release {reason?}`: the driver gives it back before the client is in, and the search goes on with the next. */
export const rideReleaseCall = defineCall({
  method: 'POST',
  path: '../driver/services/:id/release',
  access: 'session',
  request: Type.Object({ id: Id, reason: Reason }),
  response: Type.Object({}),
})
/** `noShow {reason?}`: the driver waited and nobody came. */
export const rideNoShowCall = defineCall({
  method: 'POST',
  path: '../driver/services/:id/noShow',
  access: 'session',
  request: Type.Object({ id: Id, reason: Reason }),
  response: Ride,
})
/**
 * `breakdown {reason, notes?, lat?, lng?}`: the car cannot go on with its passenger aboard, who waits where it stands;
 * another driver is looked for.
 */
export const rideBreakdownCall = defineCall({
  method: 'POST',
  path: '../driver/services/:id/breakdown',
  access: 'session',
  request: Type.Object({
    id: Id,
    reason: HandoverReason,
    notes: HandoverNotes,
    lat: Type.Optional(Latitude),
    lng: Type.Optional(Longitude),
  }),
  response: Type.Object({}),
})
/** A stop is reached; with `left` the driver leaves it. */
export const stopReachedCall = defineCall({
  method: 'POST',
  path: '../driver/services/:id/stops/:id_stop/reached',
  access: 'session',
  request: Type.Object({ id: Id, id_stop: Id, left: Type.Optional(Type.Boolean()) }),
  response: Ride,
})

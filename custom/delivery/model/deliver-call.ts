import { Type } from 'typebox'
import { defineCall, Id, orNull } from '#engine/model'
import { DriverService } from '../../drivers/model'

/** Base64 of at most 384 kB. */
const Picture = Type.String({ maxLength: 524_288, pattern: '^[A-Za-z0-9+/]+={0,2}$' })

/**
 * `POST driver/services/:id/deliver {code? | photo? | signature?, name?}`: the driver hands an order to its client,
 * with the proof that its store wants, and ends the ride; an answer as `finish`'s. 422 at the proof that lacks or is
 * wrong; 409 before they have left the store with it. Again is as done.
 */
export const rideDeliverCall = defineCall({
  method: 'POST',
  path: '../driver/services/:id/deliver',
  access: 'session',
  request: Type.Object({
    id: Id,
    code: Type.Optional(Type.String({ maxLength: 8 })),
    photo: Type.Optional(Picture),
    signature: Type.Optional(Picture),
    name: Type.Optional(orNull(Type.String({ maxLength: 80 }))),
  }),
  response: Type.Object({ service: DriverService }),
})

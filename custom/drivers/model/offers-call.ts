import { Type } from 'typebox'
import { defineCall, Id, orNull } from '#engine/model'
import { DriverOffer, DriverService } from './driver-wire'

/** `POST driver/offers/:id/seen`: it is on the driver's screen. */
export const offerSeenCall = defineCall({
  method: 'POST',
  path: '../driver/offers/:id/seen',
  access: 'session',
  request: Type.Object({ id: Id }),
  response: Type.Object({ offer: orNull(DriverOffer) }),
})
/** `POST driver/offers/:id/accept`: CONFLICT where it came too late or somebody else has the service. */
export const offerAcceptCall = defineCall({
  method: 'POST',
  path: '../driver/offers/:id/accept',
  access: 'session',
  request: Type.Object({ id: Id }),
  response: Type.Object({ service: DriverService }),
})
export const offerRejectCall = defineCall({
  method: 'POST',
  path: '../driver/offers/:id/reject',
  access: 'session',
  request: Type.Object({ id: Id, reason: Type.Optional(orNull(Type.String({ maxLength: 255 }))) }),
  response: Type.Object({}),
})

import { Type } from 'typebox'
import { defineCall, Id, orNull } from '#engine/model'
import { OwnShift } from './driver-wire'

const Shift = Type.Object({ shift: orNull(OwnShift) })

/**
 * `POST driver/shift/start {id_vehicle?}`: without one, the driver's only vehicle. A shift already open with that
 * vehicle is answered as it is.
 */
export const shiftStartCall = defineCall({
  method: 'POST',
  path: '../driver/shift/start',
  access: 'session',
  request: Type.Object({ id_vehicle: Type.Optional(orNull(Id)) }),
  response: Shift,
})
/** `POST driver/shift/end`: refused while the driver has a service under way. */
export const shiftEndCall = defineCall({
  method: 'POST',
  path: '../driver/shift/end',
  access: 'session',
  request: Type.Object({}),
  response: Shift,
})
/** `POST driver/shift/pause {reason?}`: from version 74 of the application on. */
export const shiftPauseCall = defineCall({
  method: 'POST',
  path: '../driver/shift/pause',
  access: 'session',
  request: Type.Object({ reason: Type.Optional(orNull(Type.String({ maxLength: 160 }))) }),
  response: Shift,
})
export const shiftResumeCall = defineCall({
  method: 'POST',
  path: '../driver/shift/resume',
  access: 'session',
  request: Type.Object({}),
  response: Shift,
})

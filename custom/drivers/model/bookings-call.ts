import { Type } from 'typebox'
import { defineCall, Id } from '#engine/model'
import { DriverBooking } from './driver-wire'

/**
 * `GET driver/available`: bookings that the driver may apply for, the earliest first; those applied for already are
 * marked.
 */
export const availableBookingsCall = defineCall({
  method: 'GET',
  path: '../driver/available',
  access: 'session',
  request: Type.Object({}),
  response: Type.Object({ items: Type.Array(DriverBooking) }),
})
/** `POST driver/assignments {id_service}`: the driver applies; the operator answers. */
export const assignmentCall = defineCall({
  method: 'POST',
  path: '../driver/assignments',
  access: 'session',
  request: Type.Object({ id_service: Id }),
  response: DriverBooking,
})
export const assignmentWithdrawCall = defineCall({
  method: 'POST',
  path: '../driver/assignments/:id/withdraw',
  access: 'session',
  request: Type.Object({ id: Id }),
  response: Type.Object({}),
})

import { Type } from 'typebox'
import { defineCall, Id } from '#engine/model'
import { DriverBooking } from './driver-wire'

/** `GET driver/available`: bookings that he may put himself forward for, the first first; those he has asked for say so. */
export const availableCall = defineCall({
  method: 'GET', path: '../driver/available', access: 'session', request: Type.Object({}), response: Type.Object({ items: Type.Array(DriverBooking) }),
})
/** `POST driver/assignments {id_service}`: he puts himself forward; the operator answers. */
export const assignmentCall = defineCall({
  method: 'POST', path: '../driver/assignments', access: 'session', request: Type.Object({ id_service: Id }), response: DriverBooking,
})
export const assignmentWithdrawCall = defineCall({
  method: 'POST', path: '../driver/assignments/:id/withdraw', access: 'session', request: Type.Object({ id: Id }), response: Type.Object({}),
})

import { Type } from 'typebox'
import { defineCall, orNull, When } from '#engine/model'
import { Driver, DriverOffer, DriverService, OwnShift, DriverVehicle } from './driver-wire'

/** `GET driver/state`: all that a driver's device shows, polled. */
export const driverStateCall = defineCall({
  method: 'GET',
  path: '../driver/state',
  access: 'session',
  request: Type.Object({}),
  response: Type.Object({
    driver: Driver,
    /** Of the open shift. */
    vehicle: orNull(DriverVehicle),
    shift: orNull(OwnShift),
    may_pause: Type.Boolean(),
    offer: orNull(DriverOffer),
    /** Under way. */
    services: Type.Array(DriverService),
    /** Given to the driver for later. */
    bookings: Type.Array(DriverService),
    /** Messages from the operators. */
    unread: Type.Integer(),
    /** The driver has called for help and nobody has answered yet. */
    panic: Type.Boolean(),
    server_time: When,
  }),
})

import { Type } from 'typebox'
import { defineCall, Id, IdOrNull, Latitude, Longitude, NumberOrNull } from '#engine/model'

/**
 * `GET dispatcher/pickup`: in how many seconds the driver who would be asked first is at a place, and how many metres
 * away; null: nobody is near.
 */
export const pickupCall = defineCall({
  method: 'GET',
  path: 'dispatcher/pickup',
  access: { module: 'dispatcher', right: 'see' },
  request: Type.Object({
    lat: Latitude,
    lng: Longitude,
    id_product: Id,
    id_branch: Type.Optional(IdOrNull),
    capacity_1: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })),
    /** Of the ride, in seconds: who has a booking before its end is not free. */
    duration: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  response: Type.Object({ duration: NumberOrNull, distance: NumberOrNull }),
})

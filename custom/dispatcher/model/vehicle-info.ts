import { Type, type Static } from 'typebox'
import { defineCall } from '#engine/model'
import { Availability } from './live-vehicle'

const TextOrNull = Type.Union([Type.String(), Type.Null()])
const NumberOrNull = Type.Union([Type.Number(), Type.Null()])

const LastTracking = Type.Object({
  lat: Type.Number(),
  lng: Type.Number(),
  course: NumberOrNull,
  /** km/h */
  speed: NumberOrNull,
  mode: TextOrNull,
  /** Percent, 0 to 100. */
  battery_level: Type.Union([Type.Integer(), Type.Null()]),
  availability: Availability,
  date_fix: Type.String(),
  /** Nearest main street and district, where those at hand know the place. */
  street: TextOrNull,
  district: TextOrNull,
})
export type LastTracking = Static<typeof LastTracking>

/** `GET live/infoVehicle`: where a vehicle was last heard of, and whom to ring. @throws NOT_FOUND also outside one's scope */
export const vehicleInfoCall = defineCall({
  method: 'GET',
  path: 'live/infoVehicle',
  access: 'session',
  request: Type.Object({ id_vehicle: Type.Integer({ minimum: 1 }) }, { additionalProperties: false }),
  response: Type.Object({
    last_tracking: Type.Union([LastTracking, Type.Null()]),
    driver: Type.Union([Type.Object({ id: Type.Integer(), name: Type.String(), phone: TextOrNull }), Type.Null()]),
    icon: Type.String(),
  }),
})

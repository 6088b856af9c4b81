import { Type, type Static } from 'typebox'
import { defineCall, Id, IntegerOrNull, NumberOrNull, orNull, TextOrNull } from '#engine/model'
import { Availability } from './live-vehicle'

const LastTracking = Type.Object({
  lat: Type.Number(),
  lng: Type.Number(),
  course: NumberOrNull,
  /** km/h */
  speed: NumberOrNull,
  mode: TextOrNull,
  /** Percent, 0 to 100. */
  battery_level: IntegerOrNull,
  availability: Availability,
  date_fix: Type.String(),
  /** Nearest main street and district, where the loaded streets know the place. */
  street: TextOrNull,
  district: TextOrNull,
})
export type LastTracking = Static<typeof LastTracking>

/**
 * `GET live/infoVehicle`: the last position of a vehicle, and whom to call.
 * @throws NOT_FOUND also outside one's scope
 */
export const vehicleInfoCall = defineCall({
  method: 'GET',
  path: 'live/infoVehicle',
  access: 'session',
  request: Type.Object({ id_vehicle: Id }, { additionalProperties: false }),
  response: Type.Object({
    last_tracking: orNull(LastTracking),
    driver: orNull(Type.Object({ id: Type.Integer(), name: Type.String(), phone: TextOrNull })),
    icon: Type.String(),
    /** Where its driver waits; null: in no zone, or of vehicles out of the dispatcher's sight. */
    rank: orNull(
      Type.Object({
        id_zone: Id,
        zone: Type.String(),
        /** From 1; null: taken out. */ rank: IntegerOrNull,
        of: Type.Integer(),
      }),
    ),
  }),
})

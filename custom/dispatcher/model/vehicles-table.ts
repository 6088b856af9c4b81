import { Type } from 'typebox'
import { defineCall, Latitude, Longitude, NumberOrNull } from '#engine/model'
import { Availability, FleetTotals, LiveVehicle } from './live-vehicle'

/** `GET dispatcher/vehicles {lat, lng}`: the fleet as a table, the nearest to a place first, 25 a page. */
export const vehiclesTableCall = defineCall({
  method: 'GET',
  path: 'dispatcher/vehicles',
  access: { module: 'dispatcher', right: 'see' },
  request: Type.Object(
    {
      /** Of the place; without both the table is in the order of the plates. */
      lat: Type.Optional(Latitude),
      lng: Type.Optional(Longitude),
      /** As in `live/vehicles`. */
      q: Type.Optional(Type.String({ maxLength: 100 })),
      availability: Type.Optional(Availability),
      /** As in `live/vehicles`. */
      state: Type.Optional(Type.String({ maxLength: 200 })),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({
    items: Type.Array(
      Type.Intersect([
        LiveVehicle,
        Type.Object({
          /** Metres as the crow flies; null: one of the two places is not known. */
          distance: NumberOrNull,
        }),
      ]),
    ),
    total: Type.Integer(),
    totals: FleetTotals,
  }),
})

import { Type } from 'typebox'
import { defineCall } from '#engine/model'
import { Availability, FleetTotals, LiveVehicle } from './live-vehicle'
import { VehicleColumns } from './vehicle-columns'

/**
 * `GET live/vehicles`: the fleet as it stands, or with `since` only what has changed after an earlier answer. Every
 * change that was committed before it was asked is in it. Users who are no operators see no fleet: no items, totals of
 * 0.
 */
export const liveVehiclesCall = defineCall({
  method: 'GET',
  path: 'live/vehicles',
  access: { module: 'dispatcher', right: 'see' },
  request: Type.Object(
    {
      /**
       * Every word is looked for in driver, plate (with or without its hyphen) and code; case and accents do not
       * matter.
       */
      q: Type.Optional(Type.String({ maxLength: 100 })),
      availability: Type.Optional(Availability),
      /**
       * Only vehicles in one of these states, joined by commas: of the ride they are on (`onway`), `paused`, or
       * `requesting`.
       */
      state: Type.Optional(Type.String({ maxLength: 200 })),
      /** South, west, north, east in degrees: only vehicles within. */
      bounds: Type.Optional(Type.String({ pattern: '^-?\\d+(\\.\\d+)?(,-?\\d+(\\.\\d+)?){3}$', maxLength: 120 })),
      /** `since` of the last answer to the same filters. */
      since: Type.Optional(Type.String({ format: 'date-time', maxLength: 30 })),
      /**
       * The whole fleet by keys, as it stood at most a second ago: the next call with `since` brings what has happened
       * meanwhile. Elsewhere nothing changes.
       */
      form: Type.Optional(Type.Literal('columns')),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({
    items: Type.Array(LiveVehicle),
    /** In place of items, which are none then. */
    columns: Type.Optional(VehicleColumns),
    /** With `since`: vehicles that changed and are not, or no longer, among those asked for. */
    gone: Type.Array(Type.Integer()),
    totals: FleetTotals,
    since: Type.String(),
  }),
})

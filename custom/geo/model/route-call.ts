import { Type } from 'typebox'
import { defineCall, Latitude, Longitude } from '#engine/model'

const Point = Type.Object(
  {
    lat: Latitude,
    lng: Longitude,
  },
  { additionalProperties: false },
)
const Leg = Type.Object({ distance_m: Type.Number(), duration_s: Type.Number() })

/**
 * `POST map/route`: the route through two or more points, in their order; `polyline` has five decimals (Encoded
 * Polyline).
 */
export const routeCall = defineCall({
  method: 'POST',
  path: '../map/route',
  access: 'session',
  reads: true,
  request: Type.Object({ points: Type.Array(Point, { minItems: 2, maxItems: 100 }) }, { additionalProperties: false }),
  response: Type.Object({
    distance_m: Type.Number(),
    duration_s: Type.Number(),
    polyline: Type.String(),
    legs: Type.Array(Leg),
    source: Type.String(),
  }),
})

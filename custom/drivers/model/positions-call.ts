import { Type } from 'typebox'
import { defineCall } from '#engine/model'

/**
 * `GET|POST driver/positions`, by a device's id or with a driver's token. Three forms, distinguished by what is in them
 * (`read-fixes.ts` reads them):
 * - OsmAnd, query or form: `id|deviceid, lat, lon | location=lat,lon, timestamp, speed (knots), bearing|heading,
 * accuracy, batt (%), ...`
 * - Traccar's JSON: `{location: {timestamp, coords: {latitude, longitude, speed (m/s), heading, accuracy}, activity,
 * battery: {level 0..1}}, device_id}`;
 *   `location` may be a list
 * - our own: `{device_id, positions: [{lat, lng, timestamp, speed (km/h), course, battery_level (%), mode,
 * accuracy}]}`, at most 1,000
 *
 * Answered when the fixes are kept. An unknown device is 400 in the OsmAnd form and 404 in the others, as such devices
 * expect.
 */
export const positionsCall = defineCall({
  method: 'POST',
  alsoGet: true,
  path: '../driver/positions',
  access: 'public',
  guest_bytes: 512 * 1024,
  request: Type.Record(Type.String(), Type.Unknown()),
  response: Type.Object({
    /**
     * Fixes in the track, and those among them that are kept out of the live position: from the future, older than the
     * last, or a jump.
     */
    kept: Type.Integer(),
    kept_out: Type.Integer(),
  }),
})

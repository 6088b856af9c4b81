import { Type, type Static } from 'typebox'
import { defineCall, Id } from '#engine/model'

/** Past days of the same weekday that a forecast is made of. */
export const PAST_DAYS = 4
/**
 * How much of an hour a driver can be on the way to a ride and in it: the rest goes into waiting and being somewhere
 * else.
 */
export const BUSY_SHARE = 0.75

export const ForecastHour = Type.Object({
  /** 0 to 23 on the clock of the branch (else of the company); where clocks change one is absent or stands for both. */
  hour: Type.Integer(),
  /** Bookings of that hour, and those that nobody has taken yet. */
  booked: Type.Integer(),
  unassigned: Type.Integer(),
  /** Rides asked for on the spot, on average of the past days. */
  usual: Type.Number(),
  /** `usual` and the bookings: those that there are, or as many as usual where they are still to come. */
  expected: Type.Number(),
  /** Drivers on shift, on average of the past days. */
  drivers: Type.Number(),
  /** Drivers whom the expected rides take, and how many too few there are. */
  needed: Type.Integer(),
  lacking: Type.Integer(),
})
export type ForecastHour = Static<typeof ForecastHour>

/**
 * `GET forecast {date}`: the bookings of a day, hour by hour, against the drivers and the rides of the last days of its
 * weekday. Of all that the asker may see, or of one branch.
 * @throws FORBIDDEN (for staff), VALIDATION at `date` (no day, or more than `MAX_AHEAD` days off)
 */
export const forecastCall = defineCall({
  method: 'GET',
  path: 'forecast',
  heavy: true,
  access: { module: 'forecast', right: 'see' },
  request: Type.Object({ date: Type.Optional(Type.String({ maxLength: 10 })), id_branch: Type.Optional(Id) }),
  response: Type.Object({
    date: Type.String(),
    timezone: Type.String(),
    /** The past days that it is made of: those on which the house was at work. */
    days: Type.Array(Type.String()),
    /** Seconds that a driver has a ride for, from setting off to its end. */
    ride_s: Type.Integer(),
    hours: Type.Array(ForecastHour),
    branches: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  }),
})
export type Forecast = Static<typeof forecastCall.response>

import { Type } from 'typebox'
import { Id, IdOrNull, Latitude, Longitude, orNull, WhenOrNull } from '#engine/model'

/** Maximum number of stops in one trip; the company's own limit (`max_stops`) is below it. */
export const MAX_STOPS = 100

const Stop = Type.Object({
  lat: Latitude,
  lng: Longitude,
  address: Type.Optional(Type.String({ maxLength: 300 })),
  /** Seconds waited here. */
  wait_s: Type.Optional(Type.Number({ minimum: 0, maximum: 86_400 })),
  /** True: at the tariff's price; a number: the amount paid. */
  parking: Type.Optional(Type.Union([Type.Boolean(), Type.Number({ minimum: 0, maximum: 1_000_000 })])),
  /** A delivery is handed over here. */
  courier: Type.Optional(Type.Boolean()),
})

/**
 * Whose trip it is and how it is made, as it is requested, priced and saved; where and when it stops is in the detail
 * of each of these.
 */
export const tripTerms = {
  /** Absent: the asker themselves, when they are a client. */
  id_client: Type.Optional(IdOrNull),
  /** Passengers; absent: as many as the product has. */
  capacity_1: Type.Optional(orNull(Type.Integer({ minimum: 1, maximum: 60 }))),
  is_return: Type.Optional(Type.Boolean()),
  /** Code. */
  promotion: Type.Optional(orNull(Type.String({ maxLength: 30 }))),
  id_payment: Type.Optional(IdOrNull),
}

/** A trip that is priced. */
export const pricedTrip = {
  /** In order; two at least, unless the distance is given. */
  stops: Type.Array(Stop, { maxItems: MAX_STOPS }),
  ...tripTerms,
}

/** When it is, and what it replaces. */
export const pricedOnce = {
  ...pricedTrip,
  /** ISO 8601; absent: now. */
  date_scheduled: Type.Optional(WhenOrNull),
  /**
   * Fare of a service being changed, which this one would replace: its client and granted promotion stay, whatever the
   * promotion's limits are now.
   */
  id_fare: Type.Optional(orNull(Id)),
}

/** A price entered by hand instead of the computed run, in currency units. */
export const EditedPrice = orNull(Type.Number({ minimum: 0, maximum: 1_000_000_000 }))

import { Type, type Static } from 'typebox'
import { defineCall, Id, IntegerOrNull, Latitude, Longitude, NumberOrNull, orNull, TextOrNull } from '#engine/model'
import { FareSchema } from './fare-schema'

/** Maximum number of trips in one sheet, and in one call. */
export const MAX_TRIPS = 1000

/** Where a trip of a sheet stops: by coordinates, else by a text to be looked up. */
const SheetStop = Type.Object(
  {
    lat: Type.Optional(Latitude),
    lng: Type.Optional(Longitude),
    address: Type.Optional(Type.String({ maxLength: 200 })),
    /** Minutes waited there. */
    wait: Type.Optional(Type.Number({ minimum: 0, maximum: 1440 })),
  },
  { additionalProperties: false },
)

const SheetTrip = Type.Object(
  {
    /** In order; two at least, unless `distance` is given. */
    stops: Type.Array(SheetStop, { maxItems: 12 }),
    /** Metres and seconds instead of the route's own, both together. */
    distance: Type.Optional(Type.Number({ minimum: 0, maximum: 100_000_000 })),
    duration: Type.Optional(Type.Number({ minimum: 0, maximum: 100_000_000 })),
    /** ISO 8601 UTC; absent: now. */
    date_scheduled: Type.Optional(Type.String({ format: 'date-time', maxLength: 30 })),
    /** Id or name of an active product. */
    product: Type.Optional(Type.String({ maxLength: 130 })),
    /** Code. */
    promotion: Type.Optional(Type.String({ maxLength: 30 })),
    capacity_1: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })),
    is_return: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type SheetTrip = Static<typeof SheetTrip>

const PricedTrip = Type.Object({
  /** Null where it has errors. */
  fare: orNull(FareSchema),
  id_tarif: IntegerOrNull,
  /** Metres and seconds. */
  distance: NumberOrNull,
  duration: NumberOrNull,
  /** The places found for texts, by stop; null: it had coordinates, or nothing was found. */
  places: Type.Array(TextOrNull),
  /**
   * Its errors, in the asker's language, by field: `stops.0`, `product`, `promotion` ...; `trip` for errors of the
   * whole trip.
   */
  errors: Type.Record(Type.String(), Type.String()),
})
export type PricedTrip = Static<typeof PricedTrip>

/**
 * `POST fares/sheet`: the price of each trip of a sheet, worked out like `fares/quote`; answers in the order of the
 * request. A trip that cannot be priced says why and does not hold up the others. Nothing is kept, no promotion is used
 * up.
 */
export const priceSheetCall = defineCall({
  method: 'POST',
  path: 'fares/sheet',
  access: { module: 'tarifs', right: 'see' },
  reads: true,
  heavy: true,
  request: Type.Object(
    {
      /** Tariff of all trips; absent: that of each trip's product. */
      id_tarif: Type.Optional(Id),
      /** Product of the trips that name none. */
      id_product: Type.Optional(Id),
      trips: Type.Array(SheetTrip, { minItems: 1, maxItems: MAX_TRIPS }),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({ items: Type.Array(PricedTrip) }),
})

import { Type, type Static } from 'typebox'
import { defineCall } from '#engine/model'
import { FareSchema } from './fare-schema'

const Id = Type.Integer({ minimum: 1 })

/** Stops of one trip, at most; the company's own limit (`max_stops`) is below it. */
export const MAX_STOPS = 100

export const StopSchema = Type.Object({
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lng: Type.Number({ minimum: -180, maximum: 180 }),
  address: Type.Optional(Type.String({ maxLength: 300 })),
  /** Seconds waited here. */
  wait_s: Type.Optional(Type.Number({ minimum: 0, maximum: 86_400 })),
  /** True: at the tariff's price; a number: what was paid. */
  parking: Type.Optional(Type.Union([Type.Boolean(), Type.Number({ minimum: 0, maximum: 1_000_000 })])),
  /** A delivery is handed over here. */
  courier: Type.Optional(Type.Boolean()),
})
export type QuoteStop = Static<typeof StopSchema>

/**
 * `POST fares/quote`: what a trip would cost and why. By a product the client's own tariff counts; by `id_tarif` that tariff alone, for
 * who may see tariffs. Faults are told at the field that is wrong: `stops.0`, `promotion`, `id_client` ...
 */
export const quoteCall = defineCall({
  method: 'POST',
  path: 'fares/quote',
  access: 'session',
  reads: true,
  request: Type.Object({
    id_product: Type.Optional(Type.Union([Id, Type.Null()])),
    id_tarif: Type.Optional(Type.Union([Id, Type.Null()])),
    /** In order; two at least, unless `distance` is given. */
    stops: Type.Array(StopSchema, { maxItems: MAX_STOPS }),
    /** ISO 8601; absent: now. */
    date_scheduled: Type.Optional(Type.Union([Type.String({ format: 'date-time', maxLength: 40 }), Type.Null()])),
    /** Absent: all that the product has. */
    capacity_1: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 60 }), Type.Null()])),
    is_return: Type.Optional(Type.Boolean()),
    /** Code. */
    promotion: Type.Optional(Type.Union([Type.String({ maxLength: 30 }), Type.Null()])),
    /** Fare of a service that is changed, which this one would replace: its client stays, and the promotion that it was granted, whatever its limits say now. */
    id_fare: Type.Optional(Type.Union([Id, Type.Null()])),
    id_payment: Type.Optional(Type.Union([Id, Type.Null()])),
    /** Absent: the asker himself, when he is a client. */
    id_client: Type.Optional(Type.Union([Id, Type.Null()])),
    /** Of the driver, for who may see tariffs. */
    id_subscription: Type.Optional(Type.Union([Id, Type.Null()])),
    /** In place of the computed run, in currency units; for operators, where the tariff allows it. */
    price_edited: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 1_000_000_000 }), Type.Null()])),
    /** In place of the way's own, metres and seconds, both together; for who may see tariffs. Such a quote has no token. */
    distance: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 100_000_000 }), Type.Null()])),
    duration: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 100_000_000 }), Type.Null()])),
  }, { additionalProperties: false }),
  response: Type.Object({
    id_tarif: Type.Integer(),
    tarif: Type.Object({ name: Type.String(), type: Type.String(), allow_edit_price_on_dispatcher: Type.Integer() }),
    id_product: Type.Union([Type.Integer(), Type.Null()]),
    id_branch: Type.Union([Type.Integer(), Type.Null()]),
    /** Null: the product hides its price from the asker. Lines stand only where he may see breakdowns (operators). */
    fare: Type.Union([FareSchema, Type.Null()]),
    /** Metres. */
    distance: Type.Number(),
    /** Seconds. */
    duration: Type.Number(),
    /** Of precision 5; empty without a way. */
    polyline: Type.String(),
    /** Who found the way (`osrm`, `streets`, `straight` ...), `given` where distance and duration were. */
    way: Type.String(),
    zones: Type.Object({
      from: Type.Union([Type.Object({ id: Type.Integer(), name: Type.String() }), Type.Null()]),
      to: Type.Union([Type.Object({ id: Type.Integer(), name: Type.String() }), Type.Null()]),
    }),
    /** When the trip is, ISO 8601 UTC, and the zone whose clock counts. */
    date: Type.String(),
    timezone: Type.String(),
    /** Proof of the price, for creating the service; null where there is none to give. */
    token: Type.Union([Type.String(), Type.Null()]),
    /** Until when it holds, ISO 8601 UTC. */
    expires: Type.Union([Type.String(), Type.Null()]),
  }),
})

export type QuoteRequest = Static<typeof quoteCall.request>
export type QuoteAnswer = Static<typeof quoteCall.response>

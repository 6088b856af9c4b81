import { Type, type Static } from 'typebox'
import { defineCall, IdOrNull, IntegerOrNull, orNull, TextOrNull } from '#engine/model'
import { FareSchema } from './fare-schema'
import { EditedPrice, pricedOnce } from './trip'

/**
 * `POST fares/quote`: what a trip would cost and why. With a product, the client's own tariff counts; with `id_tarif`
 * that tariff alone, for users who may see tariffs. Errors are reported at their field: `stops.0`, `promotion`,
 * `id_client` ...
 */
export const quoteCall = defineCall({
  method: 'POST',
  path: 'fares/quote',
  access: 'session',
  reads: true,
  request: Type.Object(
    {
      id_product: Type.Optional(IdOrNull),
      id_tarif: Type.Optional(IdOrNull),
      ...pricedOnce,
      /** Of the driver, for users who may see tariffs. */
      id_subscription: Type.Optional(IdOrNull),
      /** For operators, where the tariff allows it. */
      price_edited: Type.Optional(EditedPrice),
      /**
       * Replace the route's own, metres and seconds, both together; for users who may see tariffs. Such a quote has no
       * token.
       */
      distance: Type.Optional(orNull(Type.Number({ minimum: 0, maximum: 100_000_000 }))),
      duration: Type.Optional(orNull(Type.Number({ minimum: 0, maximum: 100_000_000 }))),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({
    id_tarif: Type.Integer(),
    tarif: Type.Object({ name: Type.String(), type: Type.String(), allow_edit_price_on_dispatcher: Type.Integer() }),
    id_product: IntegerOrNull,
    id_branch: IntegerOrNull,
    /**
     * Null: the product hides its price from the asker. Lines are present only for users who may see breakdowns
     * (operators).
     */
    fare: orNull(FareSchema),
    /** Metres. */
    distance: Type.Number(),
    /** Seconds. */
    duration: Type.Number(),
    /** Of precision 5; empty without a route. */
    polyline: Type.String(),
    /** The source of the route (`osrm`, `streets`, `straight` ...), `given` where distance and duration were. */
    way: Type.String(),
    zones: Type.Object({
      from: orNull(Type.Object({ id: Type.Integer(), name: Type.String() })),
      to: orNull(Type.Object({ id: Type.Integer(), name: Type.String() })),
    }),
    /** When the trip is, ISO 8601 UTC, and the zone whose clock counts. */
    date: Type.String(),
    timezone: Type.String(),
    /** Proof of the price, for creating the service; null where there is none. */
    token: TextOrNull,
    /** When it expires, ISO 8601 UTC. */
    expires: TextOrNull,
  }),
})

export type QuoteRequest = Static<typeof quoteCall.request>
export type QuoteStop = QuoteRequest['stops'][number]
export type QuoteAnswer = Static<typeof quoteCall.response>

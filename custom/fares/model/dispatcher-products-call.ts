import { Type, type Static } from 'typebox'
import { defineCall } from '#engine/model'
import { FareLineSchema } from './fare-schema'
import { MAX_STOPS, StopSchema } from './quote-call'

const Id = Type.Integer({ minimum: 1 })
const Flag = Type.Integer()
const Text = Type.Union([Type.String(), Type.Null()])
const Money = Type.Union([Type.Number(), Type.Null()])

/** A product as the dispatcher offers it (spec 1 §3), money in the currency's units. */
const OfferedProduct = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  surname: Text,
  bu_name: Text,
  bu_icon: Text,
  fare: Type.Object({
    id_tarif: Type.Union([Type.Integer(), Type.Null()]),
    /** Without tolls; null: hidden, or there is none. */
    price: Money,
    price_toll: Money,
    /** Of it that is taken off by the promotion. */
    price_promo: Money,
    tarif: Type.Object({ allow_edit_price_on_dispatcher: Flag, keep_initial: Flag }),
    currency: Type.String(),
    exponent: Type.Integer(),
    /** Minor units; nothing for who does not see breakdowns. */
    lines: Type.Array(FareLineSchema),
    /** Proof of the price, for creating the service; null where there is none. */
    quote: Text,
    expires: Text,
    /** Why it cannot be had for this trip, as a sentence. */
    error: Text,
  }),
  hide_price: Flag,
  allow_service_inmediate: Flag,
  allow_service_scheduled: Flag,
  allow_stop_contact: Flag,
  for_shared_service: Flag,
  capacity_1: Type.Integer(),
  accept_return: Flag,
  /** Minutes. */
  min_time_to_schedule: Type.Number(),
})
export type OfferedProduct = Static<typeof OfferedProduct>

/** `POST dispatcher/products`: what may be ordered for a trip and what it costs, by the tariffs of the client's company. */
export const dispatcherProductsCall = defineCall({
  method: 'POST',
  path: 'dispatcher/products',
  access: 'session',
  reads: true,
  request: Type.Object({
    stops: Type.Array(StopSchema, { maxItems: MAX_STOPS }),
    id_client: Type.Optional(Type.Union([Id, Type.Null()])),
    date_scheduled: Type.Optional(Type.Union([Type.String({ format: 'date-time', maxLength: 40 }), Type.Null()])),
    /** For shared services; absent: all that the product has. What a product has not is its `error`. */
    capacity_1: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 60 }), Type.Null()])),
    is_return: Type.Optional(Type.Boolean()),
    promotion: Type.Optional(Type.Union([Type.String({ maxLength: 30 }), Type.Null()])),
    /** Fare of a service that is changed, which this one would replace: its client stays, and the promotion that it was granted, whatever its limits say now. */
    id_fare: Type.Optional(Type.Union([Id, Type.Null()])),
    id_payment: Type.Optional(Type.Union([Id, Type.Null()])),
  }, { additionalProperties: false }),
  response: Type.Object({
    id_branch: Type.Union([Type.Integer(), Type.Null()]),
    /** Metres. */
    distance: Type.Number(),
    /** Seconds. */
    duration: Type.Number(),
    polyline: Type.String(),
    products: Type.Array(OfferedProduct),
    tolls: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), price: Type.Number() })),
  }),
})

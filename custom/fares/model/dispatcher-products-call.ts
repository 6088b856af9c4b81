import { Type, type Static } from 'typebox'
import { defineCall, Flag, IntegerOrNull, NumberOrNull, TextOrNull } from '#engine/model'
import { FareLineSchema } from './fare-schema'
import { pricedOnce } from './trip'

/** A product as the dispatcher offers it (spec 1 §3), money in the currency's units. */
const OfferedProduct = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  surname: TextOrNull,
  bu_name: TextOrNull,
  bu_icon: TextOrNull,
  fare: Type.Object({
    id_tarif: IntegerOrNull,
    /** Without tolls; null: hidden, or there is none. */
    price: NumberOrNull,
    price_toll: NumberOrNull,
    /** The part of it that the promotion takes off. */
    price_promo: NumberOrNull,
    /** By how much the total is less with the promotion: what is charged in per cent of the run falls with it. */
    price_saved: NumberOrNull,
    tarif: Type.Object({ allow_edit_price_on_dispatcher: Type.Integer(), keep_initial: Type.Integer() }),
    currency: Type.String(),
    exponent: Type.Integer(),
    /** Minor units; empty for users who may not see breakdowns. */
    lines: Type.Array(FareLineSchema),
    /** Proof of the price, for creating the service; null where there is none. */
    quote: TextOrNull,
    expires: TextOrNull,
    /** Why the product is not available for this trip, as a sentence. */
    error: TextOrNull,
  }),
  hide_price: Type.Integer(),
  for_companies: Type.Integer(),
  allow_service_inmediate: Type.Integer(),
  allow_service_scheduled: Type.Integer(),
  allow_stop_contact: Type.Integer(),
  for_shared_service: Type.Integer(),
  capacity_1: Type.Integer(),
  accept_return: Type.Integer(),
  /** Minutes. */
  min_time_to_schedule: Type.Number(),
  /** Kilometres within which drivers are asked; null: as the settings say. */
  radius_of_request: NumberOrNull,
})
export type OfferedProduct = Static<typeof OfferedProduct>

/**
 * `POST dispatcher/products`: what may be ordered for a trip and what it costs, by the tariffs of the client's company.
 */
export const dispatcherProductsCall = defineCall({
  method: 'POST',
  path: 'dispatcher/products',
  access: 'session',
  reads: true,
  request: Type.Object(pricedOnce, { additionalProperties: false }),
  response: Type.Object({
    id_branch: IntegerOrNull,
    /** 1: it begins where the asker, an operator of some branches, takes no rides. */
    outside: Flag,
    /** Metres. */
    distance: Type.Number(),
    /** Seconds. */
    duration: Type.Number(),
    polyline: Type.String(),
    /** The source of the route, as of a quote. */
    way: Type.String(),
    products: Type.Array(OfferedProduct),
    tolls: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), price: Type.Number() })),
  }),
})

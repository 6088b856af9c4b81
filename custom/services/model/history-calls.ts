import { Type, type Static } from 'typebox'
import { defineCall, Flag, Id, IdOrNull, NumberOrNull, orNull, TextOrNull, When, WhenOrNull } from '#engine/model'
import { DispatcherService } from './dispatcher-service'
import { RideLeg } from './handover-call'
import { Canceled, ServiceTrackPoint } from './info-call'

const SEE = { module: 'services', right: 'see' } as const
const EDIT = { module: 'services', right: 'edit' } as const

const Way = Type.Object({ distance: NumberOrNull, duration: NumberOrNull })

const FareLine = Type.Object({
  kind: Type.String(),
  amount: Type.Number(),
  rule: Type.String(),
  inputs: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  base: Type.Optional(Type.Object({ of: Type.Array(Type.String()), amount: Type.Number() })),
  source: orNull(Type.Object({ entity: Type.String(), id: Type.Number(), name: Type.String() })),
})

/** Somebody got the service, or lost it: a line of its log in which the driver changed. */
const Custody = Type.Object({
  date: When,
  verb: Type.String(),
  by: TextOrNull,
  note: TextOrNull,
  id_driver: IdOrNull,
  dr_name: TextOrNull,
  was_id_driver: IdOrNull,
  was_dr_name: TextOrNull,
})

/**
 * `GET services/:id/history`: what answers a complaint: the ways planned and driven, the fare line by line, and who had
 * the service.
 */
export const serviceHistoryCall = defineCall({
  method: 'GET',
  path: 'services/:id/history',
  access: 'session',
  request: Type.Object({ id: Id }),
  response: Type.Object({
    service: DispatcherService,
    cost_center: TextOrNull,
    tariff: TextOrNull,
    subscription: TextOrNull,
    cloned_from: IdOrNull,
    /** Metres and seconds: as agreed, and by the driver's phone from start to end. */
    planned: Way,
    driven: orNull(Way),
    /** Of a ride that was handed over with its passenger aboard: its parts, one driver after the other. */
    legs: Type.Array(RideLeg),
    /**
     * Null where there is none, or the asker may not see prices. Amounts in minor units; `agreed` in currency units,
     * what was agreed at first.
     */
    fare: orNull(
      Type.Object({
        id: Id,
        id_tarif: IdOrNull,
        currency: Type.String(),
        exponent: Type.Integer(),
        lines: Type.Array(FareLine),
        total: Type.Number(),
        agreed: NumberOrNull,
      }),
    ),
    /** For staff alone, in currency units. */
    price_fee: NumberOrNull,
    price_driver: NumberOrNull,
    is_fee_edited: Flag,
    custody: Type.Array(Custody),
    /** Of a cancelled one: by whom and why, in words. */
    canceled: orNull(Canceled),
    review: TextOrNull,
    review_why: TextOrNull,
    date_reviewed: WhenOrNull,
    reviewer: TextOrNull,
    can_edit_price_fee: Flag,
    can_edit_price_driver: Flag,
    can_complete_review: Flag,
    can_edit_in_dispatcher: Flag,
    can_edit_extras: Flag,
    can_edit_stops: Flag,
    client_email: TextOrNull,
  }),
})
export type ServiceHistory = Static<typeof serviceHistoryCall.response>

/** What was paid at a stop, in currency units; of services that were put in afterwards. `time_wait` in seconds. */
const stopPrices = {
  price_base: NumberOrNull,
  price_wait: NumberOrNull,
  price_parking: NumberOrNull,
  price_courier: NumberOrNull,
  price_demand: NumberOrNull,
  price_promo: NumberOrNull,
}
export const STOP_PRICES = [
  'price_base',
  'price_wait',
  'price_parking',
  'price_courier',
  'price_demand',
  'price_promo',
] as const

const HistoryStop = Type.Object({
  id: Id,
  position: Type.Integer(),
  lat: NumberOrNull,
  lng: NumberOrNull,
  address: Type.String(),
  name: TextOrNull,
  contact_name: TextOrNull,
  contact_phone: TextOrNull,
  contact_email: TextOrNull,
  notes: TextOrNull,
  date_reached: WhenOrNull,
  date_left: WhenOrNull,
  time_wait: NumberOrNull,
  ...stopPrices,
})
export type HistoryStop = Static<typeof HistoryStop>

/**
 * `GET services/:id/validations`: what its company answered, as `service_validations` lists it to this asker, the last
 * one first.
 */
export const serviceValidationsCall = defineCall({
  method: 'GET',
  path: 'services/:id/validations',
  access: 'session',
  request: Type.Object({ id: Id }),
  response: Type.Object({ items: Type.Array(Type.Record(Type.String(), Type.Unknown())), total: Type.Integer() }),
})

/**
 * `GET services/:id/stops`: the stops with what the map of them shows. Zones are those of the tariff that the service
 * was priced by.
 */
export const serviceStopsCall = defineCall({
  method: 'GET',
  path: 'services/:id/stops',
  access: 'session',
  request: Type.Object({ id: Id }),
  response: Type.Object({
    service: Type.Object({ id: Id, polyline: TextOrNull, state: Type.String(), version: Type.Integer() }),
    stops: Type.Array(HistoryStop),
    trackings: Type.Array(ServiceTrackPoint),
    zones: Type.Array(
      Type.Object({ id: Id, name: Type.String(), color: TextOrNull, path: Type.Array(Type.Array(Type.Number())) }),
    ),
    product: orNull(Type.Object({ id: Id, name: Type.String(), hide_price: Flag })),
  }),
})
export type ServiceStops = Static<typeof serviceStopsCall.response>

/**
 * `GET services/:id/stopsForm`: the stops as they are edited. Prices are asked of services that were put in afterwards.
 */
export const stopsFormCall = defineCall({
  method: 'GET',
  path: 'services/:id/stopsForm',
  access: EDIT,
  request: Type.Object({ id: Id }),
  response: Type.Object({ version: Type.Integer(), has_prices: Flag, stops: Type.Array(HistoryStop) }),
})

const Text = (maxLength: number) => Type.Optional(orNull(Type.String({ maxLength })))
const Price = Type.Optional(orNull(Type.Number({ minimum: 0, maximum: 1_000_000_000 })))

/**
 * `POST services/:id/stopsCreate`: what is said of the stops of a service, and of one that was put in afterwards what
 * each of them cost.
 */
export const stopsCreateCall = defineCall({
  method: 'POST',
  path: 'services/:id/stopsCreate',
  access: EDIT,
  request: Type.Object({
    id: Id,
    version: Type.Optional(Type.Integer({ minimum: 1 })),
    stops: Type.Array(
      Type.Object({
        id: Id,
        address: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
        name: Text(100),
        contact_name: Text(100),
        contact_phone: Text(30),
        contact_email: Text(255),
        notes: Text(500),
        time_wait: Type.Optional(orNull(Type.Integer({ minimum: 0, maximum: 86_400 }))),
        price_base: Price,
        price_wait: Price,
        price_parking: Price,
        price_courier: Price,
        price_demand: Price,
        price_promo: Price,
      }),
      { minItems: 1, maxItems: 100 },
    ),
  }),
  response: Type.Object({ msg: Type.String() }),
})

const Amount = Type.Number({ minimum: 0, maximum: 1_000_000_000 })
const Version = Type.Optional(Type.Integer({ minimum: 1 }))

/** `POST services/:id/updatePriceFee {price_fee}`: what the house keeps of the service; the driver gets the rest. */
export const updatePriceFeeCall = defineCall({
  method: 'POST',
  path: 'services/:id/updatePriceFee',
  access: EDIT,
  request: Type.Object({ id: Id, version: Version, price_fee: Amount }),
  response: Type.Object({ price_fee: Type.Number(), price_driver: Type.Number(), msg: Type.String() }),
})

/** `POST services/:id/updatePriceDriver {price_driver}`: what the driver gets; the house keeps the rest. */
export const updatePriceDriverCall = defineCall({
  method: 'POST',
  path: 'services/:id/updatePriceDriver',
  access: EDIT,
  request: Type.Object({ id: Id, version: Version, price_driver: Amount }),
  response: Type.Object({ price_fee: Type.Number(), price_driver: Type.Number(), msg: Type.String() }),
})

/**
 * `POST services/:id/updateSubscription {id_subscription}`: the subscription by which the driver's share is worked out
 * again; null: none.
 */
export const updateSubscriptionCall = defineCall({
  method: 'POST',
  path: 'services/:id/updateSubscription',
  access: EDIT,
  request: Type.Object({ id: Id, version: Version, id_subscription: IdOrNull }),
  response: Type.Object({ msg: Type.String() }),
})

/**
 * `POST review_services/finalize {id_services}`: ends the review of services, one by one: each that could not be says
 * why.
 */
export const finalizeReviewCall = defineCall({
  method: 'POST',
  alsoGet: true,
  path: 'review_services/finalize',
  access: EDIT,
  request: Type.Object({
    id_services: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
    ids: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
    id: Type.Optional(Id),
  }),
  response: Type.Object({
    results: Type.Array(Type.Object({ id: Id, ok: Type.Boolean(), msg: Type.String() })),
    msg: Type.String(),
  }),
})

/** `GET services/createdBys`: the kinds of people who make services, as the list is filtered by them. */
export const createdBysCall = defineCall({
  method: 'GET',
  path: 'services/createdBys',
  access: SEE,
  request: Type.Object({}),
  response: Type.Object({ items: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })) }),
})

/**
 * `POST services/mailReceipt {id, email?}`: sends the client their receipt, in their language; without an address to
 * their own.
 */
export const mailReceiptCall = defineCall({
  method: 'POST',
  path: 'services/mailReceipt',
  access: EDIT,
  request: Type.Object({ id: Id, email: Type.Optional(orNull(Type.String({ maxLength: 255 }))) }),
  response: Type.Object({ email: Type.String(), msg: Type.String() }),
})

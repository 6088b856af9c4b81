import { Type, type Static } from 'typebox'
import { defineCall, Id, orNull, TextOrNull } from '#engine/model'
import { MAX_REASON } from '../../services/model'
import { bookingItem } from './booking-item'
import { idWidget, PricedProduct, WidgetPayment } from './widget-calls'

/** A client's session (`Authorization: Bearer <token>`), as `client/auth/login` and `register` open it. */
const CLIENT = 'session' as const

/**
 * `POST client/widgets/:id_widget/fare`: what the chosen product costs this client, by their company's prices where
 * they have one, and how they may pay.
 */
export const clientFareCall = defineCall({
  method: 'POST',
  path: '../client/widgets/:id_widget/fare',
  access: CLIENT,
  reads: true,
  request: Type.Object({ ...idWidget, ...bookingItem, id_product: Id, id_payment: Type.Optional(orNull(Id)) }),
  response: Type.Object({
    fare_product: PricedProduct,
    payments: Type.Array(WidgetPayment),
    /** Whether the client's company asks why they ride, and what of its limits is left to them, as a sentence. */
    trip_reason: Type.Union([Type.Literal('none'), Type.Literal('optional'), Type.Literal('required')]),
    limit_text: TextOrNull,
    /** Proofs of both prices, for `createService`; null: there is none. */
    quote: TextOrNull,
    quote_return: TextOrNull,
    /** Until when they hold. */
    expires: TextOrNull,
    distance: Type.Number(),
    duration: Type.Number(),
    polyline: Type.String(),
  }),
})
export type ClientFare = Static<typeof clientFareCall.response>

/**
 * `POST client/me/addPromotion {code}`: whether the client may use a code now; the trip is judged when it is priced
 * with it. 422 at `code` with the reason.
 */
export const addPromotionCall = defineCall({
  method: 'POST',
  path: '../client/me/addPromotion',
  access: CLIENT,
  request: Type.Object({ code: Type.String({ minLength: 1, maxLength: 30 }) }),
  response: Type.Object({
    code: Type.String(),
    name: Type.String(),
    /** `20 %`, `S/ 5.00`. */ str_amount: Type.String(),
    msg: Type.String(),
  }),
})

/**
 * `POST client/widgets/:id_widget/createService`: books the trip there and, with a return, the one back; both or
 * neither.
 */
export const createServiceCall = defineCall({
  method: 'POST',
  path: '../client/widgets/:id_widget/createService',
  access: CLIENT,
  request: Type.Object({
    ...idWidget,
    ...bookingItem,
    id_product: Id,
    id_payment: Id,
    notes: Type.Optional(orNull(Type.String({ maxLength: 1000 }))),
    trip_reason: Type.Optional(orNull(Type.String({ maxLength: MAX_REASON }))),
    quote: Type.Optional(orNull(Type.String({ maxLength: 100_000 }))),
    quote_return: Type.Optional(orNull(Type.String({ maxLength: 100_000 }))),
    /** Sent again after a lost answer, it books nothing twice. */
    idempotency: Type.String({ minLength: 8, maxLength: 64 }),
  }),
  response: Type.Object({
    /** Of the trip there; `id_service_return` of the one back. */
    id_service: Id,
    id_service_return: orNull(Id),
    /** What is next (spec 2 §4): pay first, or it is done. */
    msg: Type.Union([Type.Literal('go_payment_prepaid'), Type.Literal('created')]),
    /** `Su reserva ha sido creada con éxito.`, or what it still waits for. */
    text: Type.String(),
    /** Address of the page on which the ride is followed. */
    url: Type.String(),
  }),
})
export type ServiceCreated = Static<typeof createServiceCall.response>

/**
 * `GET client/widgets/createLinkPrepaid {id_service}`: the page of the payment's gateway, for the trip there and the
 * one back together.
 */
export const createLinkPrepaidCall = defineCall({
  method: 'GET',
  path: '../client/widgets/createLinkPrepaid',
  access: CLIENT,
  request: Type.Object({ id_service: Id }),
  response: Type.Object({
    link: Type.String(),
    /** Until when it can be paid. */ expires: Type.String(),
    amount_text: Type.String(),
  }),
})

/** `GET client/widgets/checkPaid {id_service}`: asked when the window has the focus again. */
export const checkPaidCall = defineCall({
  method: 'GET',
  path: '../client/widgets/checkPaid',
  access: CLIENT,
  request: Type.Object({ id_service: Id }),
  response: Type.Object({
    paid: Type.Boolean(),
    /**
     * `pending` it is waited for; `paid`; `expired` too late, the booking is over; `failed` it was refused, and may be
     * tried again.
     */
    state: Type.Union([Type.Literal('pending'), Type.Literal('paid'), Type.Literal('expired'), Type.Literal('failed')]),
    /** What is said once it is paid: `Su reserva ha sido creada con éxito.` Null: it is not. */
    text: TextOrNull,
  }),
})

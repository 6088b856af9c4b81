import { Type, type Static } from 'typebox'
import { defineCall, Id, orNull, TextOrNull } from '#engine/model'
import { bookingItem, VoucherCode } from './booking-item'
import { Solved } from './client-auth-calls'

/**
 * `GET client/vouchers {code, id_widget}`: whose invitation it is, and where it leads. 422 at `voucher` alike for one
 * that is unknown, over or used up.
 */
export const voucherCall = defineCall({
  method: 'GET',
  path: '../client/vouchers',
  access: 'public',
  request: Type.Object({ code: VoucherCode, id_widget: Id }),
  response: Type.Object({
    code: Type.String(),
    name: Type.String(),
    company: Type.String(),
    valid_to: Type.String(),
    /** Where each ride begins or ends. */
    place: TextOrNull,
  }),
})
export type GuestVoucher = Static<typeof voucherCall.response>

/**
 * `POST client/vouchers/book`: a guest books at the company's expense, without an account; 422 at the box that is
 * wrong.
 */
export const bookGuestCall = defineCall({
  method: 'POST',
  path: '../client/vouchers/book',
  access: 'public',
  request: Type.Object({
    id_widget: Id,
    code: VoucherCode,
    ...bookingItem,
    id_product: Id,
    name: Type.String({ minLength: 1, maxLength: 100 }),
    phone: Type.String({ minLength: 1, maxLength: 40 }),
    email: Type.Optional(orNull(Type.String({ maxLength: 255 }))),
    notes: Type.Optional(orNull(Type.String({ maxLength: 1000 }))),
    proof: Solved,
    /** Sent again after a lost answer, it books nothing twice. */
    idempotency: Type.String({ minLength: 8, maxLength: 60 }),
  }),
  response: Type.Object({
    id_service: Id,
    id_service_return: orNull(Id),
    msg: Type.Literal('created'),
    text: Type.String(),
    /** Address of the page on which the ride is followed. */
    url: Type.String(),
  }),
})

/** `POST vouchers/invite {id, email}`: the code and its link go to a guest. */
export const voucherInviteCall = defineCall({
  method: 'POST',
  path: 'vouchers/invite',
  access: { module: 'vouchers', right: 'edit' },
  request: Type.Object({ id: Id, email: Type.String({ minLength: 3, maxLength: 255 }) }),
  response: Type.Object({ url: Type.String(), msg: Type.String() }),
})

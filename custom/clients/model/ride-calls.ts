import { Type } from 'typebox'
import { defineCall, Id, IdOrNull, NumberOrNull, orNull, TextOrNull, WhenOrNull } from '#engine/model'
import { TrackedState, TrackedVehicle } from '../../tracking/model'
import { OwnMovement } from '../../wallets/model'
import { ClaimShown, ClientRide, RideDriver, WholeRide } from './ride-wire'

/** A client's session (`client/auth/login`). Another's ride is 404 in every call, as one that is not there. */
const CLIENT = 'session' as const
const one = { id: Id }

/** `GET client/me`: who is logged in. */
export const clientMeCall = defineCall({
  method: 'GET',
  path: '../client/me',
  access: CLIENT,
  request: Type.Object({}),
  response: Type.Object({
    id: Id,
    name: Type.String(),
    surname: TextOrNull,
    email: TextOrNull,
    phone: TextOrNull,
    company: TextOrNull,
    may_book: Type.Boolean(),
    /** What is in the wallet, where clients have one. */
    wallet_text: TextOrNull,
  }),
})

/**
 * `GET client/rides {kind, before?}`: those before the client in the order of their time (50), or those behind them,
 * the last first, 20 at a time: `before` is the last id shown.
 */
export const clientRidesCall = defineCall({
  method: 'GET',
  path: '../client/rides',
  access: CLIENT,
  request: Type.Object({ kind: Type.Union([Type.Literal('active'), Type.Literal('past')]), before: Type.Optional(Id) }),
  response: Type.Object({ items: Type.Array(ClientRide), more: Type.Boolean() }),
})

/** `GET client/rides/:id`. */
export const clientRideCall = defineCall({
  method: 'GET',
  path: '../client/rides/:id',
  access: CLIENT,
  request: Type.Object(one),
  response: WholeRide,
})

/**
 * `GET client/rides/:id/position {since?}`: what changes while a ride is watched, polled at the interval of the
 * settings.
 */
export const clientPositionCall = defineCall({
  method: 'GET',
  path: '../client/rides/:id/position',
  access: CLIENT,
  request: Type.Object({ ...one, since: Type.Optional(Type.String({ maxLength: 40 })) }),
  response: Type.Object({
    state: TrackedState,
    driver_card: orNull(RideDriver),
    vehicle: orNull(TrackedVehicle),
    date_eta: WhenOrNull,
  }),
})

/** `GET client/rides/:id/cancelCost`: what `cancel` charges now, to be told before it. */
export const clientCancelCostCall = defineCall({
  method: 'GET',
  path: '../client/rides/:id/cancelCost',
  access: CLIENT,
  request: Type.Object(one),
  response: Type.Object({ /** Null: the product hides its prices. */ price_cancel: NumberOrNull, msg: Type.String() }),
})

/**
 * `POST client/rides/:id/cancel {price_cancel, reason?}`: refused (409 `CONFLICT`) where it costs more than the client
 * was told. Again is as done.
 */
export const clientCancelCall = defineCall({
  method: 'POST',
  path: '../client/rides/:id/cancel',
  access: CLIENT,
  request: Type.Object({
    ...one,
    price_cancel: orNull(Type.Number({ minimum: 0 })),
    reason: Type.Optional(orNull(Type.String({ maxLength: 200 }))),
  }),
  response: Type.Object({ state: TrackedState, price_cancel: NumberOrNull, msg: Type.String() }),
})

/**
 * `POST client/rides/:id/rate {stars, comment?}`: the driver of a finished ride, for 14 days; sent again it changes
 * what was said.
 */
export const clientRateCall = defineCall({
  method: 'POST',
  path: '../client/rides/:id/rate',
  access: CLIENT,
  request: Type.Object({
    ...one,
    stars: Type.Integer(),
    comment: Type.Optional(orNull(Type.String({ maxLength: 500 }))),
  }),
  response: Type.Object({ stars: Type.Integer(), msg: Type.String() }),
})

/**
 * `POST client/rides/:id/tip {amount}`: from the client's wallet to the driver's, once for a ride; the same amount
 * again is as done.
 */
export const clientTipCall = defineCall({
  method: 'POST',
  path: '../client/rides/:id/tip',
  access: CLIENT,
  request: Type.Object({ ...one, amount: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }) }),
  response: Type.Object({ tip_text: Type.String(), wallet_text: Type.String(), msg: Type.String() }),
})

/** `POST client/rides/:id/receipt`: the receipt of a finished ride as a pdf, to the client's own address. */
export const clientReceiptCall = defineCall({
  method: 'POST',
  path: '../client/rides/:id/receipt',
  access: CLIENT,
  request: Type.Object(one),
  response: Type.Object({ email: Type.String(), msg: Type.String() }),
})

/** `POST client/rides/:id/share`: a link by which others follow the ride. */
export const clientShareCall = defineCall({
  method: 'POST',
  path: '../client/rides/:id/share',
  access: CLIENT,
  request: Type.Object(one),
  response: Type.Object({ url: Type.String(), date_expires: Type.String() }),
})

/**
 * `POST client/rides/:id/claims {kind, text, idempotency}`: a complaint, or something left in the vehicle; the answer
 * comes by mail and stands with the ride.
 */
export const clientClaimCall = defineCall({
  method: 'POST',
  path: '../client/rides/:id/claims',
  access: CLIENT,
  request: Type.Object({
    ...one,
    kind: Type.Union([Type.Literal('complaint'), Type.Literal('lost_item')]),
    text: Type.String({ maxLength: 1000 }),
    /** Sent again after a lost answer, it is one. */
    idempotency: Type.String({ minLength: 8, maxLength: 64 }),
  }),
  response: Type.Object({ claim: ClaimShown, msg: Type.String() }),
})

/**
 * `GET client/wallet {before?}`: what is in the client's own wallet and its movements, 20 at a time, with the amounts as
 * they are read. 409 where clients have none.
 */
export const clientWalletCall = defineCall({
  method: 'GET',
  path: '../client/wallet',
  access: CLIENT,
  request: Type.Object({ before: Type.Optional(Id) }),
  response: Type.Object({
    balance: Type.Number(),
    balance_text: Type.String(),
    items: Type.Array(Type.Object({ ...OwnMovement.properties, amount_text: Type.String(), balance_text: TextOrNull })),
    more: Type.Boolean(),
  }),
})

/** `GET client/promotions`: those that this client may use now: granted to them, or for everybody. */
export const clientPromotionsCall = defineCall({
  method: 'GET',
  path: '../client/promotions',
  access: CLIENT,
  request: Type.Object({}),
  response: Type.Object({
    items: Type.Array(
      Type.Object({
        code: Type.String(),
        name: Type.String(),
        amount_text: Type.String(),
        valid_to: TextOrNull,
        granted: Type.Boolean(),
      }),
    ),
  }),
})

/**
 * `GET client/page`: what the clients' page begins with, for everybody: its texts, and the widget by which it books.
 */
export const clientPageCall = defineCall({
  method: 'GET',
  path: '../client/page',
  access: 'public',
  request: Type.Object({}),
  response: Type.Object({
    brand: Type.String(),
    logo: TextOrNull,
    language: Type.String(),
    timezone: Type.String(),
    /** Seconds between two looks at a ride. */
    interval: Type.Number(),
    id_widget: IdOrNull,
    tiles: Type.Object({ url: Type.String(), attribution: Type.String(), link: Type.String() }),
    words: Type.Record(Type.String(), Type.String()),
  }),
})

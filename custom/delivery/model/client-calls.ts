import { Type, type Static } from 'typebox'
import { defineCall, Id, IdOrNull, NumberOrNull, orNull, TextOrNull, WhenOrNull } from '#engine/model'

/** A client's session (`client/auth/login`). Another's order is 404 in every call, as one that is not there. */
const CLIENT = 'session' as const

const Place = Type.Object({
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lng: Type.Number({ minimum: -180, maximum: 180 }),
  address: Type.String({ minLength: 1, maxLength: 160 }),
})

/** Whether a store takes orders now, or why not. */
const Opening = {
  open: Type.Boolean(),
  why: orNull(
    Type.Union([
      Type.Literal('inactive'),
      Type.Literal('paused'),
      Type.Literal('day'),
      Type.Literal('hours'),
      Type.Literal('place'),
      Type.Literal('area'),
    ]),
  ),
  /** As people read it: `Abierta hasta las 22:30`, `Abre mañana a las 11:00`. */
  text: Type.String(),
  closes: WhenOrNull,
  opens: WhenOrNull,
}

/** A store as clients see it. */
const StoreShown = Type.Object({
  id: Id,
  slug: TextOrNull,
  name: Type.String(),
  type: TextOrNull,
  pic: TextOrNull,
  description: TextOrNull,
  address: TextOrNull,
  phone: TextOrNull,
  ...Opening,
  /** Minutes until an order is ready. */
  prep_minutes: Type.Integer(),
  /** Metres to the place that was asked for; null: none was. */
  distance: NumberOrNull,
})
export type StoreShown = Static<typeof StoreShown>

/** `GET client/delivery/stores {lat, lng, q?}`: stores that deliver there, the open and near ones first; 50 at most. */
export const nearStoresCall = defineCall({
  method: 'GET',
  path: '../client/delivery/stores',
  access: 'public',
  request: Type.Object({
    lat: Type.Number({ minimum: -90, maximum: 90 }),
    lng: Type.Number({ minimum: -180, maximum: 180 }),
    q: Type.Optional(Type.String({ maxLength: 60 })),
  }),
  response: Type.Object({ items: Type.Array(StoreShown) }),
})

const MenuOption = Type.Object({
  id: Id,
  name: Type.String(),
  price: Type.Number(),
  price_text: Type.String(),
  sold_out: Type.Boolean(),
})
const MenuGroup = Type.Object({
  id: Id,
  name: Type.String(),
  minimum: Type.Integer(),
  maximum: Type.Integer(),
  options: Type.Array(MenuOption),
})
const MenuArticle = Type.Object({
  id: Id,
  name: Type.String(),
  description: TextOrNull,
  pic: TextOrNull,
  price: Type.Number(),
  price_text: Type.String(),
  sold_out: Type.Boolean(),
  groups: Type.Array(MenuGroup),
})
export type MenuArticle = Static<typeof MenuArticle>
const MenuSection = Type.Object({ id: Id, name: Type.String(), articles: Type.Array(MenuArticle) })

/** `GET client/delivery/stores/:slug/menu {lat?, lng?}`: a store by the address of its page, or by its id. */
export const storeMenuCall = defineCall({
  method: 'GET',
  path: '../client/delivery/stores/:slug/menu',
  access: 'public',
  request: Type.Object({
    slug: Type.String({ minLength: 1, maxLength: 60 }),
    lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    lng: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
  }),
  response: Type.Object({
    store: StoreShown,
    sections: Type.Array(MenuSection),
    /** What the page of the store is drawn with. */
    page: Type.Object({
      brand: Type.String(),
      logo: TextOrNull,
      language: Type.String(),
      timezone: Type.String(),
      /** Seconds between two looks at an order. */
      interval: Type.Number(),
      /** The widget whose places and accounts the page uses; null: none is on, so nobody can order. */
      id_widget: IdOrNull,
      /** How amounts are written. */
      money: Type.Object({
        coin: Type.String(),
        coin_space: Type.Boolean(),
        decimals_visible: Type.Integer(),
        decimals_separator: Type.String(),
        thousands_separator: Type.String(),
      }),
      words: Type.Record(Type.String(), Type.String()),
    }),
    /** How it may be paid, in the order of the house. */
    payments: Type.Array(Type.Object({ id: Id, name: Type.String(), type: Type.String() })),
  }),
})
export type StoreMenu = Static<typeof storeMenuCall.response>

const MAX_LINES = 60
const OrderLine = Type.Object({
  id_article: Id,
  quantity: Type.Integer({ minimum: 1, maximum: 99 }),
  notes: Type.Optional(orNull(Type.String({ maxLength: 160 }))),
  options: Type.Optional(
    Type.Array(Type.Object({ id: Id, quantity: Type.Integer({ minimum: 1, maximum: 20 }) }), { maxItems: 40 }),
  ),
})
export type OrderLine = Static<typeof OrderLine>

const Priced = {
  lines: Type.Array(
    Type.Object({
      id_article: Id,
      name: Type.String(),
      quantity: Type.Integer(),
      options: Type.Array(Type.String()),
      price_text: Type.String(),
    }),
  ),
  price_articles: Type.Number(),
  price_delivery: Type.Number(),
  price_total: Type.Number(),
  price_articles_text: Type.String(),
  price_delivery_text: Type.String(),
  price_total_text: Type.String(),
}

/**
 * `POST client/delivery/quote {id_store, place, lines}`: what an order costs and when it comes, with its proof. 422 at
 * `lines.<n>` or `place`; 409 with the reason where the store is closed.
 */
export const orderQuoteCall = defineCall({
  method: 'POST',
  path: '../client/delivery/quote',
  access: 'public',
  reads: true,
  guest_bytes: 32_000,
  request: Type.Object({
    id_store: Id,
    place: Place,
    lines: Type.Array(OrderLine, { minItems: 1, maxItems: MAX_LINES }),
  }),
  response: Type.Object({
    ...Priced,
    /** Minutes until it is at the door. */
    minutes: Type.Integer(),
    token: Type.String(),
    /** ISO 8601 UTC. */
    expires: Type.String(),
  }),
})
export type OrderQuote = Static<typeof orderQuoteCall.response>

/** How far an order has come, as its client sees it. */
const OrderState = Type.Union([
  Type.Literal('new'),
  Type.Literal('preparing'),
  Type.Literal('ready'),
  Type.Literal('sent'),
  Type.Literal('delivered'),
  Type.Literal('rejected'),
])
export type OrderState = Static<typeof OrderState>

const OrderShown = Type.Object({
  id: Id,
  store: Type.String(),
  slug: TextOrNull,
  state: OrderState,
  state_text: Type.String(),
  date_created: Type.String(),
  /** When the store wants to have it ready. */
  date_ready: WhenOrNull,
  reason: TextOrNull,
  address: TextOrNull,
  ...Priced,
  /** Who brings it, once somebody does. */
  courier: orNull(
    Type.Object({ name: Type.String(), /** The ride that brings it (`client/rides/:id`). */ id_service: IdOrNull }),
  ),
  may_cancel: Type.Boolean(),
  /** What whoever brings it asks for, until it is there. */
  code: TextOrNull,
  /** What went wrong with it, in words. */
  incidents: Type.Array(Type.String()),
})
export type OrderShown = Static<typeof OrderShown>

/**
 * `POST client/delivery/orders {token, id_payment, ...}`: the order of a quote, once by its `idempotency`. 409 where
 * the quote is over, the menu or the price has changed since (`why`), or the store has closed.
 */
export const orderCreateCall = defineCall({
  method: 'POST',
  path: '../client/delivery/orders',
  access: CLIENT,
  request: Type.Object({
    token: Type.String({ maxLength: 20_000 }),
    id_payment: IdOrNull,
    idempotency: Type.String({ minLength: 8, maxLength: 60 }),
    reference: Type.Optional(orNull(Type.String({ maxLength: 160 }))),
    notes: Type.Optional(orNull(Type.String({ maxLength: 500 }))),
  }),
  response: Type.Object({ order: OrderShown, msg: Type.String() }),
})

/** `GET client/delivery/orders`: the client's own, the last first, 20 at most. */
export const ownOrdersCall = defineCall({
  method: 'GET',
  path: '../client/delivery/orders',
  access: CLIENT,
  request: Type.Object({}),
  response: Type.Object({ items: Type.Array(OrderShown) }),
})

/** `GET client/delivery/orders/:id`. */
export const ownOrderCall = defineCall({
  method: 'GET',
  path: '../client/delivery/orders/:id',
  access: CLIENT,
  request: Type.Object({ id: Id }),
  response: OrderShown,
})

/**
 * `POST client/delivery/orders/:id/cancel`: while the store has not accepted it. Again is as done; 409 once it is too
 * late.
 */
export const orderCancelCall = defineCall({
  method: 'POST',
  path: '../client/delivery/orders/:id/cancel',
  access: CLIENT,
  request: Type.Object({ id: Id }),
  response: Type.Object({ order: OrderShown, msg: Type.String() }),
})

import { Type, type Static } from 'typebox'
import { defineCall, Flag, Id, Latitude, Longitude, NumberOrNull, orNull, TextOrNull } from '#engine/model'
import { bookingItem, VoucherCode } from './booking-item'

const PUBLIC = 'public' as const
export const idWidget = { id_widget: Id }

const Place = Type.Object({
  id: Id,
  name: Type.String(),
  address: Type.String(),
  lat: Type.Number(),
  lng: Type.Number(),
  icon: Type.String(),
  color: Type.String(),
})

/** A product that the widget offers; whether it suits a trip is said by the prices. */
const WidgetProduct = Type.Object({
  id: Id,
  name: Type.String(),
  surname: TextOrNull,
  pic: TextOrNull,
  bu_name: TextOrNull,
  bu_icon: TextOrNull,
  capacity_1: Type.Integer(),
  accept_return: Flag,
  hide_price: Flag,
  allow_service_inmediate: Flag,
  allow_service_scheduled: Flag,
  /** Minutes. */
  min_time_to_schedule: Type.Number(),
})
export type WidgetProduct = Static<typeof WidgetProduct>

export const WidgetPayment = Type.Object({
  id: Id,
  name: Type.String(),
  type: Type.String(),
  description: TextOrNull,
  pic: TextOrNull,
})
export type WidgetPayment = Static<typeof WidgetPayment>

const Line = Type.Object({ width: Type.Integer(), color: Type.String() })
/** How the frame looks; pixels. A height of 0: automatic; a width of 0: full (spec 2 §5). */
export const WidgetAppearance = Type.Object({
  background: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  border: Line,
  boxShadow: Line,
  borderRadius: Type.Integer(),
})
export type WidgetAppearance = Static<typeof WidgetAppearance>

/**
 * `GET client/widgets/:id_widget`: what the visitor's page begins with. 404 alike for a widget that is unknown and for
 * one that is switched off.
 */
export const widgetPageCall = defineCall({
  method: 'GET',
  path: '../client/widgets/:id_widget',
  access: PUBLIC,
  request: Type.Object({ ...idWidget }),
  response: Type.Object({
    id: Id,
    name: Type.String(),
    brand: Type.String(),
    logo: TextOrNull,
    language: Type.String(),
    /** IANA: the clock that hours are chosen by. */
    timezone: Type.String(),
    appearance: WidgetAppearance,
    gtm_code: TextOrNull,
    /** `0` any place; `1` origin or destination is one of `locations`; `2` both are. */
    address_restriction: Type.Union([Type.Literal('0'), Type.Literal('1'), Type.Literal('2')]),
    locations: Type.Array(Place),
    products: Type.Array(WidgetProduct),
    payments: Type.Array(WidgetPayment),
    /** The most passengers of any product: the highest `capacity_1`. */
    max_capacity: Type.Integer(),
    /** Days ahead that a trip may be booked for. */
    max_days_ahead: Type.Integer(),
    /** Where the map begins. */
    center: Type.Object({ lat: Type.Number(), lng: Type.Number() }),
    tiles: Type.Object({ url: Type.String(), attribution: Type.String(), link: Type.String() }),
    /** The page's own texts, in the asker's language, by the names of `page-words.ts`. */
    words: Type.Record(Type.String(), Type.String()),
  }),
})
export type WidgetPage = Static<typeof widgetPageCall.response>

const Found = Type.Object({
  id: Type.String(),
  name: Type.String(),
  address: Type.String(),
  lat: NumberOrNull,
  lng: NumberOrNull,
})
/** Made by the browser; joins the suggestions of one search and the `place` that ends it. */
const SessionToken = Type.Optional(Type.String({ minLength: 8, maxLength: 64, pattern: '^[\\w-]+$' }))

/**
 * `POST client/widgets/:id_widget/places {query, lat?, lng?}`: the widget's own places first, then, unless it allows
 * those alone, up to ten of the map.
 */
export const widgetPlacesCall = defineCall({
  method: 'POST',
  path: '../client/widgets/:id_widget/places',
  access: PUBLIC,
  reads: true,
  request: Type.Object({
    ...idWidget,
    query: Type.String({ maxLength: 200 }),
    sessiontoken: SessionToken,
    lat: Type.Optional(Latitude),
    lng: Type.Optional(Longitude),
  }),
  response: Type.Object({ items: Type.Array(Found) }),
})
export type WidgetFoundPlace = Static<typeof Found>

/** `GET client/widgets/:id_widget/place {id}`: where a suggestion without coordinates is. */
export const widgetPlaceCall = defineCall({
  method: 'GET',
  path: '../client/widgets/:id_widget/place',
  access: PUBLIC,
  request: Type.Object({ ...idWidget, id: Type.String({ minLength: 1, maxLength: 500 }), sessiontoken: SessionToken }),
  response: Type.Object({ name: Type.String(), address: Type.String(), lat: Type.Number(), lng: Type.Number() }),
})

/** `GET client/widgets/:id_widget/geocode {lat, lng}`: what is at a point that was chosen on the map. */
export const widgetGeocodeCall = defineCall({
  method: 'GET',
  path: '../client/widgets/:id_widget/geocode',
  access: PUBLIC,
  request: Type.Object({ ...idWidget, lat: Latitude, lng: Longitude }),
  response: Type.Object({ name: Type.String(), address: Type.String() }),
})

/** A product with what the trip costs by it; money in the currency's units. */
export const PricedProduct = Type.Intersect([
  WidgetProduct,
  Type.Object({
    /** There, and back; null: hidden, none, or no return is asked for. */
    price: NumberOrNull,
    price_return: NumberOrNull,
    /** Both; null where one is missing. Tolls are in it. */
    total: NumberOrNull,
    /** What the promotion takes off, of both. */
    price_promo: NumberOrNull,
    /** The same as the company writes money: `S/ 12.50`. */
    price_text: TextOrNull,
    price_return_text: TextOrNull,
    total_text: TextOrNull,
    /** Why it cannot be booked for this trip, as a sentence; null: it can. */
    error: TextOrNull,
  }),
])
export type PricedProduct = Static<typeof PricedProduct>

/**
 * `POST widgets/:id/fare`: every product of the widget for a trip, with its price or why it has none, as for anybody
 * without a company. With a voucher: what its company pays for, without prices, which are the company's; 422 at
 * `voucher`, or at the box that its rules refuse.
 */
export const widgetFareCall = defineCall({
  method: 'POST',
  path: 'widgets/:id/fare',
  access: PUBLIC,
  reads: true,
  request: Type.Object({ id: Id, ...bookingItem, voucher: Type.Optional(orNull(VoucherCode)) }),
  response: Type.Object({
    products: Type.Array(PricedProduct),
    /** Metres and seconds, one way. */
    distance: Type.Number(),
    duration: Type.Number(),
    /** Encoded, five decimals; empty where no way is known. */
    polyline: Type.String(),
    /** Why nothing can be priced at all (places, dates); null: something can. */
    error: orNull(Type.String()),
  }),
})
export type WidgetFare = Static<typeof widgetFareCall.response>

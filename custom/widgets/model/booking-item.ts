import { Type, type Static } from 'typebox'
import { Latitude, Longitude, orNull, WhenOrNull } from '#engine/model'

/** The two kinds of a request (spec 2 §9). A return is a service of its own, with its own driver and price. */
const TYPE_REQUESTS = ['no_return', 'with_return'] as const
export type TypeRequest = (typeof TYPE_REQUESTS)[number]

export const WidgetPlace = Type.Object(
  {
    address: Type.String({ minLength: 1, maxLength: 300 }),
    lat: Latitude,
    lng: Longitude,
    name: Type.Optional(orNull(Type.String({ maxLength: 100 }))),
  },
  { additionalProperties: false },
)
export type WidgetPlace = Static<typeof WidgetPlace>

/** As it is typed: in any case, with or without its dashes. */
export const VoucherCode = Type.String({ minLength: 1, maxLength: 30 })

/** A trip as a visitor asks for it (spec 2 §3, Widget booking item). */
export const bookingItem = {
  org: WidgetPlace,
  dst: WidgetPlace,
  /** ISO 8601; null or absent: now. Required with a return. */
  date_start: Type.Optional(WhenOrNull),
  /** Not before `date_start`; only of `with_return`. */
  date_return: Type.Optional(WhenOrNull),
  type_request: Type.Union([Type.Literal('no_return'), Type.Literal('with_return')]),
  capacity_1: Type.Integer({ minimum: 1, maximum: 60 }),
  /** Code of a promotion. */
  promotion: Type.Optional(orNull(Type.String({ maxLength: 30 }))),
}

import { Type } from 'typebox'
import { defineCall, Id, NumberOrNull, TextOrNull, When } from '#engine/model'
import { EditedPrice, pricedTrip } from './trip'

/** Maximum number of dates in one booking. */
export const MAX_DATES = 60

/** `POST dispatcher/dates`: what each date of a booking costs, since each becomes a service of its own. */
export const dispatcherDatesCall = defineCall({
  method: 'POST',
  path: 'dispatcher/dates',
  access: 'session',
  reads: true,
  request: Type.Object(
    {
      id_product: Id,
      /** ISO 8601. */
      dates: Type.Array(When, { minItems: 1, maxItems: MAX_DATES }),
      ...pricedTrip,
      /** For operators, where the tariff allows it. */
      price_edited: Type.Optional(EditedPrice),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({
    /** In the order of the dates. */
    items: Type.Array(
      Type.Object({
        /** As requested. */
        date: Type.String(),
        /** With tolls, in currency units; null: hidden from the asker, or there is none. */
        price: NumberOrNull,
        /** Why there is no price, as a sentence. */
        error: TextOrNull,
      }),
    ),
    /** Of all dates, in currency units; null where one of them has no price. */
    total: NumberOrNull,
  }),
})

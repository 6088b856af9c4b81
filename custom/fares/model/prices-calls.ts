import { Type, type Static } from 'typebox'
import { defineCall, Id, TextOrNull } from '#engine/model'

/** Prices that one call may save: a matrix of a hundred zones. */
export const MAX_PRICES = 10_000

/**
 * In the currency's units; a text where a number would not be exact; null: no price, so the tariff's distance and time
 * count.
 */
const Amount = Type.Union([Type.Number(), Type.String({ maxLength: 40 }), Type.Null()])

/** The stored price of one direction between two zones. */
const Price = Type.Object({ id: Id, id_zone_from: Id, id_zone_to: Id, amount: Amount, version: Type.Integer() })
export type Price = Static<typeof Price>

/** `GET tarifs/:id_tarif/prices`: a tariff's zones and the prices between them; a pair that has none is absent. */
export const priceMatrixCall = defineCall({
  method: 'GET',
  path: 'tarifs/:id_tarif/prices',
  access: { module: 'tarifs', right: 'see' },
  request: Type.Object({ id_tarif: Id }),
  response: Type.Object({
    tarif: Type.Object({ id: Id, name: Type.String(), type: Type.String() }),
    /** Whether the asker may change these prices. */
    can_edit: Type.Boolean(),
    /** By name. */
    zones: Type.Array(Type.Object({ id: Id, name: Type.String(), color: TextOrNull })),
    prices: Type.Array(Price),
  }),
})

/**
 * `POST prices/save`: sets amounts, all of them or none. A price is named by its `id`, or by its two zones (of one
 * tariff), whether it existed before or not. `version` is the one that was read, 0 where there was none: if somebody
 * has changed one of them since, the answer is 409 with all such prices in `conflicts` (`PriceConflict`). Without a
 * version the amount is set in any case.
 */
export const savePricesCall = defineCall({
  method: 'POST',
  path: 'prices/save',
  access: { module: 'tarifs', right: 'edit' },
  request: Type.Object({
    prices: Type.Array(
      Type.Object(
        {
          id: Type.Optional(Id),
          id_zone_from: Type.Optional(Id),
          id_zone_to: Type.Optional(Id),
          amount: Amount,
          version: Type.Optional(Type.Integer({ minimum: 0 })),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: MAX_PRICES },
    ),
  }),
  /** How many were changed, and the current state of all that were named; a pair that has no price is absent. */
  response: Type.Object({ saved: Type.Integer(), prices: Type.Array(Price) }),
})

/**
 * A price that somebody else changed meanwhile: its current state, and by whom and when (ISO 8601) where the log shows
 * it.
 */
export interface PriceConflict extends Price {
  /** Its place in the request. */
  readonly at: number
  readonly by: string | null
  readonly date: string | null
}

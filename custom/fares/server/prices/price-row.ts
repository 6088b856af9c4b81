import { canonicalDecimal, type Json } from '#engine/model'
import type { Price } from '../../model/prices-calls'

/** A price as the database gives it. */
export interface PriceRow {
  readonly id: Json
  readonly id_zone_from: Json
  readonly id_zone_to: Json
  readonly amount: string | null
  readonly version: Json
}

export function priceOf({ id, id_zone_from, id_zone_to, amount, version }: PriceRow): Price {
  return {
    id: Number(id), id_zone_from: Number(id_zone_from), id_zone_to: Number(id_zone_to), amount: amountOf(amount), version: Number(version),
  }
}

/** A number where that is exact, else the text. */
function amountOf(text: string | null): Price['amount'] {
  const value = canonicalDecimal(text)
  return typeof value === 'number' || typeof value === 'string' ? value : null
}

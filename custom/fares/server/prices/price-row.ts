import type { Row } from '#app/tables'
import { canonicalDecimal } from '#engine/model'
import type { Price } from '../../model/prices-calls'

/** A price as the database gives it. */
export type PriceRow = Row<'prices', 'id' | 'id_zone_from' | 'id_zone_to' | 'amount' | 'version'>

export const priceOf = (row: PriceRow): Price => ({ ...row, amount: amountOf(row.amount) })

/** A number where that is exact, else a text. */
function amountOf(text: string | null): Price['amount'] {
  const value = canonicalDecimal(text)
  return typeof value === 'number' || typeof value === 'string' ? value : null
}

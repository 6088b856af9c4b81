import type { Tx } from '#engine/server'
import { sumOfLines } from '../../model/fare-part'
import { toUnits } from '../../model/money'
import type { QuoteRequest } from '../../model/quote-call'
import type { PriceContext } from './asker'
import type { PriceBasis } from './price-basis'
import { price } from './price'
import { priceBy } from './price-by'
import type { Redeemed } from './redeem'
import { storeFare } from './store-fare'
import { usePromotion } from './use-promotion'

/** A price that is worked out and not stored yet. */
export type PriceToKeep = Pick<Redeemed, 'fare' | 'deal'> & {
  /**
   * Stores it as a fare, and uses its promotion up.
   * @throws {AppError} VALIDATION at `promotion` when a limit was reached meanwhile
   */
  readonly keep: (tx: Tx) => Promise<Redeemed>
}

/**
 * The price of a trip by the current terms, for what is created without a quote. Call it outside the transaction that
 * stores it.
 * @throws {AppError} VALIDATION at the field with the error
 */
export async function priceToKeep(context: PriceContext, basis: PriceBasis, asked: QuoteRequest): Promise<PriceToKeep> {
  const { fare, deal, version } = await price(context, basis, await priceBy(context, basis, asked))
  const id_tarif_version = await version.id()
  const keep = async (tx: Tx): Promise<Redeemed> => {
    const id_fare = await storeFare(tx, { quote: null, id_tarif_version, deal, fare })
    if (id_fare === null) throw new Error('A fare without a quote could not be stored.')
    await usePromotion(tx, deal, id_fare, toUnits(-sumOfLines(fare.lines, ['promotion']), fare))
    return { id_fare, fare, deal }
  }
  return { fare, deal, keep }
}

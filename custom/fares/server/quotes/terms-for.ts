import { fareCurrency } from '../../model/fare-currency'
import type { FareTerms } from '../../model/fare-terms'
import { productTerms, subscriptionTerms } from '../book/book-terms'
import { bookOf } from '../book/kept-book'
import type { PriceContext } from './asker'
import { versionNow } from './tarif-version'

interface TermsAsked {
  readonly id_tarif: number
  readonly id_product?: number | null
  readonly id_subscription?: number | null
}

/**
 * The current terms of a tariff, for what is priced without a quote (a cancellation, a ride that is over): all active
 * surcharges of every branch, no promotion, no price between zones. With it the version that records the tariff.
 * @returns null when there is no such tariff
 */
export async function termsFor(
  context: PriceContext,
  { id_tarif, id_product = null, id_subscription = null }: TermsAsked,
): Promise<{ readonly terms: FareTerms; readonly id_tarif_version: number } | null> {
  const book = await bookOf(context.db)
  const tarif = book.tarifs.get(id_tarif)
  if (!tarif) return null
  const version = await versionNow(context, book, tarif)
  const product = book.products.find(({ id }) => id === id_product) ?? null
  const subscription = id_subscription === null ? null : (book.subscriptions.get(id_subscription) ?? null)
  return {
    id_tarif_version: await version.id(),
    terms: {
      ...fareCurrency(context.settings),
      tarif: tarif.terms,
      zone_price: null,
      product: productTerms(product),
      high_demands: book.high_demands,
      promotion: null,
      subscription: subscriptionTerms(subscription),
    },
  }
}

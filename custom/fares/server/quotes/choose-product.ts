import { isStaff } from '#app/asker'
import type { BookProduct, BookSubscription, BookTarif, FareBook } from '../book/book'
import { isInScope, type PriceContext } from './asker'
import type { Payer } from './payer'

/** A product that a payer may use, and the tariff that applies to them. */
export interface ProductOffer {
  readonly product: BookProduct
  readonly tarif: BookTarif | null
}

/**
 * The products that a payer may use, in their order: those for companies are for their people alone. A company that
 * names products has only those; its own tariff comes before that of the driver's subscription, and that before the
 * product's.
 */
export function offersTo(
  context: PriceContext,
  book: FareBook,
  payer: Payer,
  subscription: BookSubscription | null,
): readonly ProductOffer[] {
  const own = payer.id_company === null ? [] : (book.companies.get(payer.id_company) ?? [])
  return book.products.flatMap((product) => {
    // Staff have their branches' products; clients are limited by their company alone.
    if (isStaff(context.actor) && !isInScope(context, 'products', { id_branch: product.id_branch })) return []
    if (product.for_companies && payer.id !== null && payer.id_company === null) return []
    const entry = own.find(({ id_product }) => id_product === product.id)
    if (own.length > 0 && !entry) return []
    const tarif = [entry?.id_tarif, subscription?.id_tarif, product.id_tarif]
      .map((id) => (id === null || id === undefined ? undefined : book.tarifs.get(id)))
      .find((one) => one !== undefined)
    return [{ product, tarif: tarif ?? null }]
  })
}

/** Whether a product is offered where a trip begins. */
export const servesBranch = ({ id_branch }: BookProduct, branch: number | null): boolean =>
  id_branch === null || id_branch === branch

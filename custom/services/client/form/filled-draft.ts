import type { OfferedProduct } from '../../../fares/model'
import type { ServiceDraft } from './draft'
import { productFor } from './products'
import type { ClientData } from './use-client-data'

type Last = ClientData['last']

/** With the payment that is taken where nobody has chosen: the client's last one, else the first. */
export function withPayment(
  draft: ServiceDraft,
  payments: readonly { readonly id: number }[],
  last: Last,
): ServiceDraft {
  const usual = payments.find(({ id }) => id === last?.id_payment) ?? payments[0]
  return { ...draft, id_payment: draft.id_payment ?? usual?.id ?? null }
}

/** With the product that is taken where nobody has chosen. @param products null: not known */
export function withProduct(draft: ServiceDraft, products: readonly OfferedProduct[] | null, last: Last): ServiceDraft {
  const usual =
    products && draft.id_product === null ? productFor(products, draft.when, last?.id_product ?? null) : null
  return { ...draft, id_product: draft.id_product ?? usual }
}

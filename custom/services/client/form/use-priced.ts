import { useMemo } from 'react'
import type { CallResponse } from '#engine/model'
import { type Asked, sentenceOf, useAsked } from '#engine/client'
import { dispatcherDatesCall, type OfferedProduct, quoteCall, toUnits } from '../../../fares/model'
import type { DispatcherService } from '../../model/dispatcher-service'
import type { ServiceDraft } from './draft'
import { withPayment, withProduct } from './filled-draft'
import { priceForSeats } from './products'
import {
  datesRequest,
  editedPrice,
  editedRequest,
  productsRequest,
  type DatesRequest,
  type ProductsRequest,
  type TripRules,
} from './service-request'
import type { ClientData } from './use-client-data'
import { useOffers, type Offers } from './use-offers'

// Of a price that is typed.
const PAUSE_MS = 350

export interface Priced extends Omit<Asked<ProductsRequest, Offers>, 'answer'> {
  /** The last ones; they stay while the next ones are asked, and when that failed. */
  readonly offers: Offers | null
  /** The draft with the product and the payment that the form takes where nobody has chosen. */
  readonly filled: ServiceDraft
  readonly product: OfferedProduct | null
  /** Without tolls, and the tolls; null: hidden, or not known. */
  readonly price: number | null
  readonly toll: number | null
  /** Proof of what is shown; null where nothing that is priced was changed, or the price is hidden. */
  readonly quote: string | null
  /** Why there is no price for what is chosen. */
  readonly error: string | null
  /** The agreed price of a service that is there still counts. */
  readonly isAgreed: boolean
  /** What each date of a booking costs; `null`: it has one date. */
  readonly dated: Asked<DatesRequest, CallResponse<typeof dispatcherDatesCall>> | null
}

interface PricedDraft {
  readonly base: ServiceDraft
  readonly item: DispatcherService | null
  readonly rules: TripRules
  readonly client: ClientData | null
  /** Payments that may be chosen. */
  readonly payments: readonly { readonly id: number }[]
}

/** What a draft comes to: products on offer, the chosen one, its price and the proof of it. */
export function usePriced(draft: ServiceDraft, { base, item, rules, client, payments }: PricedDraft): Priced {
  const last = client?.last ?? null
  const paid = useMemo(() => withPayment(draft, payments, last), [draft, payments, last])
  const request = useMemo(() => productsRequest(paid, rules, item?.id_fare ?? null), [paid, rules, item])
  const { answer: offers, ...offered } = useOffers(request)
  const { asked } = offered
  const filled = useMemo(() => withProduct(paid, offers?.products ?? null, last), [paid, offers, last])
  const product = offers?.products.find(({ id }) => id === filled.id_product) ?? null
  const isAgreed = item !== null && isSamePrice(draft, base, rules)
  const byHand = editedPrice(draft)
  const edited = useAsked(
    quoteCall,
    byHand !== null && !isAgreed && request && product ? editedRequest(request, product.id, byHand) : null,
    PAUSE_MS,
  )
  const several = item === null ? datesRequest(filled, request) : null
  const dated = useAsked(dispatcherDatesCall, several, PAUSE_MS)
  const common = {
    ...offered,
    offers,
    filled,
    product,
    isAgreed,
    dated: several && dated,
    busy: offered.busy || edited.busy,
  }
  if (isAgreed) {
    const toll = item.price_toll ?? 0
    return {
      ...common,
      price: item.price_total === null ? null : item.price_total - toll,
      toll,
      quote: null,
      error: null,
    }
  }
  if (byHand !== null && product) {
    const quote = edited.busy || edited.failure ? null : edited.answer
    const fare = quote?.fare ?? null
    const tolls = fare ? fare.lines.reduce((sum, line) => (line.kind === 'toll' ? sum + line.amount : sum), 0) : 0
    return {
      ...common,
      price: fare ? toUnits(fare.total - tolls, fare) : byHand,
      toll: fare ? toUnits(tolls, fare) : product.fare.price_toll,
      quote: quote?.token ?? null,
      error: edited.failure ? sentenceOf(edited.failure) : null,
    }
  }
  return {
    ...common,
    price: product && priceForSeats(product, asked?.capacity_1 ?? null, draft.capacity),
    toll: product?.fare.price_toll ?? null,
    quote: product?.fare.quote ?? null,
    error: product?.fare.error ?? null,
  }
}

/** Nothing that a price depends on was changed. */
function isSamePrice(draft: ServiceDraft, base: ServiceDraft, rules: TripRules): boolean {
  const of = (one: ServiceDraft): string => JSON.stringify([productsRequest(one, rules), one.id_product, one.price])
  return of(draft) === of(base)
}

import { isStaff } from '#app/asker'
import { wrong, fold } from '#engine/model'
import { opensAt } from '../../model/open-hours'
import type { QuoteRequest } from '../../model/quote-call'
import type { BookProduct, BookSubscription, BookTarif } from '../book/book'
import { isInScope, mayTry, type PriceContext } from './asker'
import { offersTo, servesBranch } from './choose-product'
import type { PriceBasis } from './price-basis'
import type { PriceBy } from './price'
import { promotionFor, assertSuits, tripDay, type PromotionAsks, type PromotionTrip } from './promotion-check'
import { living } from '#app/tables'
import type { Db } from '#engine/server'
import type { FareDeal } from '../../model/fare-deal'
import type { PromotionTerms } from '../../model/fare-terms'
import { readAgreed } from './store-fare'

interface Granted extends PromotionTrip {
  readonly id_fare: number
  readonly id_client: number | null
  readonly code: string
  readonly id_payment: number | null
  /** Whether no time was given: the trip is for now. */
  readonly isForNow: boolean
}

/**
 * The promotion that a client's fare was granted by this code, on the terms of that time; null: it was not. Its limits
 * are not checked again, but its conditions are, for whatever has changed of the trip: day, branch, means of payment. A
 * ride that was and stays for now keeps the day that it was granted for, whatever the time is by then.
 * @throws {AppError} VALIDATION at `promotion` with the reason
 */
async function grantedBy(
  db: Db,
  { id_fare, id_client, code, isForNow, ...trip }: Granted,
): Promise<PromotionTerms | null> {
  const deal = (await readAgreed(db, id_fare))?.deal
  if (!deal?.promotion || id_client === null || deal.id_client !== id_client) return null
  if (fold(deal.promotion.code) !== fold(code.trim())) return null
  const changes = changesOf(deal, trip)
  const isOfThen = changes.day && isForNow && (await wasForNow(db, id_fare))
  await assertSuits(db, deal.promotion.id, trip, { ...changes, day: changes.day && !isOfThen })
  return deal.promotion
}

function changesOf(
  { trip, id_branch, id_payment }: FareDeal,
  now: Omit<Granted, 'id_fare' | 'id_client' | 'code' | 'isForNow'>,
): PromotionAsks {
  return {
    day: tripDay(trip) !== tripDay(now),
    branch: id_branch !== (now.branch?.id ?? null),
    payment: id_payment !== now.id_payment,
  }
}

async function wasForNow(db: Db, id_fare: number): Promise<boolean> {
  return (
    (await living(db, 'services')
      .where('id_fare', '=', id_fare)
      .where('date_scheduled', 'is', null)
      .select('id')
      .executeTakeFirst()) !== undefined
  )
}

/**
 * What a request asks to be priced by, in the asker's scope.
 * @throws {AppError} VALIDATION at the field with the error
 */
export async function priceBy(context: PriceContext, basis: PriceBasis, asked: QuoteRequest): Promise<PriceBy> {
  const by = whatBy(context, basis, asked)
  return { ...by, ...(await promotionOf(context, basis, asked)) }
}

/**
 * All of it except the promotion, which is the same for every product.
 * @throws {AppError} VALIDATION at the field with the error
 */
export function whatBy(context: PriceContext, basis: PriceBasis, asked: QuoteRequest): PriceBy {
  const {
    id_product = null,
    id_tarif = null,
    id_payment = null,
    is_return = false,
    capacity_1 = null,
    price_edited = null,
  } = asked
  if (id_product === null && id_tarif === null) throw wrong('id_product', 'required')
  const subscription = subscriptionOf(context, basis, asked.id_subscription ?? null)
  const offer = id_product === null ? null : offerOf(context, basis, id_product, subscription)
  if (offer) checkProduct(basis, offer.product, { is_return, capacity_1 })
  const tarif = id_tarif === null ? (offer?.tarif ?? null) : tarifOf(context, basis, id_tarif)
  // An inactive one may be tried, but not sold.
  if (!tarif || (id_tarif === null && tarif.state !== '1')) throw wrong('id_product', 'fares.tarif_off')
  const mayEdit = isStaff(context.actor) && tarif.allow_edit_price_on_dispatcher
  if (price_edited !== null && !mayEdit) throw wrong('price_edited', 'fares.price_fixed')
  return {
    tarif,
    product: offer?.product ?? null,
    promotion: null,
    subscription,
    capacity_1,
    is_return,
    price_edited,
    id_payment,
  }
}

/** The promotion of the requested code; null: no code. @throws {AppError} VALIDATION at `promotion` or `id_payment` */
export async function promotionOf(
  { db }: PriceContext,
  basis: PriceBasis,
  {
    promotion,
    id_payment = null,
    id_fare = null,
    date_scheduled = null,
  }: Pick<QuoteRequest, 'promotion' | 'id_payment' | 'id_fare' | 'date_scheduled'>,
): Promise<Pick<PriceBy, 'promotion' | 'replaces'>> {
  const payment = paymentOf(basis, id_payment)
  if (!promotion?.trim()) return { promotion: null }
  const id_client = basis.payer.id
  const granted =
    id_fare === null
      ? null
      : await grantedBy(db, {
          ...basis,
          id_fare,
          id_client,
          code: promotion,
          payment,
          id_payment,
          isForNow: date_scheduled === null,
        })
  if (granted !== null && id_fare !== null) return { promotion: granted, replaces: id_fare }
  return { promotion: await promotionFor(db, { ...basis, code: promotion, id_client, payment }) }
}

function offerOf(
  context: PriceContext,
  basis: PriceBasis,
  id: number,
  subscription: BookSubscription | null,
): { readonly product: BookProduct; readonly tarif: BookTarif | null } {
  const { book, payer, branch } = basis
  const offer = offersTo(context, book, payer, subscription).find(({ product }) => product.id === id)
  if (!offer) throw wrong('id_product', 'ref')
  // Without stops its branch is unknown.
  if (basis.stops.length > 0 && !servesBranch(offer.product, branch?.id ?? null))
    throw wrong('id_product', 'fares.other_branch')
  return offer
}

function checkProduct(
  { date, timezone }: PriceBasis,
  product: BookProduct,
  { is_return, capacity_1 }: Pick<PriceBy, 'is_return' | 'capacity_1'>,
): void {
  if (!opensAt(product.hours, date, timezone)) throw wrong('date_scheduled', 'fares.closed')
  if (is_return && !product.accept_return) throw wrong('is_return', 'fares.no_return')
  if (capacity_1 !== null && capacity_1 > product.capacity_1)
    throw wrong('capacity_1', 'max', { max: product.capacity_1 })
}

function tarifOf(context: PriceContext, { book }: PriceBasis, id: number): BookTarif {
  const tarif = mayTry(context) ? book.tarifs.get(id) : undefined
  if (!tarif || !isInScope(context, 'tarifs', { id_branch: tarif.id_branch })) throw wrong('id_tarif', 'ref')
  return tarif
}

function subscriptionOf(context: PriceContext, { book }: PriceBasis, id: number | null): BookSubscription | null {
  if (id === null) return null
  if (!mayTry(context)) throw wrong('id_subscription', 'not_editable')
  const subscription = book.subscriptions.get(id)
  // It belongs to its tariff's branch.
  const tarif = subscription?.id_tarif ? book.tarifs.get(subscription.id_tarif) : undefined
  const isTheirs = isInScope(context, 'tarifs', { id_branch: tarif?.id_branch ?? null })
  if (!subscription || !isTheirs) throw wrong('id_subscription', 'ref')
  return subscription
}

function paymentOf({ book }: PriceBasis, id: number | null): string | null {
  if (id === null) return null
  const payment = book.payments.get(id)
  if (payment === undefined) throw wrong('id_payment', 'ref')
  return payment
}

import { living } from '#app/tables'
import { AppError, moneyText, wrong } from '#engine/model'
import { anyOf, type CallContext } from '#engine/server'
import { fareCurrency, toUnits } from '../../../fares/model'
import { moneyStyle, price, priceBasis, priceBy } from '../../../fares/server'
import { asVisitor } from '../../../widgets/server'
import type { OrderLine } from '../../model/client-calls'
import { openOrWhy, prepMinutes } from '../../model/store-open'
import { courierProduct } from '../courier/courier-product'
import { type StoreRow, storeOf } from '../stores/store-facts'
import { openText } from './store-shown'

export interface DeliveryPlace {
  readonly lat: number
  readonly lng: number
  readonly address: string
}

/** A line with the names and prices of now; amounts in minor units. */
interface PricedLine {
  readonly id_article: number
  readonly name: string
  readonly quantity: number
  readonly notes: string | null
  readonly price: number
  readonly options: readonly {
    readonly id: number
    readonly name: string
    readonly quantity: number
    readonly price: number
  }[]
  readonly total: number
}

/** What an order costs now; amounts in minor units. */
export interface PricedOrder {
  readonly store: StoreRow
  readonly lines: readonly PricedLine[]
  readonly articles: number
  readonly delivery: number
  readonly total: number
  /** Minutes until it is at the door. */
  readonly minutes: number
}

/** People are promised steps of five minutes. */
const STEP_MINUTES = 5

/**
 * Prices an order by the menu and the courier's tariff of now.
 * @throws {AppError} CONFLICT where the store is closed; VALIDATION at `place` or `lines.<n>`
 */
export async function priceOrder(
  context: CallContext,
  id_store: number,
  place: DeliveryPlace,
  asked: readonly OrderLine[],
): Promise<PricedOrder> {
  const { db, now } = context
  const store = await storeOf(db, id_store)
  if (!store?.active) throw new AppError('NOT_FOUND', { say: 'delivery.store.gone' })
  const state = openOrWhy(store, now(), [place.lat, place.lng])
  if (!state.open && (state.why === 'area' || state.why === 'place'))
    throw wrong('place', 'delivery.too_far', { store: store.name, km: Math.round(store.radius_m / 100) / 10 })
  if (!state.open)
    throw new AppError('CONFLICT', {
      say: 'delivery.closed_now',
      params: { store: store.name, why: openText(context, store, state) },
    })
  const lines = await priceLines(context, id_store, asked)
  const articles = lines.reduce((sum, { total }) => sum + total, 0)
  const way = await wayOf(context, store, place)
  const minutes = Math.ceil((prepMinutes(store, now()) + way.minutes) / STEP_MINUTES) * STEP_MINUTES
  return { store, lines, articles, delivery: way.price, total: articles + way.price, minutes }
}

async function priceLines(
  { db, settings, now }: CallContext,
  id_store: number,
  asked: readonly OrderLine[],
): Promise<readonly PricedLine[]> {
  const factor = 10 ** fareCurrency(settings).exponent
  const minor = (amount: string | null): number => Math.round(Number(amount ?? 0) * factor)
  const isOut = (date: string | Date | null): boolean => date !== null && new Date(date).getTime() > now().getTime()
  const ids = [...new Set(asked.map(({ id_article }) => id_article))]
  const articles = await living(db, 'articles')
    .where('id', '=', anyOf(ids))
    .where('id_store', '=', id_store)
    .where('state', '=', '1')
    .select(['id', 'name', 'price', 'date_sold_out'])
    .execute()
  const groups = await living(db, 'article_options')
    .where('id_article', '=', anyOf(ids))
    .select(['id', 'id_article', 'name', 'minimum', 'maximum'])
    .execute()
  const values = await living(db, 'article_option_values')
    .where('id_article_option', '=', anyOf(groups.map(({ id }) => id)))
    .select(['id', 'id_article_option', 'name', 'price', 'date_sold_out'])
    .execute()
  return asked.map(({ id_article, quantity, notes = null, options = [] }, at) => {
    const field = `lines.${at}`
    const article = articles.find(({ id }) => id === id_article)
    if (!article) throw wrong(field, 'delivery.not_on_menu')
    if (isOut(article.date_sold_out)) throw wrong(field, 'delivery.article_sold_out', { name: article.name ?? '' })
    const own = groups.filter((group) => group.id_article === id_article)
    const chosen = options.map((option) => {
      const value = values.find(
        ({ id, id_article_option }) => id === option.id && own.some((group) => group.id === id_article_option),
      )
      if (!value) throw wrong(field, 'delivery.not_on_menu')
      if (isOut(value.date_sold_out)) throw wrong(field, 'delivery.option_sold_out', { name: value.name ?? '' })
      return {
        id: value.id,
        name: value.name ?? '',
        quantity: option.quantity,
        price: minor(value.price),
        group: value.id_article_option,
      }
    })
    for (const { id, name, minimum, maximum } of own) {
      const many = chosen.filter(({ group }) => group === id).reduce((sum, one) => sum + one.quantity, 0)
      if (many < (minimum ?? 0))
        throw wrong(field, 'delivery.option_few', { name: name ?? '', smart_count: minimum ?? 0 })
      if (many > (maximum ?? 1))
        throw wrong(field, 'delivery.option_many', { name: name ?? '', smart_count: maximum ?? 1 })
    }
    const price = minor(article.price)
    const more = chosen.reduce((sum, one) => sum + one.price * one.quantity, 0)
    return {
      id_article,
      name: article.name ?? '',
      quantity,
      notes: notes?.replace(/\p{Cc}/gu, ' ') ?? null,
      price,
      total: quantity * (price + more),
      options: chosen.map(({ group: _group, ...option }) => option),
    }
  })
}

/**
 * What the courier costs the client, in minor units, and how long they take; nothing where no product of a courier is
 * sold.
 */
async function wayOf(
  context: CallContext,
  store: StoreRow,
  place: DeliveryPlace,
): Promise<{ readonly price: number; readonly minutes: number }> {
  const product = await courierProduct(context.db, store)
  if (!product || store.point === null) return { price: 0, minutes: 0 }
  const visitor = { ...asVisitor(context), privately: true as const }
  const [lat, lng] = store.point
  const asked = { id_product: product.id, stops: [{ lat, lng, address: store.address ?? store.name }, place] }
  const basis = await priceBasis(visitor, asked)
  const { fare } = await price(visitor, basis, await priceBy(visitor, basis, asked))
  return { price: fare.total, minutes: basis.route.duration_s / 60 }
}

/** An order's prices as people read them. */
export function pricedTexts(
  { settings }: Pick<CallContext, 'settings'>,
  { lines, articles, delivery, total }: Omit<PricedOrder, 'store' | 'minutes'>,
) {
  const currency = fareCurrency(settings)
  const money = (amount: number): string => moneyText(toUnits(amount, currency), moneyStyle(settings))
  return {
    lines: lines.map((line) => ({
      id_article: line.id_article,
      name: line.name,
      quantity: line.quantity,
      price_text: money(line.total),
      options: line.options.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)),
    })),
    price_articles: toUnits(articles, currency),
    price_delivery: toUnits(delivery, currency),
    price_total: toUnits(total, currency),
    price_articles_text: money(articles),
    price_delivery_text: money(delivery),
    price_total_text: money(total),
  }
}

import { fold, type JsonObject } from '#engine/model'
import type { DemoWriter } from '#engine/server'
import { randomStreetPlace } from '../../streets/model'
import { OPTION_GROUPS, ORDER_NOTES, STORE_TYPES, STORES } from '../model/delivery-names'
import type { Moments } from '../model/moments'
import { randomInteger, pick, pickWeighted, type Random } from '../model/random'

export interface DemoDelivery {
  readonly partners: readonly { readonly id: number; readonly id_branch: number }[]
  readonly clients: readonly number[]
  readonly drivers: readonly number[]
  readonly payments: readonly number[]
  /** The couriers' tariff. */
  readonly id_tarif: number | null
}

const ORDERS = 60
const OPEN_S = 45 * 60
const NEW_S = 7 * 60
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0]
const CENTS = 100

/** Types of store, stores with their articles, and a month of orders, some of them under way now. */
export async function putDemoDelivery(
  writer: DemoWriter,
  random: Random,
  moments: Moments,
  { partners, clients, drivers, payments, id_tarif }: DemoDelivery,
): Promise<void> {
  if (partners.length === 0 || clients.length === 0) return
  const date_created = moments.clock(-120, 10 * 3600).toISOString()
  const typeIds = await writer.insert('type_stores', STORE_TYPES.length, (at) => ({
    name: STORE_TYPES[at]?.[0] ?? '',
    coverage_radius: STORE_TYPES[at]?.[1] ?? 0,
    id_tarif,
    rank: at + 1,
    date_created,
  }))
  const types = new Map(STORE_TYPES.map(([name], at) => [name, typeIds[at] ?? 0]))
  const categories = STORE_TYPES.flatMap(([type, , names]) =>
    names.map((name, at) => ({ id_type_store: types.get(type) ?? 0, name, rank: at + 1, date_created })),
  )
  const categoryIds = await writer.insert('category_stores', categories.length, (at) => categories[at] ?? {})
  const stores = await writer.insert('stores', STORES.length, (at) => {
    const { name = '', partner = 0, type = '', category, address = '', lat = 0, lng = 0 } = STORES[at] ?? {}
    return {
      id_partner: partners[partner % partners.length]?.id ?? 0,
      id_type_store: types.get(type) ?? 0,
      name,
      address,
      point: { lat, lng },
      slug: slugOf(name),
      prep_minutes: randomInteger(random, 3, 7) * 5,
      auto_courier: at === 1,
      phone: `01${randomInteger(random, 4_000_000, 4_999_999)}`,
      category_stores: categories.flatMap((one, index) => (one.name === category ? [categoryIds[index] ?? 0] : [])),
      date_created,
      // Every other one is open day and night: whoever tries the house at any hour finds somebody who takes an order.
      store_times: WEEKDAYS.map((day_of_week) => ({
        day_of_week,
        ...(at % 2 === 1 ? WHOLE_DAY : { time_start: '11:00', time_end: day_of_week === 0 ? '17:00' : '22:30' }),
      })),
    }
  })
  const sections = STORES.flatMap(({ articles }, store) =>
    [...new Set(articles.map(([category]) => category))].map((name, at) => ({ store, name, rank: at + 1 })),
  )
  const sectionIds = await writer.insert('category_articles', sections.length, (at) => {
    const { store = 0, name = '', rank = 1 } = sections[at] ?? {}
    return { id_store: stores[store] ?? 0, name, rank, date_created }
  })
  const goods = STORES.flatMap(({ articles }, store) =>
    articles.map(([category, name, price]) => ({ store, category, name, price })),
  )
  const articleIds = await writer.insert('articles', goods.length, (at) => {
    const { store = 0, category = '', name = '', price = 0 } = goods[at] ?? {}
    const section = sections.findIndex((one) => one.store === store && one.name === category)
    return {
      id_store: stores[store] ?? 0,
      id_category_article: sectionIds[section] ?? 0,
      name,
      price: price.toFixed(2),
      date_created,
    }
  })
  await putOptions(writer, goods, articleIds, date_created)
  const carts = Array.from({ length: ORDERS }, (_order, at) => cartOf(random, goods, at))
  const orders = await writer.insert('orders', ORDERS, (at) =>
    orderRecord(random, moments, at, carts[at] ?? { store: 0, lines: [] }, {
      partners,
      clients,
      drivers,
      payments,
      stores,
      types,
    }),
  )
  const lines = carts.flatMap(({ lines: of }, at) =>
    of.map(({ article, quantity, price }) => ({
      id_order: orders[at] ?? 0,
      id_article: articleIds[article] ?? 0,
      quantity,
      price: price.toFixed(2),
      price_total: (price * quantity).toFixed(2),
      date_created,
    })),
  )
  await writer.insert('order_articles', lines.length, (at) => lines[at] ?? {})
}

const WHOLE_DAY = { time_start: '00:00', time_end: '00:00' }

/** What the page of a store is called: `malambo-barranco`. */
const slugOf = (name: string): string => fold(name).replace(/[^a-z0-9]+/g, '-')

/** Things that people choose of: a side dish of every main course, sauces of a chicken. */
async function putOptions(
  writer: DemoWriter,
  goods: readonly { readonly category: string }[],
  articleIds: readonly number[],
  date_created: string,
): Promise<void> {
  const groups = goods.flatMap(({ category }, at) =>
    OPTION_GROUPS.filter((group) => group.category === category).map((group) => ({
      ...group,
      id_article: articleIds[at] ?? 0,
    })),
  )
  const ids = await writer.insert('article_options', groups.length, (at) => {
    const { id_article = 0, name = '', minimum = 0, maximum = 1 } = groups[at] ?? {}
    return { id_article, name, minimum, maximum, rank: 1, date_created }
  })
  const values = groups.flatMap(({ options }, at) =>
    options.map(([name, price], rank) => ({
      id_article_option: ids[at] ?? 0,
      name,
      price: price.toFixed(2),
      rank: rank + 1,
      date_created,
    })),
  )
  await writer.insert('article_option_values', values.length, (at) => values[at] ?? {})
}

interface Cart {
  readonly store: number
  readonly lines: readonly { readonly article: number; readonly quantity: number; readonly price: number }[]
}

function cartOf(
  random: Random,
  goods: readonly { readonly store: number; readonly price: number }[],
  at: number,
): Cart {
  const store = at % STORES.length
  const own = goods.flatMap((one, article) => (one.store === store ? [{ article, price: one.price }] : []))
  const first = randomInteger(random, 0, own.length - 1)
  return {
    store,
    lines: own.slice(first, first + randomInteger(random, 1, 3)).map(({ article, price }) => ({
      article,
      price,
      quantity: pickWeighted(random, [
        [1, 6],
        [2, 3],
        [3, 1],
      ]),
    })),
  }
}

interface Made extends Omit<DemoDelivery, 'id_tarif'> {
  readonly stores: readonly number[]
  readonly types: ReadonlyMap<string, number>
}

/** The newest ones are under way: new, being prepared and ready. */
function orderRecord(
  random: Random,
  moments: Moments,
  at: number,
  { store, lines }: Cart,
  { partners, clients, drivers, payments, stores, types }: Made,
): JsonObject {
  const place = randomStreetPlace(random)
  const store_state =
    at >= ORDERS - 8
      ? (['3', '2', '2', '3', '2', '1', '1', '1'][at - (ORDERS - 8)] ?? '1')
      : pickWeighted(random, [
          ['4', 9],
          ['0', 1],
        ])
  const cents = lines.reduce((sum, { quantity, price }) => sum + Math.round(price * CENTS) * quantity, 0)
  const delivery = randomInteger(random, 5, 12)
  const of = STORES[store]
  const partner = partners[(of?.partner ?? 0) % partners.length]
  const date_created =
    at >= ORDERS - 8
      ? moments.secondsAgo(random, store_state === '1' ? 40 : 60 * (ORDERS - at), store_state === '1' ? NEW_S : OPEN_S)
      : moments.entered(random, at, ORDERS, 30)
  return {
    id_client: pick(random, clients),
    id_store: stores[store] ?? 0,
    id_partner: partner?.id ?? 0,
    id_branch: partner?.id_branch ?? null,
    id_type_store: types.get(of?.type ?? '') ?? 0,
    id_driver:
      store_state === '4' || store_state === '3' ? pick(random, drivers.length > 0 ? drivers : [0]) || null : null,
    id_payment: payments.length > 0 ? pick(random, payments) : null,
    store_state,
    dst_address: `${place.street} ${randomInteger(random, 100, 1990)}, ${place.district}`,
    point: { lat: place.lat, lng: place.lng },
    notes: pick(random, ORDER_NOTES),
    num_articles: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    price_articles: (cents / CENTS).toFixed(2),
    price_delivery: delivery.toFixed(2),
    price_total: (cents / CENTS + delivery).toFixed(2),
    reason: store_state === '0' ? 'La tienda no tiene el producto.' : null,
    ...promised(store_state, at, date_created),
    date_created,
  }
}

/** When it came to its state, and when it will be ready once somebody has accepted it. */
function promised(store_state: string, at: number, date_created: string): JsonObject {
  const later = (minutes: number): string => new Date(Date.parse(date_created) + minutes * 60_000).toISOString()
  if (store_state === '1' || store_state === '0') return { date_state: date_created }
  const minutes = 20 + (at % 5) * 8
  return {
    minutes,
    date_ready: later(minutes + 2),
    date_state: later(store_state === '2' ? 2 : store_state === '3' ? minutes - 18 : minutes + 12),
  }
}

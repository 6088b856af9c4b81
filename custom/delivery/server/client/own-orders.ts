import { living, patchRecords, tables } from '#app/tables'
import { AppError, HOUR_MS, isCountedId, moneyText } from '#engine/model'
import { anyOf, byAsker, type CallContext, type Db, iso, serveCall } from '#engine/server'
import { sql } from 'kysely'
import { fareCurrency } from '../../../fares/model'
import { moneyStyle } from '../../../fares/server'
import { requireClient } from '../../../widgets/server'
import {
  type OrderShown,
  type OrderState,
  orderCancelCall,
  orderCreateCall,
  ownOrderCall,
  ownOrdersCall,
} from '../../model/client-calls'
import { asHouse } from '../as-house'
import { orderPayments } from './menu'
import { promiseOf } from './order-quote'
import { type PricedOrder, pricedTexts, priceOrder } from './price-order'

const PAGE = 20
/** Orders of one client in an hour. */
const MAX_HOUR = 10
const STATES: { readonly [store_state: string]: OrderState } = {
  1: 'new',
  2: 'preparing',
  3: 'ready',
  4: 'sent',
  0: 'rejected',
}

const rowsOf = (db: Db, id_client: number) =>
  living(db, 'orders as o')
    .leftJoin('stores as s', 's.id', 'o.id_store')
    .leftJoin('users as d', 'd.id', 'o.id_driver')
    .where('o.id_client', '=', id_client)
    .select([
      'o.id',
      's.name as store',
      's.slug',
      'o.store_state',
      'o.reason',
      'o.dst_address',
      'o.id_service',
      'o.price_articles',
      'o.price_delivery',
      'o.price_total',
      'd.name as driver',
      'o.code',
      iso('o.date_delivered').as('date_delivered'),
      iso('o.date_created').as('date_created'),
      iso('o.date_ready').as('date_ready'),
    ])
type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

/** `GET client/delivery/orders`. */
const orders = serveCall(ownOrdersCall, async (context) => {
  requireClient(context)
  const rows = await rowsOf(context.db, context.actor.id).orderBy('o.id', 'desc').limit(PAGE).execute()
  return { items: await shownOf(context, rows) }
})

/** `GET client/delivery/orders/:id`. */
const order = serveCall(ownOrderCall, async (context, { id }) => {
  requireClient(context)
  return orderOf(context, id)
})

/** @throws {AppError} NOT_FOUND alike for another's and one that is not there */
async function orderOf(context: CallContext, id: number): Promise<OrderShown> {
  const row = await rowsOf(context.db, context.actor.id).where('o.id', '=', id).executeTakeFirst()
  const [shown] = row ? await shownOf(context, [row]) : []
  if (!shown) throw new AppError('NOT_FOUND')
  return shown
}

async function shownOf(context: CallContext, rows: readonly Row[]): Promise<OrderShown[]> {
  const lines = await linesOf(
    context,
    rows.map(({ id }) => id),
  )
  const incidents = await incidentsOf(
    context,
    rows.map(({ id }) => id),
  )
  const factor = 10 ** fareCurrency(context.settings).exponent
  const minor = (amount: unknown): number => Math.round(Number(amount ?? 0) * factor)
  return rows.map((row) => {
    const state = row.date_delivered === null ? (STATES[row.store_state ?? '1'] ?? 'new') : 'delivered'
    const priced = {
      lines: lines.get(row.id) ?? [],
      articles: minor(row.price_articles),
      delivery: minor(row.price_delivery),
      total: minor(row.price_total),
    }
    return {
      id: row.id,
      store: row.store ?? '',
      slug: row.slug,
      state,
      state_text: context.say(`delivery.page.state.${state}`),
      date_created: row.date_created ?? '',
      date_ready: row.date_ready,
      reason: row.reason,
      address: row.dst_address,
      ...pricedTexts(context, priced),
      courier: row.driver === null ? null : { name: row.driver, id_service: row.id_service },
      may_cancel: state === 'new',
      code: state === 'preparing' || state === 'ready' || state === 'sent' ? row.code : null,
      incidents: incidents.get(row.id) ?? [],
    }
  })
}

/** What went wrong with orders, and what was given back of it, as their client reads it. */
async function incidentsOf(context: CallContext, ids: readonly number[]): Promise<ReadonlyMap<number, string[]>> {
  const found = new Map<number, string[]>()
  if (ids.length === 0) return found
  const rows = await living(context.db, 'order_incidents')
    .where('id_order', '=', anyOf(ids))
    .where('state', '=', '1')
    .select(['id_order', 'kind', 'detail', 'amount', 'given_by'])
    .orderBy('id')
    .execute()
  for (const { id_order, kind, detail, amount, given_by } of rows) {
    const given =
      Number(amount ?? 0) > 0
        ? context.say(`delivery.trade.given_${given_by ?? 'wallet'}`, {
            amount: moneyText(Number(amount), moneyStyle(context.settings)),
          })
        : ''
    const what = detail?.trim() || context.say(`delivery.trade.kinds.${kind ?? 'other'}`)
    found.set(Number(id_order), [
      ...(found.get(Number(id_order)) ?? []),
      `${what}${/[.!?]$/.test(what) ? '' : '.'} ${given}`.trim(),
    ])
  }
  return found
}

interface LineRow {
  readonly id: number
  readonly id_order: number
  readonly id_article: number
  readonly name: string
  readonly quantity: number
  readonly price: string
  readonly price_total: string
  readonly options: PricedOrder['lines'][number]['options']
}

async function linesOf(
  { db, settings }: CallContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PricedOrder['lines']>> {
  const found = new Map<number, PricedOrder['lines'][number][]>()
  if (ids.length === 0) return found
  const factor = 10 ** fareCurrency(settings).exponent
  const { rows } = await sql<LineRow>`
    select l.id, l.id_order, l.id_article, a.name, l.quantity, l.price, l.price_total,
      coalesce((select json_agg(json_build_object('id', x.id_article_option_value, 'name', x.name, 'quantity',
        x.quantity, 'price', 0) order by x.id)
        from order_article_options x where x.id_order_article = l.id and x.date_deleted is null), '[]'::json) as options
    from order_articles l join articles a on a.id = l.id_article
    where l.id_order = any(${ids}::integer[]) and l.date_deleted is null order by l.id`.execute(db)
  for (const { id_order, price, price_total, ...line } of rows) {
    const priced = {
      ...line,
      notes: null,
      price: Math.round(Number(price) * factor),
      total: Math.round(Number(price_total) * factor),
    }
    found.set(id_order, [...(found.get(id_order) ?? []), priced])
  }
  return found
}

/** `POST client/delivery/orders`. */
const create = serveCall(
  orderCreateCall,
  async (context, { token, id_payment, idempotency, reference = null, notes = null }) => {
    requireClient(context)
    const { db, actor, say } = context
    const made = () =>
      tables(db)
        .selectFrom('orders')
        .where('id_client', '=', actor.id)
        .where('idempotency', '=', idempotency)
        .select('id')
        .executeTakeFirst()
    const known = await made()
    if (known) return { order: await orderOf(context, known.id), msg: say('delivery.page.sent') }
    await assertFew(context)
    const priced = await promised(context, token)
    const payment = (await orderPayments(db)).find(({ id }) => id === id_payment)
    if (id_payment !== null && !payment) throw new AppError('VALIDATION', { errors: { id_payment: { key: 'ref' } } })
    const house = await asHouse(context)
    const { exponent } = fareCurrency(context.settings)
    const units = (minor: number): number => Number(`${minor}e-${exponent}`)
    const { store, place, lines, delivery } = priced
    const { id } = await house.records
      .write(({ save }) =>
        save(
          'orders',
          {
            id_client: actor.id,
            id_store: store.id,
            dst_address: place.address,
            dst_reference: reference,
            point: { lat: place.lat, lng: place.lng },
            id_payment,
            price_delivery: units(delivery),
            notes,
            articles: lines.map((line) => ({
              id_article: line.id_article,
              quantity: line.quantity,
              price: units(line.price),
              notes: line.notes,
              options: line.options.map((option) => ({
                id_article_option_value: option.id,
                name: option.name,
                quantity: option.quantity,
                price: units(option.price),
              })),
            })),
          },
          undefined,
          { also: { source: 'page', idempotency } },
        ),
      )
      .catch(async (cause: unknown) => {
        // The same order, sent twice at once, is the one that was quicker.
        const quicker = await made()
        if (quicker) return quicker
        throw cause
      })
    if (!isCountedId(id)) throw new AppError('NOT_FOUND')
    return { order: await orderOf(context, id), msg: say('delivery.page.sent') }
  },
)

/** Nobody fills a kitchen's board. @throws {AppError} TOO_MANY */
async function assertFew({ db, actor, now }: CallContext): Promise<void> {
  const since = new Date(now().getTime() - HOUR_MS).toISOString()
  const rows = await living(db, 'orders')
    .where('id_client', '=', actor.id)
    .where('source', '=', 'page')
    .where(sql<boolean>`date_created > ${since}::timestamptz`)
    .select('id')
    .limit(MAX_HOUR)
    .execute()
  if (rows.length >= MAX_HOUR) throw new AppError('TOO_MANY', { say: 'widgets.too_many' })
}

/**
 * The order of a quote as it would be written now.
 * @throws {AppError} CONFLICT with `why`: it is over, or the menu or a price has changed
 */
async function promised(
  context: CallContext,
  token: string,
): Promise<PricedOrder & { readonly place: { readonly lat: number; readonly lng: number; readonly address: string } }> {
  const promise = await promiseOf(context, token)
  const over = (why: string): AppError => new AppError('CONFLICT', { say: `delivery.page.${why}`, body: { why } })
  if (!promise) throw new AppError('VALIDATION', { errors: { token: { key: 'delivery.token' } } })
  if (context.now().getTime() >= Date.parse(promise.expires)) throw over('expired')
  const now = await priceOrder(context, promise.id_store, promise.place, promise.lines).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'VALIDATION' ? over('menu_changed') : error
  })
  if (now.articles + promise.delivery !== promise.total) throw over('price_changed')
  return { ...now, delivery: promise.delivery, total: promise.total, place: promise.place }
}

/** `POST client/delivery/orders/:id/cancel`. */
const cancel = serveCall(orderCancelCall, async (context, { id }) => {
  requireClient(context)
  const { transaction, actor, now, say } = context
  const before = await orderOf(context, id)
  const reason = say('delivery.page.canceled_by_client')
  const done = { msg: say('delivery.page.canceled') }
  // Again is as done; what its store, or its deadline, was quicker with is said as it is.
  const over = (order: OrderShown) => ({
    order,
    msg:
      order.reason === reason ? done.msg : say('delivery.page.rejected_before', { reason: order.reason ?? '' }).trim(),
  })
  if (before.state === 'rejected') return over(before)
  const at = now()
  const rows = await transaction((tx) =>
    patchRecords(
      tx,
      'orders',
      { id, id_client: actor.id, store_state: '1' },
      { store_state: '0', reason, date_state: at, date_deadline: null },
      { by: byAsker(context), now: at, verb: 'reject', note: reason },
    ),
  )
  const order = await orderOf(context, id)
  if (rows.length > 0) return { order, ...done }
  if (order.state === 'rejected') return over(order)
  throw new AppError('CONFLICT', { say: 'delivery.page.too_late' })
})

export const ownOrderCalls = [orders, order, create, cancel]

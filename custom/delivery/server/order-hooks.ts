import { randomInt } from 'node:crypto'
import { living, patchRecord } from '#app/tables'
import { AppError, isCountedId, type JsonObject, wrong } from '#engine/model'
import { BY_PROGRAM, type HookContext, type Hooks, type Tx } from '#engine/server'
import { straightRoute } from '../../geometry/model'
import { openOrWhy, prepMinutes } from '../model/store-open'
import { storeOf, type StoreRow } from './stores/store-facts'
import { optionsError } from './orders/check-options'

/**
 * An order has articles, and of its own store alone; it belongs to that store's partner and their branch, and is of its
 * store's type: kept with it, so that lists and scopes ask one table. It goes where its store delivers, and what comes
 * from a page comes while the store is open.
 */
export const orderHooks: Hooks = {
  entity: 'orders',
  async beforeSave(context, data, before) {
    const { articles } = data
    if (before && articles === undefined ? false : !Array.isArray(articles) || articles.length === 0)
      throw wrong('articles', 'required')
    const id_store = data['id_store'] ?? before?.['id_store']
    // The field's own check tells that there is no such store.
    if (!isCountedId(id_store)) return data
    const isOther = id_store !== before?.['id_store']
    const isElsewhere =
      data['point'] !== undefined && JSON.stringify(data['point']) !== JSON.stringify(before?.['point'] ?? null)
    const isAccepted = context.move === 'preparing'
    if (!isOther && !isElsewhere && !isAccepted) return data
    const store = await storeOf(context.tx, id_store)
    if (!store) return data
    const point = data['point'] === undefined ? (before?.['point'] ?? null) : data['point']
    if (isOther || isElsewhere) assertReached(store, point, context.now)
    return {
      ...data,
      ...(isOther && (await ownedBy(context.tx, id_store))),
      ...((isOther || isElsewhere) && wayOf(store, point)),
      ...(!before && { code: String(randomInt(10_000)).padStart(4, '0'), ...received(store, data, context.now) }),
      ...(isAccepted && promised(store, data['minutes'] ?? before?.['minutes'], context.now)),
    }
  },
  async afterSave(context, record, before) {
    const { tx } = context
    const [id, id_store] = [record['id'], record['id_store']]
    if (!isCountedId(id) || !isCountedId(id_store)) return
    if (!before) return acceptByItself(context, id, id_store)
    if (id_store === before['id_store']) return
    // Lines that stay when the store is exchanged are of another store as well.
    const other = await living(tx, 'order_articles as l')
      .innerJoin('articles as a', 'a.id', 'l.id_article')
      .select('a.name')
      .where('l.id_order', '=', id)
      .where('a.id_store', '<>', id_store)
      .limit(1)
      .executeTakeFirst()
    if (other) throw wrong('id_store', 'delivery.of_other_store', { name: other.name })
  },
}

/** Each line has as many options of each group as its article asks for. */
export const lineHooks: Hooks = {
  entity: 'order_articles',
  async afterSave({ tx, now }, record) {
    const error = await optionsError(tx, Number(record['id']), now)
    if (error) throw wrong('options', error.key, error.params)
  },
}

async function ownedBy(tx: Tx, id_store: number): Promise<JsonObject> {
  return (
    (await living(tx, 'stores as s')
      .innerJoin('companies as c', 'c.id', 's.id_partner')
      .select(['s.id_partner', 's.id_type_store', 'c.id_branch'])
      .where('s.id', '=', id_store)
      .executeTakeFirst()) ?? {}
  )
}

/** How far the courier has to go; what the ride was priced by replaces it once there is one. */
function wayOf({ point: from }: StoreRow, point: unknown): JsonObject {
  const { lat, lng } = (point ?? {}) as { readonly lat?: number; readonly lng?: number }
  if (from === null || typeof lat !== 'number' || typeof lng !== 'number') return { distance: null, duration: null }
  const { route } = straightRoute(from, [lat, lng])
  return { distance: Math.round(route.distance_m), duration: Math.round(route.duration_s) }
}

/** @throws {AppError} VALIDATION at `point` */
function assertReached(store: StoreRow, point: unknown, now: Date): void {
  const { lat, lng } = (point ?? {}) as { readonly lat?: number; readonly lng?: number }
  // Where the store stands, and whether it is switched on, are matters of other fields.
  if (typeof lat !== 'number' || typeof lng !== 'number' || store.point === null) return
  const state = openOrWhy({ ...store, active: true }, now, [lat, lng])
  if (!state.open && state.why === 'area')
    throw wrong('point', 'delivery.too_far', { store: store.name, km: Math.round(store.radius_m / 100) / 10 })
}

/** Of the house's staff hours are not asked: they write down what a store has agreed to. @throws {AppError} CONFLICT */
function received(store: StoreRow, data: JsonObject, now: Date): JsonObject {
  const source = data['source'] ?? 'house'
  if (source !== 'house' && !openOrWhy(store, now).open)
    throw new AppError('CONFLICT', { say: 'delivery.closed', params: { store: store.name } })
  if (store.accept_minutes === null) return {}
  return { date_deadline: new Date(now.getTime() + store.accept_minutes * 60_000).toISOString() }
}

/** When it will be ready, by what whoever accepts it says, else by what the store usually takes. */
function promised(store: StoreRow, minutes: unknown, now: Date): JsonObject {
  const own = typeof minutes === 'number' ? minutes : prepMinutes(store, now)
  return { minutes: own, date_ready: new Date(now.getTime() + own * 60_000).toISOString(), date_deadline: null }
}

/** A store that accepts by itself does so while it is open. */
async function acceptByItself({ tx, now }: HookContext, id: number, id_store: number): Promise<void> {
  const store = await storeOf(tx, id_store)
  if (!store?.auto_accept || !openOrWhy(store, now).open) return
  const { minutes, date_ready } = promised(store, null, now)
  await patchRecord(
    tx,
    'orders',
    id,
    {
      store_state: '2',
      minutes: Number(minutes),
      date_ready: new Date(String(date_ready)),
      date_deadline: null,
      date_state: now,
    },
    { by: BY_PROGRAM, now, verb: 'preparing', says: ['store_state', 'minutes', 'date_ready'] },
  )
}

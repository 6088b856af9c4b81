import { tables } from '#app/tables'
import { fold, wrong } from '#engine/model'
import type { Hooks, Tx } from '#engine/server'
import { openOrWhy } from '../../model/store-open'
import { openText } from '../client/store-shown'
import { storesOf } from './store-facts'

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const MAX_SLUG = 60

/**
 * A store has a page of its own, whose address comes from its name unless it is given one; its rows say whether it is
 * open, or why not.
 */
export const storeHooks: Hooks = {
  entity: 'stores',
  async beforeSave({ tx }, data, before) {
    const given = data['slug'] === undefined ? (before?.['slug'] ?? null) : data['slug']
    if (given !== null && given !== '') {
      if (typeof given === 'string' && !SLUG.test(given)) throw wrong('slug', 'delivery.slug')
      return data
    }
    const name = data['name'] ?? before?.['name']
    return typeof name === 'string' ? { ...data, slug: await freeSlug(tx, name) } : data
  },
  presentReads: ['id'],
  async present(db, records, at) {
    const stores = await storesOf(
      db,
      records.flatMap(({ id }) => (typeof id === 'number' ? [id] : [])),
    )
    const byId = new Map(stores.map((store) => [store.id, store]))
    return records.map((record) => {
      const store = byId.get(Number(record['id']))
      if (!store) return record
      const state = openOrWhy(store, at.now)
      const isComing = (moment: string | null): number =>
        Number(moment !== null && Date.parse(moment) > at.now.getTime())
      return {
        ...record,
        is_paused: isComing(store.date_paused),
        is_busy: isComing(store.date_busy),
        is_open: Number(state.open),
        open_text: openText({ say: at.say, now: () => at.now }, store, state),
      }
    })
  },
}

/** `malambo-barranco`, and `malambo-barranco-2` where that is another store's, also one that was removed. */
async function freeSlug(tx: Tx, name: string): Promise<string> {
  const own =
    fold(name)
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, MAX_SLUG - 5)
      .replace(/-+$/, '') || 'tienda'
  const taken = await tables(tx).selectFrom('stores').where('slug', 'like', `${own}%`).select('slug').execute()
  const names = new Set(taken.map(({ slug }) => slug))
  for (let number = 1; ; number++) {
    const slug = number === 1 ? own : `${own}-${number}`
    if (!names.has(slug)) return slug
  }
}

import { living, tables } from '#app/tables'
import { isCountedId, wrong } from '#engine/model'
import type { Hooks } from '#engine/server'

/** An order has articles, and of its own store alone; it belongs to that store's partner and their branch, and is of its store's type: kept with it, so that lists and scopes ask one table. */
export const orderHooks: Hooks = {
  entity: 'orders',
  async beforeSave({ tx }, data, before) {
    const { articles } = data
    if (before && articles === undefined ? false : !Array.isArray(articles) || articles.length === 0) throw wrong('articles', 'required')
    const id_store = data['id_store'] ?? before?.['id_store']
    // A store that is none is told by the field's own check.
    if (!isCountedId(id_store) || id_store === before?.['id_store']) return data
    const store = await tables(tx).selectFrom('stores as s').innerJoin('companies as c', 'c.id', 's.id_partner')
      .select(['s.id_partner', 's.id_type_store', 'c.id_branch']).where('s.id', '=', id_store).executeTakeFirst()
    return store ? { ...data, ...store } : data
  },
  /** Of another store are also the lines that stay when the store is exchanged. */
  async afterSave({ tx }, record, before) {
    const [id, id_store] = [record['id'], record['id_store']]
    if (!before || !isCountedId(id) || !isCountedId(id_store) || id_store === before['id_store']) return
    const other = await living(tx, 'order_articles as l').innerJoin('articles as a', 'a.id', 'l.id_article').select('a.name').where('l.id_order', '=', id).where('a.id_store', '<>', id_store).limit(1).executeTakeFirst()
    if (other) throw wrong('id_store', 'delivery.of_other_store', { name: other.name })
  },
}

import { tables } from '#app/tables'
import { isCountedId } from '#engine/model'
import type { Hooks } from '#engine/server'

/** An order belongs to its store's partner and their branch, and is of its store's type: kept with it, so that lists and scopes ask one table. */
export const orderHooks: Hooks = {
  entity: 'orders',
  async beforeSave({ tx }, data, before) {
    const id_store = data['id_store'] ?? before?.['id_store']
    // A store that is none is told by the field's own check.
    if (!isCountedId(id_store) || id_store === before?.['id_store']) return data
    const store = await tables(tx).selectFrom('stores as s').innerJoin('companies as c', 'c.id', 's.id_partner')
      .select(['s.id_partner', 's.id_type_store', 'c.id_branch']).where('s.id', '=', id_store).executeTakeFirst()
    return store ? { ...data, ...store } : data
  },
}

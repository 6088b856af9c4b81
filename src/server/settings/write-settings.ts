import type { JsonObject } from '../../model/json'
import type { Tx } from '../database/database'

/** Sets settings by key, replacing their values. `hidden`: they are never sent to a browser. */
export async function writeSettings(tx: Tx, values: JsonObject, { hidden = false }: { readonly hidden?: boolean } = {}): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    const row = { value: JSON.stringify(value), hidden }
    const there = await tx.updateTable('settings').set(row).where('key', '=', key).where('date_deleted', 'is', null)
      .returning('id').executeTakeFirst()
    if (!there) await tx.insertInto('settings').values({ key, ...row }).execute()
  }
}

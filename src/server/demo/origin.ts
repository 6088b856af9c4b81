import { sql } from 'kysely'
import type { Db } from '../database/database'

/** How a database came to be: with made-up data, or empty; `loading`: its made-up data was never completed. */
export type Origin = 'demo' | 'empty' | 'loading'

// A row of the settings that no browser sees.
const KEY = 'engine.created_as'

/** Null: the database is new. */
export async function readOrigin(db: Db): Promise<Origin | null> {
  const row = await db.selectFrom('settings').select(sql`value::text`.as('value')).where('key', '=', KEY).executeTakeFirst() as { value: unknown } | undefined
  const said = typeof row?.value === 'string' ? row.value.replaceAll('"', '') : null
  if (said === 'demo' || said === 'empty' || said === 'loading') return said
  // Somebody's data without the mark is never taken for a demo.
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return user ? 'empty' : null
}

export async function writeOrigin(db: Db, origin: Origin): Promise<void> {
  const value = JSON.stringify(origin)
  const { numUpdatedRows } = await db.updateTable('settings').set({ value }).where('key', '=', KEY).executeTakeFirst()
  if (numUpdatedRows === 0n) await db.insertInto('settings').values({ key: KEY, value, hidden: true }).execute()
}

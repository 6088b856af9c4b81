import { sql } from 'kysely'
import type { Json } from '../../../model/json'
import type { Db } from './database'
import { engineTables } from './engine-tables'

/** What the engine keeps of itself under a key; null: nothing yet. */
export async function readEngineValue(db: Db, key: string): Promise<Json> {
  const row = await engineTables(db)
    .selectFrom('engine_state')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.value ?? null
}

export async function writeEngineValue(db: Db, key: string, value: Json): Promise<void> {
  const json = sql<string>`${JSON.stringify(value)}::jsonb`
  await engineTables(db)
    .insertInto('engine_state')
    .values({ key, value: json })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: json }))
    .execute()
}

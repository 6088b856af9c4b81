import { sql } from 'kysely'
import type { Db } from '../../platform/database/database'
import { engineTables } from '../../platform/database/engine-tables'

/** How a database was created: with made-up data, or empty; `loading`: its made-up data is not complete. */
export type DatabaseOrigin = 'demo' | 'empty' | 'loading'

// A row of the settings that no browser sees.
const KEY = 'engine.created_as'
// The loading process reports every second (`stillLoading`); after this long without a report it counts as gone.
const GONE_S = 15

interface Mark {
  readonly origin: DatabaseOrigin
  /** When it was last written, as text, to tell one write from the next. */
  readonly written: string
  /** Still marked as loading, but no process is working on it. */
  readonly abandoned: boolean
}

/** Null: the database is new. */
export async function readMark(db: Db): Promise<Mark | null> {
  const row = await engineTables(db)
    .selectFrom('settings')
    .where('key', '=', KEY)
    .select([
      sql<DatabaseOrigin>`value #>> '{}'`.as('origin'),
      sql<string>`date_updated::text`.as('written'),
      sql<boolean>`clock_timestamp() - date_updated > make_interval(secs => ${GONE_S})`.as('abandoned'),
    ])
    .executeTakeFirst()
  if (row) return { ...row, abandoned: row.origin === 'loading' && row.abandoned }
  // A database with data but without the mark is never taken for a demo.
  const user = await engineTables(db).selectFrom('users').select('id').limit(1).executeTakeFirst()
  return user ? { origin: 'empty', written: '', abandoned: false } : null
}

/** Marks a new database; false when another process was faster. */
export async function putMark(db: Db, origin: DatabaseOrigin): Promise<boolean> {
  const made = await engineTables(db)
    .insertInto('settings')
    .values({ key: KEY, value: JSON.stringify(origin), hidden: true, date_updated: NOW })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** Takes an abandoned loading over; false when another process was faster. */
export async function takeOver(db: Db, { written }: Mark): Promise<boolean> {
  const taken = await engineTables(db)
    .updateTable('settings')
    .set({ date_updated: NOW })
    .where('key', '=', KEY)
    .where(sql`date_updated::text`, '=', written)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function stillLoading(db: Db): Promise<void> {
  await engineTables(db).updateTable('settings').set({ date_updated: NOW }).where('key', '=', KEY).execute()
}

export async function endLoading(db: Db): Promise<void> {
  const origin: DatabaseOrigin = 'demo'
  await engineTables(db)
    .updateTable('settings')
    .set({ value: JSON.stringify(origin), date_updated: NOW })
    .where('key', '=', KEY)
    .execute()
}

const NOW = sql<string>`clock_timestamp()`

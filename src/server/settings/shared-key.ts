import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/database'

const KEY_BYTES = 32

/** A secret that all servers of this database share, created by the first of them and stored as a hidden setting. */
export async function sharedKey(db: Db | Tx, setting: string): Promise<Buffer> {
  const fresh = randomBytes(KEY_BYTES).toString('base64url')
  await sql`insert into settings (key, value, hidden) select ${setting}, ${JSON.stringify(fresh)}::jsonb, true
    where not exists (select 1 from settings where key = ${setting} and date_deleted is null)
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ value: string }>`select value #>> '{}' as value from settings
    where key = ${setting} and date_deleted is null`.execute(db)
  const value = rows[0]?.value
  if (!value) throw new Error(`The setting ${setting} is not there.`)
  return Buffer.from(value, 'base64url')
}

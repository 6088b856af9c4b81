import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/database'
import { livingRows } from '../database/engine-tables'
import { keyringFor } from './keyring'

const KEY_BYTES = 32

/**
 * A secret that all servers of this database share, created by the first of them and stored, sealed, as a hidden
 * setting.
 * @param within the open transaction, if any
 */
export async function sharedKey(db: Db, setting: string, within: Db | Tx = db): Promise<Buffer> {
  const [keyring, place] = [keyringFor(db), `settings.${setting}`]
  const fresh = keyring.seal(randomBytes(KEY_BYTES).toString('base64url'), place)
  await sql`insert into settings (key, value, hidden) select ${setting}, ${JSON.stringify(fresh)}::jsonb, true
    where not exists (select 1 from settings where key = ${setting} and date_deleted is null)
    on conflict do nothing`.execute(within)
  const { value } =
    (await livingRows(within, 'settings')
      .select(sql<string | null>`value #>> '{}'`.as('value'))
      .where('key', '=', setting)
      .executeTakeFirst()) ?? {}
  if (!value) throw new Error(`The setting ${setting} does not exist.`)
  return Buffer.from(keyring.open(value, place), 'base64url')
}

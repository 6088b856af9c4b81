import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database'

/**
 * The table of who has which record open: worth nothing after a crash, so its rows are never written to the log of the
 * database.
 */
export async function putPresences(tx: Tx): Promise<void> {
  const { rows } = await sql`select from pg_catalog.pg_class where oid = to_regclass('presences')`.execute(tx)
  if (rows.length > 0) return
  await sql`create unlogged table presences (
    id_user integer not null, key text not null, entity text not null, id_record text not null, edits boolean not null,
    date_until timestamptz not null,
    primary key (id_user, key))`.execute(tx)
  await sql`create index presences_record on presences (entity, id_record)`.execute(tx)
}

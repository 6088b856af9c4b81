import { sql } from 'kysely'
import type { DataChange } from '#engine/server'

/**
 * Counters of before had their errors in a column of their own: they become rows with the outcome `error`. A database
 * without that column has nothing to move.
 */
export const USES_BY_OUTCOME: DataChange = {
  name: 'map_key_uses.outcome',
  table: 'map_key_uses',
  async change(tx, ids) {
    const {
      rows: [old],
    } = await sql`
      select 1 from information_schema.columns
      where table_schema = current_schema() and table_name = 'map_key_uses' and column_name = 'errors'`.execute(tx)
    if (!old) return 0
    const { numAffectedRows } = await sql`
      with old as (
        update map_key_uses u set uses = b.uses - b.errors, errors = 0
        from map_key_uses b where b.id = u.id and b.id = any(${[...ids]}::int[]) and b.errors > 0 and b.state = 'ok'
        returning u.id_map_key, u.day, u.type, u.platform, u.type_user, b.errors
      )
      insert into map_key_uses as u (id_map_key, day, type, platform, type_user, state, uses)
      select id_map_key, day, type, platform, type_user, 'error', errors from old
      on conflict (id_map_key, day, type, platform, type_user, state) where date_deleted is null
        do update set uses = u.uses + excluded.uses`.execute(tx)
    return Number(numAffectedRows ?? 0)
  },
}

import { living, tables } from '#app/tables'
import type { CheckOutcome, SelfCheck } from '#engine/server'
import { activeKeys } from './map-keys/active-keys'
import { HOUR_MS } from '#engine/model'

/**
 * Whether the services that places and ways are asked of have answered lately: a question of its own would cost money.
 */
export const mapsCheck: SelfCheck = {
  key: 'maps',
  async run({ database: { db }, now }): Promise<CheckOutcome> {
    const keys = await activeKeys(db)
    const all = await living(db, 'map_keys').select('id').execute()
    if (keys.length === 0)
      return all.length === 0 ? { state: 'off', why: 'none' } : { state: 'warning', why: 'inactive' }
    const since = new Date(now().getTime() - HOUR_MS).toISOString()
    const failing = await tables(db)
      .selectFrom('map_key_errors')
      .where('date_created', '>=', since)
      .where(
        'id_map_key',
        'in',
        keys.map(({ id }) => id),
      )
      .select('id_map_key')
      .distinct()
      .execute()
    const params = { n: keys.length, bad: failing.length }
    if (failing.length === keys.length) return { state: 'failed', why: 'failing', params }
    return { state: failing.length > 0 ? 'warning' : 'ok', why: failing.length > 0 ? 'some' : 'ok', params }
  },
}

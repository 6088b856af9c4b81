import { sql } from 'kysely'
import { tables } from '#app/tables'
import type { Job } from '#engine/server'
import { DAY_MS } from '#engine/model'
import { usageDay } from './day-of'

const KEEP_ERRORS_DAYS = 90
const KEEP_USES_DAYS = 800

/** Keeps the counters of map keys correct: a new month starts at no cost, and old rows are deleted. */
export const mapKeysJob: Job = {
  name: 'geo.map_keys',
  every_s: 600,
  async run({
    runtime: {
      database: { db },
      now,
      settings,
    },
  }) {
    const date = now()
    const { month } = usageDay(date, await settings())
    await tables(db)
      .updateTable('map_keys')
      .set({ cost: 0, cost_month: month })
      .where('cost_month', '<', month)
      .execute()
    const ago = (days: number): string => new Date(date.getTime() - days * DAY_MS).toISOString()
    await tables(db).deleteFrom('map_key_errors').where('date_created', '<', ago(KEEP_ERRORS_DAYS)).execute()
    await tables(db)
      .deleteFrom('map_key_uses')
      .where('day', '<', sql<string>`${ago(KEEP_USES_DAYS)}::timestamptz::date`)
      .execute()
  },
}

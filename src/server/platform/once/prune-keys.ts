import { sql } from 'kysely'
import { DAY_MS } from '../../../model/values/zone-time'
import type { Job } from '../jobs/job'

/** A form is left open over a weekend, and no longer. */
const KEEP_MS = 7 * DAY_MS
/** Rows per statement: few enough that nobody waits for their locks. */
const BATCH = 500

/** Forgets, every hour, what was answered to the keys of a week ago. */
export const pruneIdempotencyKeys: Job = {
  name: 'engine.prune_idempotency_keys',
  every_s: 3600,
  async run({
    runtime: {
      database: { db },
      now,
    },
    signal,
  }) {
    const before = new Date(now().getTime() - KEEP_MS).toISOString()
    for (let taken = BATCH; taken === BATCH && !signal.aborted; ) {
      const { rows } = await sql`delete from idempotency_keys where id in (
        select id from idempotency_keys where date_created < ${before} order by date_created limit ${BATCH})
        returning id`.execute(db)
      taken = rows.length
    }
  },
}

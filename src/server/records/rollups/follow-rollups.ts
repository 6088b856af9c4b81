import { sql } from 'kysely'
import type { Database } from '../../platform/database/database'
import type { Job } from '../../platform/jobs/job'
import { followMarks } from './follow-marks'
import { makeTables } from './make-tables'
import { recountBuckets } from './recount'
import { hasRollups, storedRollups, type MadeRollup } from './stored-rollup'
import { walkDays } from './walk-days'

/**
 * Keeps rollups up: counts again what writes have marked, and builds those that are new or of another zone, the newest
 * days first.
 */
export const followRollups: Job = {
  name: 'engine.rollups',
  every_s: 2,
  async run({ runtime: { database, settings }, signal }) {
    if (!(await hasRollups(database.db))) return
    await makeTables(database, String((await settings()).timezone ?? 'UTC'))
    await followMarks(database, signal)
    for (const { made, isRetired } of await storedRollups(database.db)) {
      if (made && !made.isReady && !isRetired) await build(database, made, signal)
    }
  },
}

/** Counts every bucket of a new rollup once; questions are answered by its rows until then. */
async function build(database: Database, rollup: MadeRollup, signal: AbortSignal): Promise<void> {
  const isDone = await walkDays(
    database,
    rollup,
    signal,
    async (tx, buckets, reached) => {
      await recountBuckets(tx, rollup, buckets)
      await sql`update engine_rollups set built_to = ${reached}::timestamptz where name = ${rollup.table}`.execute(tx)
    },
    { from: rollup.builtTo, between: () => followMarks(database, signal) },
  )
  if (isDone) await finish(database, rollup)
}

/** From now on questions are answered from it. */
export async function finish({ db }: Database, { table }: MadeRollup): Promise<void> {
  await sql`update engine_rollups set ready = true where name = ${table}`.execute(db)
  await sql`analyze ${sql.table(table)}`.execute(db)
}

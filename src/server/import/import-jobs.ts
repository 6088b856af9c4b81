import { sql } from 'kysely'
import type { Db } from '../database/database'
import type { Job } from '../jobs/job'
import { openRuns } from './run'
import { RunWorker } from './run-worker'

/** Name of the job that carries runs on. */
export const IMPORT_JOB = 'engine.imports'

/** Whoever reads a file says so at every batch; after so long nobody does. */
const LOST_S = 120
const KEPT_DAYS = 7

/**
 * Verifies, saves and undoes what waits for it, a batch of each run in turn. What a process that died had begun is carried on by the one
 * that has the job next, from the first row that is not put down as done.
 */
export const importJob: Job = {
  name: IMPORT_JOB,
  every_s: 5,
  async run({ runtime, signal }) {
    const { db } = runtime.database
    await endLost(db)
    const workers = new Map<number, RunWorker>()
    for (let runs = await openRuns(db); runs.length > 0 && !signal.aborted; runs = await openRuns(db)) {
      for (const run of runs) {
        if (signal.aborted) return
        const worker = workers.get(run.id) ?? new RunWorker(runtime)
        workers.set(run.id, worker)
        await worker.step(run)
      }
    }
  },
}

/** Throws away runs that nobody has touched for a week; what they brought in stays. */
export const pruneImports: Job = {
  name: 'engine.imports.prune',
  every_s: 3600,
  async run({ runtime }) {
    const now = runtime.now().toISOString()
    const old = sql`(select id from imports where date_updated < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS}))`
    await runtime.database.transaction(async (tx) => {
      await sql`delete from import_rows where id_import in ${old}`.execute(tx)
      await sql`delete from imports where id in ${old}`.execute(tx)
    })
  },
}

/** A file that was being read by a process that is no more cannot be read again. */
async function endLost(db: Db): Promise<void> {
  await sql`update imports set state = 'failed', fault = ${JSON.stringify({ key: 'import.interrupted' })}::jsonb
    where state = 'reading' and date_updated < clock_timestamp() - make_interval(secs => ${LOST_S})`.execute(db)
}

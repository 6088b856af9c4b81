import { sql } from 'kysely'
import type { Db } from '../../platform/database/database'
import type { Job } from '../../platform/jobs/job'
import { openRuns } from './run'
import { RunWorker } from './run-worker'

/** Name of the job that carries runs on. */
export const IMPORT_JOB = 'engine.imports'

/** The process that reads a file reports at every batch; after this long it is taken for dead. */
const LOST_S = 120
const KEPT_DAYS = 7

/**
 * Verifies, saves and undoes waiting runs, a batch of each in turn. The next process with the job continues what a dead
 * one began, from the first row not recorded as done.
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

/** Deletes runs that nobody has touched for a week; the records they imported stay. */
export const pruneImports: Job = {
  name: 'engine.imports.prune',
  every_s: 3600,
  async run({ runtime }) {
    const now = runtime.now().toISOString()
    const old = sql`(select id from imports
      where date_updated < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS}))`
    await runtime.database.transaction(async (tx) => {
      await sql`delete from import_rows where id_import in ${old}`.execute(tx)
      await sql`delete from imports where id in ${old}`.execute(tx)
    })
  },
}

/** A file cannot be read again once the process that was reading it is gone. */
async function endLost(db: Db): Promise<void> {
  await sql`update imports set state = 'failed', error = ${JSON.stringify({ key: 'import.interrupted' })}::jsonb
    where state = 'reading' and date_updated < clock_timestamp() - make_interval(secs => ${LOST_S})`.execute(db)
}

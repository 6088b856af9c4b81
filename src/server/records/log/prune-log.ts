import { sql } from 'kysely'
import type { Job, JobContext } from '../../platform/jobs/job'
import { DAY_MS } from '../../../model/values/zone-time'

/** Lines per statement: few enough that nobody waits for their locks. */
const BATCH_LINES = 500

/** Deletes lines of the activity log that are older than the setting `log_days`, every hour, in small batches. */
export const pruneLogJob: Job = {
  name: 'engine.prune_log',
  every_s: 3600,
  run: async (context) => {
    await pruneLog(context)
  },
}

/** Ends when no line is too old, or when the job is to stop; returns how many were deleted. */
export async function pruneLog({ runtime, signal }: Pick<JobContext, 'runtime' | 'signal'>): Promise<number> {
  const days = Number((await runtime.settings()).log_days)
  if (!Number.isFinite(days) || days <= 0) return 0
  const before = new Date(runtime.now().getTime() - days * DAY_MS).toISOString()
  for (let taken = 0; ; ) {
    const { rows } = await sql<{ id: number }>`delete from logs where id in (
      select id from logs where date_created < ${before} order by date_created limit ${BATCH_LINES})
      returning id`.execute(runtime.database.db)
    taken += rows.length
    if (rows.length < BATCH_LINES || signal.aborted) return taken
  }
}

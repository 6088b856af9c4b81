import { tables } from '#app/tables'
import type { Job } from '#engine/server'
import { DAY_MS } from '#engine/model'

/** A trial is looked at on the day on which it is run; its result is of no use once the rule has changed. */
const KEEP_DAYS = 30

/** Deletes old trials of rules: nobody comes back to them, and each holds its whole result. */
export const oldShadowsJob: Job = {
  name: 'past.old_shadows',
  every_s: 3600,
  async run({
    runtime: {
      database: { db },
      now,
    },
  }) {
    await tables(db)
      .deleteFrom('shadow_runs')
      .where('date_created', '<', new Date(now().getTime() - KEEP_DAYS * DAY_MS).toISOString())
      .execute()
  },
}

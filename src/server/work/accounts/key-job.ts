import type { Tx } from '../../platform/database/database'
import type { Job } from '../../platform/jobs/job'
import { engineTables } from '../../platform/database/engine-tables'

/** Marks the keys whose time is over, for lists and filters; they have stopped working by themselves. */
export const expireKeys: Job = {
  name: 'engine.api_keys',
  every_s: 60,
  async run({
    runtime: {
      database: { db },
      now,
    },
  }) {
    await engineTables(db)
      .updateTable('api_keys')
      .set({ status: 'expired' })
      .where('status', '=', 'active')
      .where('date_expires', '<=', now().toISOString())
      .execute()
  },
}

/** Ends all keys of an account that somebody else may have used. */
export async function revokeKeysOf(tx: Tx, id_user: number, now: Date): Promise<void> {
  const date = now.toISOString()
  await engineTables(tx)
    .updateTable('api_keys')
    .set({ status: 'revoked', date_revoked: date, date_updated: date })
    .where('id_user', '=', id_user)
    .where('status', '=', 'active')
    .execute()
}

import { sql } from 'kysely'
import type { Db } from '../database/database'

/** Channel on which a job is asked to run now. */
export const WAKE_CHANNEL = 'tr_jobs'

/**
 * Makes a job run at once in the process that does it; within a transaction: when it commits, and not at all if it
 * rolls back.
 */
export async function wakeJob(db: Db, name: string): Promise<void> {
  await sql`select pg_notify(${WAKE_CHANNEL}, ${name})`.execute(db)
}

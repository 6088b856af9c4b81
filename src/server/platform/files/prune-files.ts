import { sql } from 'kysely'
import { HOUR_MS } from '../../../model/values/zone-time'
import type { Job } from '../jobs/job'

/** An upload that no record took, and replaced or removed files (they may be wanted back), are kept for a day. */
const KEPT_HOURS = 24
const BATCH = 100

/**
 * Deletes files that nothing refers to. Each is marked first and its row deleted last, so that an interrupted deletion
 * is repeated. A file that a record still points to stays, whatever its state says.
 */
export const pruneFiles: Job = {
  name: 'engine.files.prune',
  every_s: 3600,
  async run({ runtime, signal, log }) {
    const {
      database: { db },
      files: { storage },
    } = runtime
    const before = new Date(runtime.now().getTime() - KEPT_HOURS * HOUR_MS).toISOString()
    await sql`update files set state = 'leaving' where state in ('arriving', 'uploaded', 'replaced')
      and date_updated < ${before}`.execute(db)
    let last = 0
    while (!signal.aborted) {
      const { rows } = await sql<{ id: number; storage_key: string }>`select id, storage_key from files
        where state = 'leaving' and id > ${last} order by id limit ${BATCH}`.execute(db)
      for (const { id, storage_key } of rows) {
        if (signal.aborted) return
        last = id
        try {
          // The foreign keys of records that point to it refuse this; only then are the bytes deleted.
          await runtime.database.transaction(async (tx) => {
            await sql`delete from files where id = ${id} and state = 'leaving'`.execute(tx)
            await storage.remove(storage_key)
          })
        } catch (error) {
          log(`file ${id} could not be thrown away: ${error instanceof Error ? error.message : String(error)}`)
        }
      }
      if (rows.length < BATCH) return
    }
  },
}

import { sql } from 'kysely'
import { tables } from '#app/tables'
import type { Tx } from '#engine/server'
import { NOT_WAITED_FOR } from './moved-columns'

/** Whoever comes free is asked no more, of a service that somebody chose to wait with. @returns whether it was waited for */
export async function stopWaiting(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx).updateTable('services')
    .set({ ...NOT_WAITED_FOR, version: sql`version + 1`, date_updated: now.toISOString() })
    .where('id', '=', id).where('keep_searching', '=', true).executeTakeFirst()
  return numUpdatedRows > 0n
}

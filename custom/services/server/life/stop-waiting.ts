import { sql } from 'kysely'
import { tables } from '#app/tables'
import type { Tx } from '#engine/server'
import { NOT_WAITED_FOR } from './moved-columns'

/** Ends the wait that somebody chose for a service: drivers who come free are no longer asked. @returns whether it was waiting */
export async function stopWaiting(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx).updateTable('services')
    .set({ ...NOT_WAITED_FOR, version: sql`version + 1`, date_updated: now.toISOString() })
    .where('id', '=', id).where('keep_searching', '=', true).executeTakeFirst()
  return numUpdatedRows > 0n
}

import { patchRecords } from '#app/tables'
import type { Deed, Tx } from '#engine/server'
import { NOT_WAITED_FOR } from './moved-columns'

/**
 * Ends the wait that somebody chose for a service: drivers who come free are no longer asked.
 * @returns whether it was waiting
 */
export async function stopWaiting(tx: Tx, id: number, deed: Deed<never>): Promise<boolean> {
  return (
    (await patchRecords(tx, 'services', { id, keep_searching: true }, NOT_WAITED_FOR, { ...deed, says: [] })).length > 0
  )
}

import { patchRecords } from '#app/tables'
import { anyOf, byAsker, type CallContext, type Tx, wakeJob } from '#engine/server'
import { DISPATCH_JOB } from '../life/move-service'
import { dispatchSettings, type DispatchSettings } from './dispatch-settings'

/** A service whose operator waits: it is offered to whoever comes free or near, for at most `wait_most_min`. */
export const waitsUntil = (now: Date, { wait_most_min }: Pick<DispatchSettings, 'wait_most_min'>) =>
  ({ keep_searching: true, date_keep_until: new Date(now.getTime() + wait_most_min * 60_000).toISOString() }) as const

/**
 * Lets services without a driver wait for one, in one conditional write.
 * @returns those that did not wait already and still have no driver
 */
export async function startWait(tx: Tx, context: CallContext, ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length === 0) return []
  const now = context.now()
  const rows = await patchRecords(
    tx,
    'services',
    { id: anyOf(ids), state: 'unassigned' },
    waitsUntil(now, dispatchSettings(context.settings)),
    { by: byAsker(context), now, verb: 'service_wait_driver', says: [] },
  )
  await wakeJob(tx, DISPATCH_JOB)
  return rows.map(({ id }) => id)
}

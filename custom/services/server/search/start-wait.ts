import { sql } from 'kysely'
import { tables } from '#app/tables'
import { type CallContext, type Tx, wakeJob, writeLog } from '#engine/server'
import { DISPATCH_JOB } from '../life/move-service'
import { dispatchSettings, type DispatchSettings } from './dispatch-settings'

/** A service whose operator waits: it is offered to whoever comes free or near, for at most `wait_most_min`. */
export const waitsUntil = (now: Date, { wait_most_min }: Pick<DispatchSettings, 'wait_most_min'>) =>
  ({ keep_searching: true, date_keep_until: new Date(now.getTime() + wait_most_min * 60_000).toISOString() }) as const

/** Lets services without a driver wait for one, in one conditional write. @returns those that did not wait already and still have no driver */
export async function startWait(tx: Tx, { actor, platform, session, settings, now }: CallContext, ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length === 0) return []
  const date = now()
  const rows = await tables(tx).updateTable('services')
    .set({ ...waitsUntil(date, dispatchSettings(settings)), version: sql<number>`version + 1`, date_updated: date.toISOString() })
    .where('id', 'in', [...ids]).where('state', '=', 'unassigned').where('date_deleted', 'is', null).returning('id').execute()
  for (const { id } of rows) {
    await writeLog(tx, { id_user: actor.id, type_log: 'service_wait_driver', target: 'services', id_target: id, title: String(id), platform, id_session: session.id, date })
  }
  await wakeJob(tx, DISPATCH_JOB)
  return rows.map(({ id }) => id)
}

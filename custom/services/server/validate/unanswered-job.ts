import { sql } from 'kysely'
import { living, tables } from '#app/tables'
import { type Job, tell, type Tx } from '#engine/server'
import { cancel } from '../end/cancel-service'
import { BY_SYSTEM } from '../life/move-service'

const MAX_AT_ONCE = 100
/** What nobody answers in time is called off without a cost, and the client is told (`on` of the catalogue): nobody waits for a ride that never comes. */
export const unansweredJob: Job = {
  name: 'services.unanswered',
  every_s: 60,
  async run({ runtime: { database, now }, signal }) {
    const at = now()
    const late = await living(database.db, 'service_validations').where('state', '=', 'pending')
      .where(sql<boolean>`coalesce(date_deadline, date_scheduled) < ${at.toISOString()}::timestamptz`).select('id').orderBy('id').limit(MAX_AT_ONCE).execute()
    for (const { id } of late) if (!signal.aborted) await database.transaction((tx) => expire(tx, id, at))
  },
}

async function expire(tx: Tx, id: number, now: Date): Promise<void> {
  const stamp = now.toISOString()
  const over = await tables(tx).updateTable('service_validations').set({ state: 'expired', date_answered: stamp, date_updated: stamp, version: sql`version + 1` })
    .where('id', '=', id).where('state', '=', 'pending').returning('id_service').executeTakeFirst()
  if (!over) return
  const service = await living(tx, 'services').where('id', '=', over.id_service).select('state').executeTakeFirst()
  if (service?.state === 'created') await cancel(tx, { id_service: over.id_service, by: BY_SYSTEM, now, reason: null })
  await tell(tx, 'service_validations', { id, before: { state: 'pending' }, after: { state: 'expired' }, by: null })
}

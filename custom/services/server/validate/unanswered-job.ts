import { sql } from 'kysely'
import { living, patchRecords } from '#app/tables'
import type { Job, Tx } from '#engine/server'
import { cancel } from '../end/cancel-service'
import { BY_SYSTEM } from '../life/move-asked'

const MAX_AT_ONCE = 100
/**
 * What nobody answers in time is called off without a cost, and the client is told (`on` of the catalogue): nobody
 * waits for a ride that never comes.
 */
export const unansweredJob: Job = {
  name: 'services.unanswered',
  every_s: 60,
  async run({ runtime: { database, now }, signal }) {
    const at = now()
    const late = await living(database.db, 'service_validations')
      .where('state', '=', 'pending')
      .where(sql<boolean>`coalesce(date_deadline, date_scheduled) < ${at.toISOString()}::timestamptz`)
      .select('id')
      .orderBy('id')
      .limit(MAX_AT_ONCE)
      .execute()
    for (const { id } of late) if (!signal.aborted) await database.transaction((tx) => expire(tx, id, at))
  },
}

async function expire(tx: Tx, id: number, now: Date): Promise<void> {
  const [over] = await patchRecords(
    tx,
    'service_validations',
    { id, state: 'pending' },
    { state: 'expired', date_answered: now },
    { by: BY_SYSTEM, now, verb: 'edit', reads: ['id_service'] },
  )
  if (!over) return
  const { id_service } = over.after
  const service = await living(tx, 'services').where('id', '=', id_service).select('state').executeTakeFirst()
  if (service?.state === 'created') await cancel(tx, { id_service, by: BY_SYSTEM, now, reason: null })
}

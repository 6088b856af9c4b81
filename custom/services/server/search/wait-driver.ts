import { sql } from 'kysely'
import { serveCall, wakeJob, writeLog } from '#engine/server'
import { waitDriverCall } from '../../model/request-calls'
import { movedMeanwhile } from '../life/move-refused'
import { DISPATCH_JOB } from '../life/move-service'
import { lockService } from '../offers/lock-service'
import { requestStatus } from '../offers/request-status'
import { readService } from '../read/read-services'
import { dispatchSettings } from './dispatch-settings'

/**
 * `POST dispatcher/waitDriver`: no driver remains and somebody chooses to wait. Its alert is quiet, and it is offered to drivers who come
 * free or near, for at most the setting `wait_most_min`.
 */
export const waitDriver = serveCall(waitDriverCall, async (context, { id_service }) => {
  const { db, transaction, now, actor, platform, session, settings } = context
  await readService(context, db, id_service)
  await transaction(async (tx) => {
    const { state } = await lockService(tx, id_service)
    if (state === 'requested') return
    if (state !== 'unassigned') throw movedMeanwhile(state)
    const at = now()
    const until = new Date(at.getTime() + dispatchSettings(settings).wait_most_min * 60_000).toISOString()
    await sql`update services set keep_searching = true, date_keep_until = ${until}, version = version + 1, date_updated = ${at.toISOString()}
      where id = ${id_service}`.execute(tx)
    await writeLog(tx, {
      id_user: actor.id, type_log: 'service_wait_driver', target: 'services', id_target: id_service, title: String(id_service), platform,
      id_session: session.id, date: at,
    })
    await wakeJob(tx, DISPATCH_JOB)
  })
  return { status: await requestStatus(context, id_service) }
})

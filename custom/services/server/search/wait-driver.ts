import { living } from '#app/tables'
import { serveCall } from '#engine/server'
import { waitAllCall, waitDriverCall } from '../../model/request-calls'
import { movedMeanwhile } from '../life/move-refused'
import { lockService } from '../offers/lock-service'
import { requestStatus } from '../offers/request-status'
import { readService } from '../read/read-services'
import { serviceScope } from '../read/service-scope'
import { startWait } from './start-wait'

/**
 * `POST dispatcher/waitDriver`: no driver remains and somebody chooses to wait. Its alert is quiet, and it is offered
 * to drivers who come free or near, for at most the setting `wait_most_min`.
 */
export const waitDriver = serveCall(waitDriverCall, async (context, { id_service }) => {
  const { db, transaction } = context
  await readService(context, db, id_service)
  await transaction(async (tx) => {
    const { state } = await lockService(tx, id_service)
    if (state === 'requested') return
    if (state !== 'unassigned') throw movedMeanwhile(state)
    await startWait(tx, context, [id_service])
  })
  return { status: await requestStatus(context, id_service) }
})

/** At once no more than anybody could have decided one by one. */
const MAX_AT_ONCE = 500

/** `POST dispatcher/waitAll`: the same for every service in sight that stands still without a driver. */
export const waitAll = serveCall(waitAllCall, async (context) => {
  const ids = await context.transaction(async (tx) => {
    const rows = await living(tx, 'services as s')
      .where('s.state', '=', 'unassigned')
      .where((on) => on.fn.coalesce('s.keep_searching', on.lit(false)), '=', false)
      .where(serviceScope(context, 's'))
      .select('s.id')
      .orderBy('s.id')
      .limit(MAX_AT_ONCE)
      .forUpdate('s')
      .execute()
    return startWait(
      tx,
      context,
      rows.map(({ id }) => id),
    )
  })
  return { waiting: ids.length, msg: context.say('services.waiting_all', { smart_count: ids.length }) }
})

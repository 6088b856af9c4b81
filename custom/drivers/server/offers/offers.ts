import { tables } from '#app/tables'
import { AppError } from '#engine/model'
import { answerOffer } from '../../../services/server'
import { offerAcceptCall, offerRejectCall, offerSeenCall } from '../../model/offers-call'
import { driverService } from '../read/driver-services'
import { serveDriver, type DriverContext } from '../serve-driver'
import { pendingOffer } from './read-offer'

const seen = serveDriver(offerSeenCall, async (context, { id }) => {
  const { db, id_driver, now } = context
  const known = await tables(db)
    .updateTable('service_offers')
    .set(({ fn, val }) => ({ date_seen: fn.coalesce('date_seen', val(now().toISOString())) }))
    .where('id', '=', id)
    .where('id_driver', '=', id_driver)
    .where('date_deleted', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!known) throw new AppError('NOT_FOUND')
  const offer = await pendingOffer(context, db)
  return { offer: offer?.id === id ? offer : null }
})

const accept = serveDriver(offerAcceptCall, async (context, { id }) => {
  const { id_service } = await answer(context, id, true)
  return { service: await driverService(context, context.db, context.id_driver, id_service) }
})

const reject = serveDriver(offerRejectCall, async (context, { id, reason }) => {
  await answer(context, id, false, reason ?? undefined)
  return {}
})

const answer = (
  { transaction, id_driver, now, platform, session }: DriverContext,
  id_offer: number,
  accept: boolean,
  reason?: string,
) =>
  transaction((tx) =>
    answerOffer(tx, { id_offer, id_driver, accept, reason, now: now(), platform, id_session: session.id }),
  )

export const offerCalls = [seen, accept, reject]

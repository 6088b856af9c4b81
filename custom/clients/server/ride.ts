import { living } from '#app/tables'
import { type CallContext, iso, serveCall, stateObjects } from '#engine/server'
import { decodeLine } from '../../geometry/model'
import type { DispatcherService } from '../../services/model'
import { ratedUntil, readService } from '../../services/server'
import { clientPositionCall, clientRideCall } from '../model/ride-calls'
import type { WholeRide } from '../model/ride-wire'
import { rideAround, type RideAround } from './around-ride'
import { mayCancel } from './cancel'
import { asClient, assertOwnRide } from './own-ride'
import { rideAmountText, penaltyText, priceLines, rideLine } from './ride-on-wire'
import { givenStars } from './rides'
import { hasWallet } from './wallet'

/** `GET client/rides/:id`. */
export const ride = serveCall(clientRideCall, async (context, { id }) => {
  asClient(context, 'reads')
  await assertOwnRide(context, context.db, id)
  return wholeRide(context, id)
})

/** `GET client/rides/:id/position`. */
export const position = serveCall(clientPositionCall, async (context, { id, since = null }) => {
  asClient(context, 'reads')
  await assertOwnRide(context, context.db, id)
  const { state, driver_card, vehicle, date_eta } = await rideAround(context, id, since)
  return { state, driver_card, vehicle, date_eta }
})

async function wholeRide(context: CallContext, id: number): Promise<WholeRide> {
  const { db } = context
  const service = await readService(context, db, id, { everywhere: true })
  const [around, stars, given, payment] = [
    await rideAround(context, id, null),
    await givenStars(db, [id]),
    await givenTo(context, id),
    await pendingPayment(context, id),
  ]
  return {
    ...rideLine(context, service, stars),
    stops: service.stops.map(({ address, lat, lng }) => ({ address, lat, lng })),
    points: decodedLine(service.polyline),
    passengers: service.capacity_1,
    payment: service.pm_name,
    notes: service.notes,
    invited: service.invited === 1 ? service.invited_name : null,
    lines: priceLines(context, service),
    ...(service.state === 'canceled'
      ? { price_text: null, cancel_text: penaltyText(context, service) }
      : { cancel_text: null }),
    driver_card: around.driver_card,
    vehicle: around.vehicle,
    date_eta: around.date_eta,
    ...given,
    can: canOf(context, service, around, given.tip_text !== null, payment),
  }
}

function canOf(
  context: CallContext,
  { state, date_finalized, date_handed_over, id_driver, org_lat, dst_lat }: DispatcherService,
  { hasEmail }: RideAround,
  isTipped: boolean,
  pay: boolean,
): WholeRide['can'] {
  const isDone = state === 'finalized' && id_driver !== null && date_finalized !== null
  return {
    cancel: mayCancel(state, date_handed_over),
    rate: isDone && ratedUntil(date_finalized) > context.now(),
    tip: isDone && !isTipped && hasWallet(context),
    receipt: state === 'finalized' && hasEmail,
    claim: state === 'finalized' || state === 'canceled',
    repeat: org_lat !== null && dst_lat !== null,
    pay,
    share: state !== 'finalized' && state !== 'canceled',
  }
}

/** What the client said and gave after the ride. */
async function givenTo(context: CallContext, id: number): Promise<Pick<WholeRide, 'comment' | 'tip_text' | 'claims'>> {
  const { db } = context
  const [rating, tip, claims] = [
    await living(db, 'service_ratings')
      .where('id_service', '=', id)
      .where('by_link', '=', false)
      .select('comment')
      .executeTakeFirst(),
    await living(db, 'service_tips').where('id_service', '=', id).select('amount').executeTakeFirst(),
    await living(db, 'service_claims')
      .where('id_service', '=', id)
      .where('id_client', '=', context.actor.id)
      .select(['id', 'kind', 'text', 'state', 'answer', iso('date_created').as('date_created')])
      .orderBy('id')
      .execute(),
  ]
  const kinds = stateObjects(context, 'service_claims', 'kind')
  return {
    comment: rating?.comment ?? null,
    tip_text: tip ? rideAmountText(context, Number(tip.amount)) : null,
    claims: claims.map(({ kind, text, state, ...claim }) => ({
      ...claim,
      kind: kind ?? '',
      kind_text: kinds.get(kind ?? '')?.name ?? '',
      text: text ?? '',
      state: state ?? '',
    })),
  }
}

async function pendingPayment({ db, now }: CallContext, id: number): Promise<boolean> {
  const row = await living(db, 'payments as p')
    .innerJoin('services as s', 's.id', 'p.id_service')
    .where('p.id_service', '=', id)
    .where('s.state', '=', 'created')
    .where('p.state', 'in', ['pending', 'failed'])
    .where('p.date_expires', '>', now().toISOString())
    .select('p.id')
    .executeTakeFirst()
  return row !== undefined
}

/** A route that cannot be read only makes the map plainer. */
function decodedLine(polyline: string | null): WholeRide['points'] {
  try {
    return decodeLine(polyline ?? '').map(([lat, lng]): [number, number] => [lat, lng])
  } catch {
    return []
  }
}

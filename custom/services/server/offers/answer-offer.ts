import { type NotNull, sql } from 'kysely'
import { living, patchRecords, type Row, tables } from '#app/tables'
import { AppError } from '#engine/model'
import { BY_PROGRAM, type Tx, wakeJob } from '#engine/server'
import { toTheEnd } from '../../../ranks/server'
import { BY_SYSTEM } from '../life/move-asked'
import { DISPATCH_JOB, moveService } from '../life/move-service'
import { claimDriver } from './claim-driver'
import { lockService } from './lock-service'

export interface OfferAnswer {
  readonly id_offer: number
  /** Who answers: row of `users`. */
  readonly id_driver: number
  readonly accept: boolean
  /** Why the driver declines. */
  readonly reason?: string | null
  readonly now: Date
  readonly platform: string
  readonly id_session?: number | null
}

interface AnsweredOffer {
  readonly id_service: number
  readonly state: 'accepted' | 'rejected'
}

type AskedOffer = Row<'service_offers', 'id' | 'id_service' | 'id_vehicle' | 'manual'>

/**
 * Takes a driver's answer. The first one wins, the deadline is judged by `now`: the rows of the service and of the
 * offer are locked in that order, and an offer that no longer stands is reported. Repeating an answer gives the same
 * result.
 * @throws {AppError} NOT_FOUND (nobody's, or another driver's); CONFLICT `services.offer_over.<state>`, or why they are
 * not free
 */
export async function answerOffer(tx: Tx, answer: OfferAnswer): Promise<AnsweredOffer> {
  const { id_offer, id_driver, accept, now } = answer
  const found = await living(tx, 'service_offers')
    .where('id', '=', id_offer)
    .where('id_driver', '=', id_driver)
    .select('id_service')
    .executeTakeFirst()
  if (!found) throw new AppError('NOT_FOUND')
  await lockService(tx, found.id_service)
  const offer = await tables(tx)
    .selectFrom('service_offers')
    .where('id', '=', id_offer)
    .select(({ eb }) => [
      'id',
      'id_service',
      'id_vehicle',
      'state',
      'manual',
      eb('date_deadline', '<=', now.toISOString()).as('late'),
    ])
    .forUpdate()
    .$narrowType<{ state: NotNull }>()
    .executeTakeFirst()
  if (!offer) throw new AppError('NOT_FOUND')
  const wanted = accept ? 'accepted' : 'rejected'
  const done = { id_service: offer.id_service, state: wanted } as const
  if (offer.state === wanted) return done
  if (offer.state !== 'pending') throw offerOver(offer.state)
  // The worker marks it as expired in a moment; a refusal is welcome at any time.
  if (offer.late && accept) throw offerOver('expired')
  await (accept ? accepted(tx, offer, answer) : rejected(tx, offer, answer))
  return done
}

const offerOver = (state: string): AppError =>
  new AppError('CONFLICT', { say: `services.offer_over.${state}`, body: { state } })

async function accepted(
  tx: Tx,
  offer: AskedOffer,
  { id_driver, now, platform, id_session }: OfferAnswer,
): Promise<void> {
  const { id_service, id_vehicle } = offer
  await claimDriver(tx, { id_service, id_driver, id_vehicle, on_shift: true })
  // First the offer: the move withdraws what still waits for an answer.
  await closeOffer(tx, offer.id, { state: 'accepted', now })
  await moveService(tx, {
    id: id_service,
    move: 'accept',
    by: { mover: 'driver', id_user: id_driver, platform, id_session },
    now,
    id_driver,
    id_vehicle,
  })
}

async function rejected(tx: Tx, offer: AskedOffer, { now, reason }: OfferAnswer): Promise<void> {
  await closeOffer(tx, offer.id, { state: 'rejected', now, reason })
  await afterRefusal(tx, offer, now)
}

/**
 * When the driver does not come, looks for the next one; if an operator had chosen them, the operator chooses again.
 */
export async function afterRefusal(
  tx: Tx,
  { id_service, manual }: Pick<AskedOffer, 'id_service' | 'manual'>,
  now: Date,
): Promise<void> {
  if (manual) await moveService(tx, { id: id_service, move: 'exhaust', by: BY_SYSTEM, now })
  else await wakeJob(tx, DISPATCH_JOB)
}

interface OfferClosed {
  readonly state: 'accepted' | 'rejected' | 'expired' | 'canceled'
  readonly now: Date
  readonly reason?: string | null
}

/** Ends a pending offer. The caller holds its row. */
export async function closeOffer(tx: Tx, id: number, { state, now, reason = null }: OfferClosed): Promise<void> {
  const answered = state === 'accepted' || state === 'rejected'
  const time_answer = sql<string | null>`case when ${answered}::boolean then greatest(0,
    extract(epoch from ${now.toISOString()}::timestamptz - date_created))::integer end`
  await patchRecords(
    tx,
    'service_offers',
    { id, state: 'pending' },
    { state, date_answered: now, time_answer, reason },
    { by: BY_PROGRAM, now, verb: null },
  )
  if (state === 'rejected' || state === 'expired') await toTheEnd(tx, id, now)
}

import { living, patchRecord } from '#app/tables'
import { AppError, wrong } from '#engine/model'
import { callLimit, type Tx } from '#engine/server'
import { type DriverContext, driverService, serveDriver } from '../../../drivers/server'
import { finishFare, moveService, type MoveBy, stampStops } from '../../../services/server'
import { rideDeliverCall } from '../../model/deliver-call'
import { takenAway } from './deliver'

/** Codes that one driver tries. */
const MAX_A_MINUTE = 10
const limit = callLimit('delivery.trade.too_many_codes')
const PICTURE = { entity: 'orders', field: 'proof_pic' } as const

interface Given {
  readonly code?: string
  readonly photo?: string
  readonly signature?: string
}
interface Proof {
  readonly kind: 'code' | 'photo' | 'signature'
  readonly picture: Buffer | null
}

/**
 * What was given of what the store wants; null where it wants none and none was given.
 * @throws {AppError} VALIDATION at what lacks or is wrong
 */
function proofOf(wants: string, code: string | null, given: Given): Proof | null {
  const kind =
    wants === 'none'
      ? (['code', 'photo', 'signature'] as const).find((one) => given[one] !== undefined)
      : (wants as Proof['kind'])
  if (kind === undefined) return null
  const value = given[kind]
  if (value === undefined || value.trim() === '') throw wrong(kind, 'required')
  if (kind === 'code' && value.trim() !== code) throw wrong('code', 'delivery.trade.code')
  return { kind, picture: kind === 'code' ? null : Buffer.from(value, 'base64') }
}

const orderOf = (tx: Tx, context: DriverContext, id: number) =>
  living(tx, 'orders as o')
    .innerJoin('services as s', 's.id', 'o.id_service')
    .innerJoin('stores as t', 't.id', 'o.id_store')
    .where('s.id', '=', id)
    .where('s.id_driver', '=', context.id_driver)
    .where('s.date_deleted', 'is', null)
    .select(['o.id', 'o.code', 'o.date_delivered', 't.proof', 's.state'])
    .orderBy('o.id')
    .executeTakeFirst()

const byDriver = ({ id_driver, platform, session }: DriverContext): MoveBy => ({
  mover: 'driver',
  id_user: id_driver,
  platform,
  id_session: session.id,
})

/** `POST driver/services/:id/deliver`: proof, ride and books in one transaction. */
export const deliver = serveDriver(rideDeliverCall, async (context, { id, name = null, ...given }) => {
  const { db, transaction, now, settings, id_driver, files } = context
  if (given.code !== undefined) limit(db, String(id_driver), now(), MAX_A_MINUTE)
  const seen = await transaction((tx) => orderOf(tx, context, id))
  if (!seen) throw new AppError('NOT_FOUND')
  if (seen.date_delivered !== null) return { service: await driverService(context, db, id_driver, id) }
  const proof = proofOf(seen.proof ?? 'none', seen.code, given)
  const kept = proof?.picture ? await files.keep(PICTURE, `${proof.kind}.jpg`, proof.picture) : null
  await transaction(async (tx) => {
    const ride = await living(tx, 'services')
      .where('id', '=', id)
      .where('id_driver', '=', id_driver)
      .select('state')
      .forUpdate()
      .executeTakeFirst()
    const order = await orderOf(tx, context, id)
    if (!ride || !order) throw new AppError('NOT_FOUND')
    // The same call, sent twice at once.
    if (order.date_delivered !== null) return
    const date = now()
    const by = byDriver(context)
    if (ride.state === 'started') {
      await moveService(tx, { id, move: 'arrive', by, now: date, id_driver })
      await stampStops(tx, { id_service: id, move: 'arrive', at: date, now: date })
    }
    if (ride.state !== 'finalized') await finishFare(tx, { id_service: id, by, now: date, settings, id_driver })
    await patchRecord(
      tx,
      'orders',
      order.id,
      {
        id_driver,
        courier_state: 'done',
        courier_problem: null,
        proof: proof?.kind ?? null,
        proof_name: name?.trim() || null,
        proof_pic: kept?.id ?? null,
      },
      {
        by: { id_user: id_driver, platform: context.platform, id_session: context.session.id },
        now: date,
        verb: 'edit',
        says: ['courier_state', 'proof', 'proof_name'],
      },
    )
    if (kept) await files.hold(tx, PICTURE, kept.id, order.id)
    await takenAway(tx, order.id, date)
  })
  return { service: await driverService(context, db, id_driver, id) }
})

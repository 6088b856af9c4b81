import { type NotNull, sql } from 'kysely'
import { living, type Row, tables } from '#app/tables'
import { AppError } from '#engine/model'
import { IN_PROGRESS } from '../../../service-states/model'
import {
  atStop,
  cancel,
  finishFare,
  handOver,
  leaveStops,
  moveService,
  type MoveBy,
  reasonText,
  stampStops,
  standsAt,
} from '../../../services/server'
import {
  rideArriveCall,
  rideBreakdownCall,
  rideFinishCall,
  rideNoShowCall,
  rideOnwayCall,
  rideReleaseCall,
  rideStartCall,
  rideWaitingCall,
  stopReachedCall,
} from '../../model/rides-call'
import { driverService } from '../read/driver-services'
import { serveDriver, type DriverContext } from '../serve-driver'
import { MOVES } from '../../../services/model'
import { STEP_MOVES } from '../../model/ride-steps'
import type { Db, Tx } from '#engine/server'

/** A ride of the driver's, as it stands under its lock. */
type OwnRide = Row<'services', (typeof OWN)[number], 'state'>

const OWN = [
  'state',
  'cancel_by',
  'date_onway',
  'date_waiting',
  'date_started',
  'date_arrived',
  'date_finalized',
  'date_handed_over',
] as const

/** Locks a service of this driver. @returns null: it is not theirs (any more), or does not exist */
async function lockOwnRide(tx: Tx, id_driver: number, id: number): Promise<OwnRide | null> {
  return (
    (await living(tx, 'services')
      .where('id', '=', id)
      .where('id_driver', '=', id_driver)
      .select(OWN)
      .forUpdate()
      .$narrowType<{ state: NotNull }>()
      .executeTakeFirst()) ?? null
  )
}

/** @throws {AppError} NOT_FOUND */
async function ownRide(tx: Tx, id_driver: number, id: number): Promise<OwnRide> {
  const ride = await lockOwnRide(tx, id_driver, id)
  if (!ride) throw new AppError('NOT_FOUND')
  return ride
}

/** Whether this driver has given the service back before. */
async function hasReleased(tx: Tx, id_driver: number, id: number): Promise<boolean> {
  const line = await tables(tx)
    .selectFrom('logs')
    .where('target', '=', 'services')
    .where('id_target', '=', id)
    .where('id_user', '=', id_driver)
    .where('type_log', 'in', ['service_release', 'service_unreserve'])
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return line !== undefined
}

/** The driver as the actor, for the state machine and the log. */
const byDriver = ({ id_driver, platform, session }: DriverContext): MoveBy => ({
  mover: 'driver',
  id_user: id_driver,
  platform,
  id_session: session.id,
})

const finish = serveDriver(rideFinishCall, async (context, { id, pauses, tolls }) => {
  const { id_driver, transaction, now, settings, db } = context
  await transaction(async (tx) => {
    const { state } = await ownRide(tx, id_driver, id)
    if (state === 'finalized') return
    await finishFare(tx, { id_service: id, by: byDriver(context), now: now(), settings, id_driver, pauses, tolls })
  })
  return { service: await driverService(context, db, id_driver, id) }
})

const noShow = serveDriver(rideNoShowCall, async (context, { id, reason }) => {
  const { id_driver, transaction, now, db } = context
  await transaction(async (tx) => {
    const { state, cancel_by } = await ownRide(tx, id_driver, id)
    if (state === 'canceled' && cancel_by === 'driver') return
    if (state === 'canceled')
      throw new AppError('CONFLICT', { say: 'services.moved_meanwhile.canceled', body: { state } })
    await cancel(tx, { id_service: id, by: byDriver(context), now: now(), reason: reason?.trim() || null, id_driver })
  })
  return { service: await driverService(context, db, id_driver, id) }
})

/** A ride goes back to the search; a booking in advance to the open bookings. */
const release = serveDriver(rideReleaseCall, async (context, { id, reason }) => {
  const { id_driver, transaction, now } = context
  await transaction(async (tx) => {
    const ride = await lockOwnRide(tx, id_driver, id)
    if (!ride) {
      if (await hasReleased(tx, id_driver, id)) return
      throw new AppError('NOT_FOUND')
    }
    const move = ride.state === 'scheduled' ? 'unreserve' : 'release'
    await moveService(tx, { id, move, by: byDriver(context), now: now(), id_driver, note: reason?.trim() || null })
  })
  return {}
})

/** Whose car cannot go on: the search takes over at once, and the board is told. */
const breakdown = serveDriver(rideBreakdownCall, async (context, { id, reason, notes, lat, lng }) => {
  const { id_driver, transaction, now, db } = context
  if (await hasHandedOver(db, id_driver, id)) return {}
  const stands = await standsAt(context, id, lat === undefined || lng === undefined ? null : [lat, lng])
  await transaction(async (tx) => {
    const ride = await lockOwnRide(tx, id_driver, id)
    if (!ride) {
      if (await hasHandedOver(tx, id_driver, id)) return
      throw new AppError('NOT_FOUND')
    }
    await handOver(tx, {
      id_service: id,
      id_driver,
      by: byDriver(context),
      now: now(),
      reason,
      reason_text: reasonText(context, reason),
      notes: notes?.trim() || null,
      ...stands,
    })
  })
  return {}
})

/** Whether this driver had the passenger and has them no more: the answer got lost. */
async function hasHandedOver(db: Db | Tx, id_driver: number, id: number): Promise<boolean> {
  const leg = await living(db, 'service_legs as l')
    .innerJoin('services as s', 's.id', 'l.id_service')
    .where('l.id_service', '=', id)
    .where('l.id_driver', '=', id_driver)
    .where('l.date_end', 'is not', null)
    .where((on) => on.or([on('s.id_driver', 'is', null), on('s.id_driver', '<>', id_driver)]))
    .select('l.id')
    .limit(1)
    .executeTakeFirst()
  return leg !== undefined
}

const endCalls = [finish, noShow, release, breakdown]

type Step = 'onway' | 'waiting' | 'start' | 'arrive'

/** Takes a step of a ride; a step already taken with this driver changes nothing. */
async function take(context: DriverContext, id: number, step: Step) {
  const { id_driver, transaction, now } = context
  await transaction(async (tx) => {
    const ride = await ownRide(tx, id_driver, id)
    const move = STEP_MOVES[step]
    // A ride that is taken over began with the driver before.
    if (ride[MOVES[move].stamps] !== null && !(step === 'start' && ride.date_handed_over !== null)) return
    const date = now()
    await moveService(tx, { id, move, by: byDriver(context), now: date, id_driver })
    await stampStops(tx, { id_service: id, move, at: date, now: date })
  })
  return { service: await driverService(context, context.db, id_driver, id) }
}

const stepCalls = [
  serveDriver(rideOnwayCall, (context, { id }) => take(context, id, 'onway')),
  serveDriver(rideWaitingCall, (context, { id }) => take(context, id, 'waiting')),
  serveDriver(rideStartCall, (context, { id }) => take(context, id, 'start')),
  serveDriver(rideArriveCall, (context, { id }) => take(context, id, 'arrive')),
]

const stopReached = serveDriver(stopReachedCall, async (context, { id, id_stop, left = false }) => {
  const { id_driver, transaction, now, db } = context
  await transaction(async (tx) => {
    const { state } = await ownRide(tx, id_driver, id)
    const stop = await living(tx, 'service_stops')
      .where('id', '=', id_stop)
      .where('id_service', '=', id)
      .select(['date_reached', 'date_left'])
      .executeTakeFirst()
    if (!stop) throw new AppError('NOT_FOUND')
    // Reported before: the answer got lost.
    if (stop.date_reached !== null && (stop.date_left !== null || !left)) return
    if (!(IN_PROGRESS as readonly string[]).includes(state))
      throw new AppError('CONFLICT', { say: `services.moved_meanwhile.${state}`, body: { state } })
    const date = now()
    await atStop(tx, id, id_stop, date)
    if (left) await leaveStops(tx, id, sql<boolean>`id = ${id_stop}`, date)
  })
  return { service: await driverService(context, db, id_driver, id) }
})

/** The calls of a ride, from the drive to the client to its end. */
export const rideCalls = [...stepCalls, stopReached, ...endCalls]

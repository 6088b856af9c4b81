import { type NotNull, sql } from 'kysely'
import { living, type Row } from '#app/tables'
import { AppError, type CallResponse } from '#engine/model'
import { iso, type Tx } from '#engine/server'
import { type DriverContext, serveDriver } from '../../../drivers/server'
import { atStop, finishFare, leaveStops, type MoveBy, moveService, stampStops } from '../../../services/server'
import { driverGroupingCall, driverStopCall } from '../../model/driver-calls'
import { orderStops } from '../read/order-stops'
import { readRides } from '../read/read-rides'

type Answer = CallResponse<typeof driverGroupingCall>

/** The grouping that this driver drives now, else their next one. */
async function groupingOf(context: DriverContext): Promise<Answer> {
  const { db, id_driver } = context
  const row = await living(db, 'groupings')
    .where('id_driver', '=', id_driver)
    .where('state', 'in', ['2', '3'])
    .select(['id', 'name', 'state', 'plan_version'])
    .orderBy('state', 'desc')
    .orderBy('date_start')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!row) return { grouping: null }
  const rides = await readRides(context, db, sql<boolean>`s.id_grouping = ${row.id} and s.id_driver = ${id_driver}`)
  const planned = await living(db, 'grouping_stops')
    .where('id_grouping', '=', row.id)
    .select(['id_stop', iso('date_planned').as('date_planned')])
    .execute()
  const at = new Map(planned.map(({ id_stop, date_planned }) => [id_stop, date_planned]))
  const stops = orderStops(rides).map((stop) => ({ ...stop, date_planned: at.get(stop.id) ?? null }))
  return {
    grouping: {
      id: row.id,
      name: row.name ?? '',
      state: row.state ?? '2',
      plan_version: row.plan_version ?? 0,
      stops,
      next: stops.find(({ date_left }) => date_left === null)?.id ?? null,
    },
  }
}

type Here = Row<'services', 'id' | 'state' | 'id_vehicle' | 'date_waiting' | 'date_started' | 'date_arrived', 'state'>

interface StopHere extends Row<'service_stops', 'id_service' | 'date_reached' | 'date_left'> {
  readonly is_first: boolean
  readonly is_last: boolean
}

/** Locks the ride of a stop, which must be this driver's and of a grouping. @throws {AppError} NOT_FOUND */
async function lockStop(
  tx: Tx,
  id_driver: number,
  id_stop: number,
): Promise<{ readonly stop: StopHere; readonly ride: Here }> {
  const {
    rows: [stop],
  } = await sql<StopHere>`
    select st.id_service, st.date_reached, st.date_left,
      not exists (select 1 from service_stops o where o.id_service = st.id_service and o.date_deleted is null
        and (o.position, o.id) < (st.position, st.id)) as is_first,
      not exists (select 1 from service_stops o where o.id_service = st.id_service and o.date_deleted is null
        and (o.position, o.id) > (st.position, st.id)) as is_last
    from service_stops st where st.id = ${id_stop} and st.date_deleted is null`.execute(tx)
  const ride =
    stop &&
    (await living(tx, 'services')
      .where('id', '=', stop.id_service)
      .where('id_driver', '=', id_driver)
      .where('id_grouping', 'is not', null)
      .select(['id', 'state', 'id_vehicle', 'date_waiting', 'date_started', 'date_arrived'])
      .forUpdate()
      .$narrowType<{ state: NotNull }>()
      .executeTakeFirst())
  if (!stop || !ride) throw new AppError('NOT_FOUND')
  return { stop, ride }
}

const grouping = serveDriver(driverGroupingCall, groupingOf)

const stopReached = serveDriver(driverStopCall, async (context, { id_stop, left = false }) => {
  const { id_driver, transaction, now, platform, session } = context
  const by: MoveBy = { mover: 'driver', id_user: id_driver, platform, id_session: session.id }
  await transaction(async (tx) => {
    const { stop, ride } = await lockStop(tx, id_driver, id_stop)
    // Reported before: the answer got lost.
    if (stop.date_reached !== null && (stop.date_left !== null || !left)) return
    if (ride.state === 'canceled' || ride.state === 'finalized')
      throw new AppError('CONFLICT', { say: `services.moved_meanwhile.${ride.state}`, body: { state: ride.state } })
    await reach(context, tx, { ...stop, id_stop, ride, by, left, now: now() })
  })
  return groupingOf(context)
})

interface Reached extends StopHere {
  readonly id_stop: number
  readonly ride: Here
  readonly by: MoveBy
  readonly left: boolean
  readonly now: Date
}

/** The steps of the ride that a stop stands for; one that was taken already is not taken again. */
async function reach(
  { id_driver, settings }: DriverContext,
  tx: Tx,
  { id_stop, ride, by, left, now, is_first, is_last }: Reached,
): Promise<void> {
  const { id, id_vehicle } = ride
  const step = async (move: 'wait' | 'start' | 'arrive'): Promise<void> => {
    await moveService(tx, { id, move, by, now, id_driver })
    await stampStops(tx, { id_service: id, move, at: now, now })
  }
  if (is_first) {
    // A booking is taken up when its driver is there.
    if (ride.state === 'scheduled') await moveService(tx, { id, move: 'accept', by, now, id_driver, id_vehicle })
    if (ride.date_waiting === null && ride.date_started === null) await step('wait')
    if (left && ride.date_started === null) await step('start')
  } else if (is_last) {
    if (ride.date_arrived === null) await step('arrive')
    if (left) await finishFare(tx, { id_service: id, by, now, settings, id_driver })
  } else {
    if (ride.date_started === null)
      throw new AppError('CONFLICT', { say: `services.moved_meanwhile.${ride.state}`, body: { state: ride.state } })
    await atStop(tx, id, id_stop, now)
    if (left) await leaveStops(tx, id, sql<boolean>`id = ${id_stop}`, now)
  }
}

export const driverGroupingCalls = [grouping, stopReached]

import { sql } from 'kysely'
import type { Tx } from '#engine/server'
import { BY_SYSTEM, moveService } from '../life/move-service'
import { obstacleOf } from '../offers/claim-driver'
import { lockService, type LockedService } from '../offers/lock-service'
import { misfitOf } from '../offers/vehicle-fits'
import type { DispatchContext } from './dispatch-context'
import { oneByOne, type Going } from './one-by-one'

/**
 * Bookings whose time has come: the driver who took it in advance has it, if he is at work and free; else he is taken off and a driver is
 * looked for. Times are compared in UTC, so neither midnight nor a change of clocks is anything. What was missed while no server ran goes
 * on air late rather than never.
 */
export async function putOnAir({ db, transaction, now, settings }: DispatchContext, going: Going): Promise<void> {
  const at = now()
  const due = sql<boolean>`coalesce(date_onair, date_scheduled - make_interval(secs => ${settings.minutes_on_air * 60}::float8)) <= ${at.toISOString()}::timestamptz`
  const { rows } = await sql<{ id: number }>`
    select id from services where state = 'scheduled' and date_deleted is null and ${due} order by date_onair, id limit 200`.execute(db)
  await oneByOne(rows, 'booking', going, ({ id }) => transaction(async (tx) => {
    const service = await lockService(tx, id)
    const { rows: [still] } = await sql`select 1 from services where id = ${id} and state = 'scheduled' and ${due}`.execute(tx)
    if (still) await onAir(tx, service, at)
  }))
}

async function onAir(tx: Tx, service: LockedService, now: Date): Promise<void> {
  const { id, id_driver } = service
  if (id_driver !== null) {
    const id_vehicle = await vehicleAtWork(tx, id_driver)
    const obstacle = id_vehicle === null ? 'no_shift' : await obstacleNow(tx, service, id_driver, id_vehicle)
    if (!obstacle) {
      await moveService(tx, { id, move: 'accept', by: BY_SYSTEM, now, id_driver, id_vehicle })
      return
    }
    await moveService(tx, { id, move: 'unreserve', by: BY_SYSTEM, now, note: obstacle })
  }
  await moveService(tx, { id, move: 'request', by: BY_SYSTEM, now })
}

/** What keeps him from coming with this vehicle; the one that it was given to him with is as whoever gave it wanted it. */
async function obstacleNow(tx: Tx, { id, id_vehicle: given }: LockedService, id_driver: number, id_vehicle: number): Promise<string | null> {
  const obstacle = await obstacleOf(tx, { id_driver, id_vehicle, id_service: id, on_shift: true })
  return obstacle ?? (id_vehicle === given ? null : misfitOf(tx, id, id_vehicle))
}

/** The vehicle that he is on shift with now, which may be another than the one he had when he took it. */
async function vehicleAtWork(tx: Tx, id_driver: number): Promise<number | null> {
  const { rows: [shift] } = await sql<{ id_vehicle: number }>`
    select id_vehicle from driver_shifts where id_driver = ${id_driver} and state <> 'closed' and date_deleted is null`.execute(tx)
  return shift?.id_vehicle ?? null
}

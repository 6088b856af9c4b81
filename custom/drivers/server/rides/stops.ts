import { sql } from 'kysely'
import { AppError } from '#engine/model'
import { IN_PROGRESS } from '../../../services/model/service-state'
import { atStop, leaveStops } from '../../../services/server'
import { stopReachedCall } from '../../model/rides-call'
import { driverService } from '../read/driver-services'
import { serveDriver } from '../serve-driver'
import { ownRide } from './own-ride'

export const stopReached = serveDriver(stopReachedCall, async (context, { id, id_stop, left = false }) => {
  const { id_driver, transaction, now, db } = context
  await transaction(async (tx) => {
    const { state } = await ownRide(tx, id_driver, id)
    const { rows: [stop] } = await sql<{ reached: boolean; left: boolean }>`
      select date_reached is not null as reached, date_left is not null as left from service_stops
      where id = ${id_stop} and id_service = ${id} and date_deleted is null`.execute(tx)
    if (!stop) throw new AppError('NOT_FOUND')
    // Told before: the answer got lost.
    if (stop.reached && (stop.left || !left)) return
    if (!(IN_PROGRESS as readonly string[]).includes(state)) throw new AppError('CONFLICT', { say: `services.moved_meanwhile.${state}`, body: { state } })
    const date = now()
    await atStop(tx, id, id_stop, date)
    if (left) await leaveStops(tx, id, sql<boolean>`id = ${id_stop}`, date)
  })
  return { service: await driverService(context, db, id_driver, id) }
})

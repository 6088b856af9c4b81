import { sql } from 'kysely'
import { living } from '#app/tables'
import { AppError } from '#engine/model'
import { type CallContext, serveCall, type Tx } from '#engine/server'
import { assignVehicleCall, removeVehicleCall } from '../../model/request-calls'
import { assignPreviewOf } from '../jobs/assign-preview'
import { moveService } from '../life/move-service'
import { stopWaiting } from '../life/stop-waiting'
import { moverOf } from '../life/mover-of'
import { assignDriver } from '../offers/assign-driver'
import { driverOfVehicle } from '../offers/driver-of-vehicle'
import { lockService } from '../offers/lock-service'
import { readService } from '../read/read-services'
import { keepingDeed } from '../undo/keep-deed'
import { assertStaff, dispatchOf } from './call-context'

/** `dispatcher/assignVehicle`: gives it to a driver without asking them. */
export const assignVehicle = serveCall(
  assignVehicleCall,
  async (context, { id_service, id_vehicle, replaces = null }) => {
    assertStaff(context)
    const { db, transaction, now, say } = context
    await readService(context, db, id_service)
    const { id_driver, name } = await driverOfVehicle(context, db, id_vehicle)
    const way = await reckonedWay(context, id_vehicle, id_service)
    await transaction((tx) =>
      keepingDeed(context, tx, { id: id_service, kind: 'assign' }, async () => {
        await assignDriver(tx, { id_service, id_driver, id_vehicle, by: moverOf(context), now: now(), replaces })
        if (way) await keepWay(tx, { id_service, id_driver, ...way })
      }),
    )
    return { item: await readService(context, db, id_service), msg: say('services.assigned_to', { name }) }
  },
)

interface Way {
  readonly duration_s: number
  readonly empty_m: number | null
}

/** When the driver would be there, as the board said before the drop; null: nobody knows where they are by now. */
async function reckonedWay(context: CallContext, id_vehicle: number, id_service: number): Promise<Way | null> {
  const { db, settings, now } = dispatchOf(context)
  const heard = await living(db, 'vehicle_positions')
    .where('id_vehicle', '=', id_vehicle)
    .where('date_fix', '>', new Date(now().getTime() - settings.fix_max_age_s * 1000).toISOString())
    .select('id')
    .executeTakeFirst()
  if (!heard) return null
  // A ride that is over has no way any more, and is refused for what it is.
  const told = await assignPreviewOf(context, id_vehicle, [id_service]).catch((cause: unknown) => {
    if (cause instanceof AppError) return null
    throw cause
  })
  return told === null || told.duration_s === null ? null : { duration_s: told.duration_s, empty_m: told.empty_m }
}

/**
 * What was told is what is kept to: the card's arrival, and the pick-up by which it is late. A booking keeps to its own
 * time.
 */
export async function keepWay(
  tx: Tx,
  { id_service, id_driver, duration_s, empty_m }: Way & { readonly id_service: number; readonly id_driver: number },
): Promise<void> {
  await sql`update services set time_approach = ${Math.round(duration_s)}::integer,
    distance_empty = coalesce(distance_empty, ${empty_m}::integer)
    where id = ${id_service} and id_driver = ${id_driver} and state = 'accepted'
      and (date_scheduled is null or date_handed_over is not null) and time_approach is null`.execute(tx)
}

/**
 * `dispatcher/removeVehicle`: takes the driver off, calls the search back, or ends the wait for a driver; with none of
 * these it stays as it is.
 */
export const removeVehicle = serveCall(removeVehicleCall, async (context, { id_service }) => {
  assertStaff(context)
  const { db, transaction, now } = context
  await readService(context, db, id_service)
  const undo = await transaction((tx) =>
    keepingDeed(context, tx, { id: id_service, kind: 'unassign' }, async () => {
      const { state, id_driver } = await lockService(tx, id_service)
      const idle = id_driver === null && (state === 'created' || state === 'scheduled' || state === 'unassigned')
      if (idle) {
        await stopWaiting(tx, id_service, { by: moverOf(context), now: now(), verb: 'service_recall' })
        return
      }
      const move = state === 'requested' ? 'recall' : state === 'scheduled' ? 'unreserve' : 'unassign'
      await moveService(tx, { id: id_service, move, by: moverOf(context), now: now() })
    }),
  )
  return { item: await readService(context, db, id_service), ...(undo && { undo }) }
})

import { type CallContext, serveCall, type Tx, writeLog } from '#engine/server'
import { assignVehicleCall, removeVehicleCall } from '../../model/request-calls'
import { moveService } from '../life/move-service'
import { stopWaiting } from '../life/stop-waiting'
import { moverOf } from '../life/mover-of'
import { assignDriver } from '../offers/assign-driver'
import { driverOfVehicle } from '../offers/driver-of-vehicle'
import { lockService } from '../offers/lock-service'
import { readService } from '../read/read-services'
import { keepingDeed } from '../undo/keep-deed'
import { assertStaff } from './call-context'

/** `dispatcher/assignVehicle`: gives it to a driver without asking them. */
export const assignVehicle = serveCall(assignVehicleCall, async (context, { id_service, id_vehicle, replaces = null }) => {
  assertStaff(context)
  const { db, transaction, now, say } = context
  await readService(context, db, id_service)
  const { id_driver, name } = await driverOfVehicle(context, db, id_vehicle)
  await transaction((tx) => keepingDeed(context, tx, { id: id_service, kind: 'assign' }, () =>
    assignDriver(tx, { id_service, id_driver, id_vehicle, by: moverOf(context), now: now(), replaces })))
  return { item: await readService(context, db, id_service), msg: say('services.assigned_to', { name }) }
})

/** `dispatcher/removeVehicle`: takes the driver off, calls the search back, or ends the wait for a driver; with none of these it stays as it is. */
export const removeVehicle = serveCall(removeVehicleCall, async (context, { id_service }) => {
  assertStaff(context)
  const { db, transaction, now } = context
  await readService(context, db, id_service)
  await transaction((tx) => keepingDeed(context, tx, { id: id_service, kind: 'unassign' }, async () => {
    const { state, id_driver } = await lockService(tx, id_service)
    const idle = id_driver === null && (state === 'created' || state === 'scheduled' || state === 'unassigned')
    if (idle) {
      if (await stopWaiting(tx, id_service, now())) await loggedRecall(context, tx, id_service)
      return
    }
    const move = state === 'requested' ? 'recall' : state === 'scheduled' ? 'unreserve' : 'unassign'
    await moveService(tx, { id: id_service, move, by: moverOf(context), now: now() })
  }))
  return { item: await readService(context, db, id_service) }
})

const loggedRecall = ({ actor, platform, session, now }: CallContext, tx: Tx, id: number): Promise<unknown> => writeLog(tx, {
  id_user: actor.id, type_log: 'service_recall', target: 'services', id_target: id, title: String(id), platform, id_session: session.id, date: now(),
})

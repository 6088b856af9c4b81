import { MOVES } from '../../../services/model/life-cycle'
import { moveService, stampStops } from '../../../services/server'
import { STEP_MOVES } from '../../model/ride-steps'
import { rideArriveCall, rideOnwayCall, rideStartCall, rideWaitingCall } from '../../model/rides-call'
import { driverService } from '../read/driver-services'
import { serveDriver, type DriverContext } from '../serve-driver'
import { byDriver, ownRide } from './own-ride'

type Step = 'onway' | 'waiting' | 'start' | 'arrive'

/** Takes a step of a ride; one that was taken with this driver before is as done. */
async function take(context: DriverContext, id: number, step: Step) {
  const { id_driver, transaction, now } = context
  await transaction(async (tx) => {
    const ride = await ownRide(tx, id_driver, id)
    const move = STEP_MOVES[step]
    if (ride[MOVES[move].stamps] !== null) return
    const date = now()
    await moveService(tx, { id, move, by: byDriver(context), now: date, id_driver })
    await stampStops(tx, { id_service: id, move, at: date, now: date })
  })
  return { service: await driverService(context, context.db, id_driver, id) }
}

export const stepCalls = [
  serveDriver(rideOnwayCall, (context, { id }) => take(context, id, 'onway')),
  serveDriver(rideWaitingCall, (context, { id }) => take(context, id, 'waiting')),
  serveDriver(rideStartCall, (context, { id }) => take(context, id, 'start')),
  serveDriver(rideArriveCall, (context, { id }) => take(context, id, 'arrive')),
]

import { AppError } from '#engine/model'
import { cancel, finishFare, moveService } from '../../../services/server'
import { rideFinishCall, rideNoShowCall, rideReleaseCall } from '../../model/rides-call'
import { driverService } from '../read/driver-services'
import { serveDriver } from '../serve-driver'
import { byDriver, hasReleased, lockOwnRide, ownRide } from './own-ride'

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
    if (state === 'canceled') throw new AppError('CONFLICT', { say: 'services.moved_meanwhile.canceled', body: { state } })
    await cancel(tx, { id_service: id, by: byDriver(context), now: now(), reason: reason?.trim() || null, id_driver })
  })
  return { service: await driverService(context, db, id_driver, id) }
})

/** A ride goes back to the search; a booking in advance to the others. */
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

export const endCalls = [finish, noShow, release]

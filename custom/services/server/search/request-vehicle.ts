import { serveCall, wakeJob } from '#engine/server'
import { requestVehicleCall } from '../../model/request-calls'
import { movedMeanwhile } from '../life/move-refused'
import { moverOf } from '../life/mover-of'
import { DISPATCH_JOB, moveService } from '../life/move-service'
import { driverOfVehicle } from '../offers/driver-of-vehicle'
import { lockService } from '../offers/lock-service'
import { requestDriver } from '../offers/request-driver'
import { requestStatus } from '../offers/request-status'
import { readService } from '../read/read-services'
import { pickupPoint } from '../../model/pickup-point'
import { assertStaff, dispatchOf } from './call-context'

/**
 * `dispatcher/requestVehicle`: asks the driver of a vehicle, or without one starts the search, which then needs no open
 * console.
 */
export const requestVehicle = serveCall(requestVehicleCall, async (context, { id_service, id_vehicle = null }) => {
  assertStaff(context)
  const { db, now, settings, places, transaction } = dispatchOf(context)
  const service = await readService(context, db, id_service)
  const by = moverOf(context)
  if (id_vehicle === null) {
    await transaction(async (tx) => {
      const { state, id_driver } = await lockService(tx, id_service)
      // The driver of a booking is taken off explicitly, not by looking for another.
      if (id_driver !== null) throw movedMeanwhile(state)
      if (state === 'requested') await wakeJob(tx, DISPATCH_JOB)
      else await moveService(tx, { id: id_service, move: 'request', by, now: now() })
    })
    return { status: await requestStatus(context, id_service) }
  }
  const { id_driver, point } = await driverOfVehicle(context, db, id_vehicle)
  const origin = pickupPoint(service)
  const route = point && origin ? await places.matrix([point], [origin]) : null
  await transaction((tx) =>
    requestDriver(tx, {
      id_service,
      id_driver,
      id_vehicle,
      by,
      now: now(),
      time_request_s: settings.time_request_s,
      distance: route?.distances_m[0]?.[0] ?? null,
      duration: route?.durations_s[0]?.[0] ?? null,
    }),
  )
  return { status: await requestStatus(context, id_service) }
})

import { AppError, wrong } from '#engine/model'
import { type CallContext, serveCall, stateObjects } from '#engine/server'
import { placesOf } from '../../../geo/server'
import type { LatLng } from '../../../geometry/model'
import { type HandoverReason, handOverCall } from '../../model/handover-call'
import { moverOf } from '../life/mover-of'
import { assignDriver } from '../offers/assign-driver'
import { driverOfVehicle } from '../offers/driver-of-vehicle'
import { readService } from '../read/read-services'
import { keepWay } from '../search/assign-vehicle'
import { assertStaff, dispatchOf } from '../search/call-context'
import { keepingDeed } from '../undo/keep-deed'
import { breakdownOf } from './breakdown'
import { handOver } from './hand-over'

/** `dispatcher/handOver`: another driver goes on with a passenger whose car cannot. */
export const handOverRide = serveCall(
  handOverCall,
  async (context, { id_service, id_driver, id_vehicle = null, reason, notes }) => {
    assertStaff(context)
    const { db, transaction, now, say } = context
    await readService(context, db, id_service)
    const stands = await standsAt(context, id_service)
    const next = id_vehicle === null ? null : await driverOfVehicle(context, db, id_vehicle)
    if (next?.id_driver === id_driver) throw wrong('id_vehicle', 'services.handover.same')
    const way =
      next?.point && stands.point ? await dispatchOf(context).places.matrix([next.point], [stands.point]) : null
    const one = { id_service, by: moverOf(context), now: now() }
    await transaction((tx) =>
      keepingDeed(context, tx, { id: id_service, kind: 'hand_over' }, async () => {
        await handOver(tx, {
          ...one,
          ...stands,
          id_driver,
          reason,
          reason_text: handoverReasonText(context, reason),
          notes: notes?.trim() || null,
          id_next: next?.id_driver ?? null,
        })
        if (!next || id_vehicle === null) return
        await assignDriver(tx, { ...one, id_driver: next.id_driver, id_vehicle, replaces: null })
        const duration_s = way?.durations_s[0]?.[0]
        if (duration_s !== undefined)
          await keepWay(tx, { id_service, id_driver: next.id_driver, duration_s, empty_m: null })
      }),
    )
    return {
      item: await readService(context, db, id_service),
      msg: next ? say('services.handover.given', { name: next.name }) : say('services.handover.searched'),
    }
  },
)

export const handoverReasonText = (context: Pick<CallContext, 'model' | 'say'>, reason: HandoverReason): string =>
  stateObjects(context, 'service_legs', 'reason').get(reason)?.name ?? reason

/** Where the car of a ride stands, with its address where that is known: a map that does not answer stops nobody. */
export async function standsAt(
  context: CallContext,
  id_service: number,
  said: LatLng | null = null,
): Promise<{ readonly point: LatLng | null; readonly address: string | null }> {
  const { lat = null, lng = null } = said
    ? { lat: said[0], lng: said[1] }
    : ((await breakdownOf(context, id_service)) ?? {})
  if (lat === null || lng === null) return { point: null, address: null }
  const place = await placesOf(context)
    .geocode([lat, lng])
    .catch((cause: unknown) => {
      if (cause instanceof AppError) return null
      throw cause
    })
  return { point: [lat, lng], address: place?.address.slice(0, 300) ?? null }
}

import { tables } from '#app/tables'
import type { Tx } from '#engine/server'
import type { MoveBy } from '../life/move-asked'
import { moveService } from '../life/move-service'
import { movedMeanwhile } from '../life/move-refused'
import { stopWaiting } from '../life/stop-waiting'
import { claimRefused } from '../rules/dispatch-rules'
import { closeOffer } from './answer-offer'
import { createOffer } from './create-offer'
import { lockService } from './lock-service'

export interface DriverRequest {
  readonly id_service: number
  readonly id_driver: number
  readonly id_vehicle: number
  readonly by: MoveBy
  readonly now: Date
  readonly time_request_s: number
  /** Metres and seconds to the origin, where they are known. */
  readonly distance?: number | null
  readonly duration?: number | null
}

/**
 * Asks the driver whom an operator chose. A pending request to another driver is called back; repeating a request
 * changes nothing. If they decline, the service waits for the operator (`unassigned`): no other driver is asked for it.
 * @throws {AppError} CONFLICT when the service has a driver or is over, or the driver is not free
 */
export async function requestDriver(tx: Tx, asked: DriverRequest): Promise<void> {
  const { id_service, id_driver, id_vehicle, by, now } = asked
  const service = await lockService(tx, id_service)
  if (service.id_driver !== null) throw movedMeanwhile(service.state)
  if (service.state !== 'requested') await moveService(tx, { id: id_service, move: 'request', by, now })
  await stopWaiting(tx, id_service, { by, now, verb: null })
  const out = await tables(tx)
    .selectFrom('service_offers')
    .where('id_service', '=', id_service)
    .where('state', '=', 'pending')
    .select(['id', 'id_driver'])
    .forUpdate()
    .executeTakeFirst()
  if (out?.id_driver === id_driver) return
  if (out) await closeOffer(tx, out.id, { state: 'canceled', now })
  const made = await createOffer(tx, {
    id_service,
    id_driver,
    id_vehicle,
    manual: true,
    id_user: by.id_user,
    distance: asked.distance ?? null,
    duration: asked.duration ?? null,
    why: { reason: 'chosen_by_operator' },
    now,
    time_request_s: asked.time_request_s,
  })
  if ('obstacle' in made) throw claimRefused(made.obstacle)
}

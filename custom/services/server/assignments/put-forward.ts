import { living, tables } from '#app/tables'
import { AppError } from '#engine/model'
import { raised, type Tx } from '#engine/server'
import { movedMeanwhile } from '../life/move-refused'
import { assertFreeThen } from '../offers/assign-driver'
import { lockService } from '../offers/lock-service'

interface Forward {
  readonly id_service: number
  readonly id_driver: number
  readonly id_vehicle: number
  /** Metres from the origin now. */
  readonly distance: number | null
  readonly now: Date
}

/**
 * A driver puts themselves forward for a booking that nobody has; the caller has checked that they may. Again while it
 * waits: the same one.
 * @returns its id
 * @throws {AppError} CONFLICT: somebody has it or it is no booking any more, or they have another ride at that time
 */
export async function putForward(
  tx: Tx,
  { id_service, id_driver, id_vehicle, distance, now }: Forward,
): Promise<number> {
  const service = await lockService(tx, id_service)
  if (service.state !== 'scheduled' || service.id_driver !== null) throw movedMeanwhile(service.state)
  await assertFreeThen(tx, id_service, id_driver)
  const made = await tables(tx)
    .insertInto('service_assignments')
    .values({ id_service, id_driver, id_vehicle, state: 'pending', distance, date_created: now, date_updated: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return made.id
  const waiting = await tables(tx)
    .selectFrom('service_assignments')
    .where('id_service', '=', id_service)
    .where('id_driver', '=', id_driver)
    .where('state', '=', 'pending')
    .select('id')
    .executeTakeFirst()
  if (!waiting) throw new AppError('CONFLICT', { say: 'services.assignment_over' })
  return waiting.id
}

/**
 * A driver withdraws while nobody has answered.
 * @throws {AppError} NOT_FOUND (another's too), CONFLICT `services.assignment_over`
 */
export async function withdrawAssignment(
  tx: Tx,
  { id, id_driver, now }: { readonly id: number; readonly id_driver: number; readonly now: Date },
): Promise<void> {
  const found = await living(tx, 'service_assignments')
    .where('id', '=', id)
    .where('id_driver', '=', id_driver)
    .select('id_service')
    .executeTakeFirst()
  if (!found) throw new AppError('NOT_FOUND')
  await lockService(tx, found.id_service)
  const left = await tables(tx)
    .updateTable('service_assignments')
    .set({ state: 'withdrawn', date_answered: now, ...raised(now) })
    .where('id', '=', id)
    .where('state', 'in', ['pending', 'withdrawn'])
    .returning('id')
    .executeTakeFirst()
  if (!left) throw new AppError('CONFLICT', { say: 'services.assignment_over' })
}

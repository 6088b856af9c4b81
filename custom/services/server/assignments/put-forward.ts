import { sql } from 'kysely'
import { AppError } from '#engine/model'
import type { Tx } from '#engine/server'
import { movedMeanwhile } from '../life/move-refused'
import { assertFreeThen } from '../offers/assign-driver'
import { lockService } from '../offers/lock-service'

export interface Forward {
  readonly id_service: number
  readonly id_driver: number
  readonly id_vehicle: number
  /** Metres from the origin now. */
  readonly distance: number | null
  readonly now: Date
}

/**
 * A driver puts himself forward for a booking that nobody has; who may, his caller has judged. Again while it waits: the same one.
 * @returns its id
 * @throws {AppError} CONFLICT: somebody has it or it is no booking any more, or he has another ride at that time
 */
export async function putForward(tx: Tx, { id_service, id_driver, id_vehicle, distance, now }: Forward): Promise<number> {
  const service = await lockService(tx, id_service)
  if (service.state !== 'scheduled' || service.id_driver !== null) throw movedMeanwhile(service.state)
  await assertFreeThen(tx, id_service, id_driver)
  const date = now.toISOString()
  const { rows: [made] } = await sql<{ id: number }>`
    insert into service_assignments (id_service, id_driver, id_vehicle, state, distance, date_created, date_updated)
    values (${id_service}, ${id_driver}, ${id_vehicle}, 'pending', ${distance}, ${date}, ${date})
    on conflict do nothing returning id`.execute(tx)
  if (made) return made.id
  const { rows: [waiting] } = await sql<{ id: number }>`
    select id from service_assignments where id_service = ${id_service} and id_driver = ${id_driver} and state = 'pending'`.execute(tx)
  if (!waiting) throw new AppError('CONFLICT', { say: 'services.assignment_over' })
  return waiting.id
}

/** He takes himself back while nobody has answered. @throws {AppError} NOT_FOUND (another's too), CONFLICT `services.assignment_over` */
export async function withdrawAssignment(tx: Tx, { id, id_driver, now }: { readonly id: number; readonly id_driver: number; readonly now: Date }): Promise<void> {
  const { rows: [found] } = await sql<{ id_service: number }>`
    select id_service from service_assignments where id = ${id} and id_driver = ${id_driver} and date_deleted is null`.execute(tx)
  if (!found) throw new AppError('NOT_FOUND')
  await lockService(tx, found.id_service)
  const date = now.toISOString()
  const { rows: [left] } = await sql<{ state: string }>`
    update service_assignments set state = 'withdrawn', date_answered = ${date}, version = version + 1, date_updated = ${date}
    where id = ${id} and state in ('pending', 'withdrawn') returning state`.execute(tx)
  if (!left) throw new AppError('CONFLICT', { say: 'services.assignment_over' })
}

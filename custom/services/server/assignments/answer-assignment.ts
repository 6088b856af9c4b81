import { sql } from 'kysely'
import { AppError } from '#engine/model'
import type { Tx } from '#engine/server'
import { assignDriver } from '../offers/assign-driver'
import { lockService } from '../offers/lock-service'
import type { MoveBy } from '../life/move-service'

export interface AssignmentAnswer {
  readonly id: number
  readonly id_service: number
  readonly accept: boolean
  readonly by: MoveBy
  readonly now: Date
}

/**
 * An operator answers a candidate: accepted, the booking is his and the others are told that it is given away. The same answer again
 * changes nothing.
 * @throws {AppError} CONFLICT `services.assignment_over`, or why he cannot have it
 */
export async function answerAssignment(tx: Tx, { id, id_service, accept, by, now }: AssignmentAnswer): Promise<void> {
  await lockService(tx, id_service)
  const { rows: [one] } = await sql<{ state: string; id_driver: number; id_vehicle: number }>`
    select state, id_driver, id_vehicle from service_assignments where id = ${id} and id_service = ${id_service} for update`.execute(tx)
  if (!one) throw new AppError('NOT_FOUND')
  const wanted = accept ? 'accepted' : 'rejected'
  if (one.state === wanted) return
  if (one.state !== 'pending') throw new AppError('CONFLICT', { say: 'services.assignment_over' })
  const date = now.toISOString()
  await sql`update service_assignments set state = ${wanted}, date_answered = ${date}, id_user = ${by.id_user}, version = version + 1,
    date_updated = ${date} where id = ${id}`.execute(tx)
  // The move closes whoever still waits.
  if (accept) await assignDriver(tx, { id_service, id_driver: one.id_driver, id_vehicle: one.id_vehicle, by, now, replaces: null })
}

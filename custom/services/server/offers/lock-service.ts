import { sql } from 'kysely'
import { AppError } from '#engine/model'
import type { Tx } from '#engine/server'
import type { ServiceState } from '../../model/service-state'

export interface LockedService {
  readonly id: number
  readonly state: ServiceState
  readonly id_driver: number | null
  readonly id_vehicle: number | null
  readonly keep_searching: boolean
}

/** The row of a service until the transaction ends: everything that happens to a ride takes it first. @throws {AppError} NOT_FOUND */
export async function lockService(tx: Tx, id: number): Promise<LockedService> {
  const { rows: [row] } = await sql<LockedService>`
    select id, state, id_driver, id_vehicle, coalesce(keep_searching, false) as keep_searching
    from services where id = ${id} and date_deleted is null for update`.execute(tx)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

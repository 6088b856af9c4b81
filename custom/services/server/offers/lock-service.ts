import type { NotNull } from 'kysely'
import { living, type Row } from '#app/tables'
import { AppError } from '#engine/model'
import type { Tx } from '#engine/server'

export type LockedService = Row<
  'services',
  'id' | 'state' | 'id_driver' | 'id_vehicle' | 'keep_searching',
  'state' | 'keep_searching'
>

/**
 * Locks the row of a service until the transaction ends: everything that changes a ride locks it first.
 * @throws {AppError} NOT_FOUND
 */
export async function lockService(tx: Tx, id: number): Promise<LockedService> {
  const row = await living(tx, 'services')
    .where('id', '=', id)
    .select(({ fn, lit }) => [
      'id',
      'state',
      'id_driver',
      'id_vehicle',
      fn.coalesce('keep_searching', lit(false)).as('keep_searching'),
    ])
    .forUpdate()
    .$narrowType<{ state: NotNull }>()
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

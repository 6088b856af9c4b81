import { living } from '#app/tables'
import { AppError } from '#engine/model'
import type { Tx } from '#engine/server'
import type { MoveAsked } from './move-asked'

/**
 * A ride that waits for its online payment goes nowhere before: whoever pays lets it go, whoever started it by hand
 * would drive for nothing.
 * @throws {AppError} CONFLICT
 */
export async function assertPaid(tx: Tx, { id, move }: Pick<MoveAsked, 'id' | 'move'>): Promise<void> {
  if (move === 'cancel') return
  const unpaid = await living(tx, 'payments')
    .where(({ or, eb }) => or([eb('id_service', '=', id), eb('id_service_return', '=', id)]))
    .where('state', '<>', 'paid')
    .select('id')
    .executeTakeFirst()
  if (unpaid) throw new AppError('CONFLICT', { say: 'services.waits_for_payment' })
}

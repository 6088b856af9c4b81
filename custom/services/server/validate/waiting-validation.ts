import { living, patchRecord } from '#app/tables'
import { AppError } from '#engine/model'
import type { Tx } from '#engine/server'
import type { MoveAsked } from '../life/move-asked'

/**
 * A service that waits for its company's answer stays where it is: only the answer moves it on. One that is cancelled
 * asks for none any more.
 * @throws {AppError} CONFLICT
 */
export async function assertValidated(
  tx: Tx,
  { id, move, validated = false, by, now }: Pick<MoveAsked, 'id' | 'move' | 'validated' | 'by' | 'now'>,
): Promise<void> {
  if (validated) return
  const waiting = await living(tx, 'service_validations')
    .where('id_service', '=', id)
    .where('state', '=', 'pending')
    .select('id')
    .executeTakeFirst()
  if (!waiting) return
  if (move !== 'cancel') throw new AppError('CONFLICT', { say: 'services.waits_for_validation' })
  await patchRecord(
    tx,
    'service_validations',
    waiting.id,
    { state: 'rejected', date_answered: now },
    { by, now, verb: 'edit' },
  )
}

import type { Row } from '#app/tables'
import { type CallContext, stateObjects } from '#engine/server'
import type { Canceled } from '../../model/info-call'

/**
 * Who cancelled a ride and why, in words: the coded reason, then what was typed beside it; null: it is not cancelled.
 */
export function canceledOf(
  context: Pick<CallContext, 'model' | 'say'>,
  state: string,
  { cancel_by, cancel_code, cancel_reason }: Row<'services', 'cancel_by' | 'cancel_code' | 'cancel_reason'>,
): Canceled | null {
  if (state !== 'canceled') return null
  const wordsOf = (field: string, value: string | null): string | null =>
    value === null ? null : (stateObjects(context, 'services', field).get(value)?.name ?? null)
  const reasons = [wordsOf('cancel_code', cancel_code), cancel_reason].filter((one) => one !== null && one !== '')
  return { by: wordsOf('cancel_by', cancel_by), reason: [...new Set(reasons)].join(': ') || null }
}

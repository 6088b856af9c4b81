import type { FileColumn } from '../../../model/import-answer'
import type { RecordContext } from '../../records/record-context'
import type { FileRow } from './read-row'

/**
 * Lets the features ask the outside world for what rows need, before the transaction that verifies or saves them
 * begins.
 */
export async function askedBefore(
  context: RecordContext,
  columns: readonly FileColumn[],
  rows: readonly FileRow[],
): Promise<void> {
  const hooks = context.runtime.hooks(context.entity.name).filter(({ beforeRows }) => beforeRows)
  if (hooks.length === 0 || rows.length === 0) return
  const texts = rows.map(({ cells }) =>
    Object.fromEntries(
      columns.flatMap(({ key }, at): [string, string][] => (key === null ? [] : [[key, cells[at]?.text ?? '']])),
    ),
  )
  for (const one of hooks) await one.beforeRows?.(context.runtime.callOf(context), texts)
}

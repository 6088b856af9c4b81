import { AppError } from '../../../model/errors'
import type { RecordContext } from '../record-context'
import { assertEdits } from '../write/save'

/** @throws {AppError} FORBIDDEN without the right to remove, NOT_FOUND where nothing is ever removed */
export function assertRemoves(context: RecordContext): void {
  if (context.resource.singleton) throw new AppError('NOT_FOUND', { say: 'errors.no_such_call' })
  assertEdits(context)
}

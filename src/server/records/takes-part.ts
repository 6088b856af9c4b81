import { AppError } from '../../model/errors'
import { mayEdit } from '../../model/rights/access'
import { takesPart, type PeoplePart } from '../../model/rights/house'
import { assertSees } from './read/list'
import type { RecordContext } from './record-context'
import { forbidden } from './why-not'

/** @throws {AppError} NOT_FOUND where the catalogue has no such part, FORBIDDEN for who takes none */
export function assertTakesPart(context: RecordContext, part: PeoplePart): void {
  const { resource, actor, model } = context
  if (!resource[part]) throw new AppError('NOT_FOUND', { say: 'errors.no_such_call' })
  assertSees(context)
  if (!takesPart(model.application.scopes, actor, resource, part))
    throw new AppError('FORBIDDEN', { say: 'people.house_only' })
}

/** @throws {AppError} FORBIDDEN, NOT_FOUND */
export function assertRetags(context: RecordContext): void {
  assertTakesPart(context, 'tags')
  // Also where only the program writes the records: a tag is what people note about them.
  if (!mayEdit(context.actor, context.resource))
    throw forbidden({ ...context, resource: { ...context.resource, readOnly: undefined } }, 'edit')
}

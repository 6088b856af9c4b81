import { AppError } from '../../../model/errors'
import type { RecordContext } from '../record-context'
import type { Changes } from './read-input'

/** @throws {AppError} VALIDATION when a change would move the record to another catalogue */
export function fixedKept({ resource }: RecordContext, asked: Changes): Changes {
  const moved = Object.entries(resource.fixed).filter(
    ([name, value]) => Object.hasOwn(asked, name) && asked[name] !== value,
  )
  if (moved.length > 0)
    throw new AppError('VALIDATION', {
      errors: Object.fromEntries(moved.map(([name]) => [name, { key: 'read_only' }])),
    })
  return asked
}

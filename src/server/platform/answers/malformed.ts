import { AppError } from '../../../model/errors'
import type { Json } from '../../../model/json'
import { flagIn } from '../../../model/values/flag-text'

/** What a call's part of that name says cannot be read. */
export const malformed = (name: string): AppError =>
  new AppError('MALFORMED', { say: 'records.filter_malformed', params: { name } })

/** Yes or no of a call's part. @throws {AppError} MALFORMED */
export function readFlag(name: string, value: Json | undefined): boolean {
  const said = flagIn(value)
  if (said === null) throw malformed(name)
  return said
}

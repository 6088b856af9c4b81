import { AppError } from '../../../model/errors'
import type { FieldError } from '../../../model/field-type'
import type { Json } from '../../../model/json'

/**
 * What somebody calls a thing of theirs (a view, a report), as it is kept.
 * @throws {AppError} VALIDATION at `name`
 */
export function givenName(value: Json | undefined, max: number): string {
  const text = typeof value === 'string' ? value.normalize('NFC').trim() : ''
  const error: FieldError | null =
    text === ''
      ? { key: 'required' }
      : text.length > max
        ? { key: 'too_long', params: { max } }
        : /[\p{Cc}\p{Surrogate}]/u.test(text)
          ? { key: 'pattern' }
          : null
  if (error) throw new AppError('VALIDATION', { errors: { name: error } })
  return text
}

import { AppError } from './errors'
import type { FieldError } from './field-type'

/** A mistake at one field of a request; `key` is a sentence below `validation.`. */
export const wrong = (field: string, key: string, params?: FieldError['params']): AppError =>
  new AppError('VALIDATION', { errors: { [field]: params ? { key, params } : { key } } })

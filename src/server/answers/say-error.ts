import { ERRORS, type AppError, type ErrorBody } from '../../model/errors'
import type { FieldError } from '../../model/field-type'
import type { Words } from '../runtime'

/** The sentence for one wrong value in a language, from the keys below `validation.`. */
export function sayError(words: Words, language: string, error: FieldError): string {
  return words.say(language, `validation.${error.key}`, error.params)
}

/** The failure body of an error in the reader's language, and its HTTP status. */
export function errorAnswer(words: Words, language: string, error: AppError): { readonly status: number; readonly body: ErrorBody } {
  const errors = Object.entries(error.errors)
  const body: ErrorBody = { ok: false, msg: words.say(language, error.say, error.params), code: error.code, ...error.body }
  return {
    status: ERRORS[error.code],
    body: errors.length === 0
      ? body
      : { ...body, errors: Object.fromEntries(errors.map(([source, error]) => [source, sayError(words, language, error)])) },
  }
}

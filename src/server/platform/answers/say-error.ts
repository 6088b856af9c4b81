import { ERRORS, type AppError, type ErrorBody } from '../../../model/errors'
import type { FieldError } from '../../../model/field-type'
import type { Words } from '../../language/runtime'

/** The sentence for one wrong value in a language, from the keys below `validation.` unless others are named. */
export function sayError(
  words: Words,
  language: string,
  error: FieldError,
  keyOf = (key: string): string => `validation.${key}`,
): string {
  const key = keyOf(error.key)
  const said = words.say(language, key, error.params && short(error.params))
  // A check whose sentence nobody has written yet: `npm run check` names it.
  return said === key ? words.say(language, 'validation.unsaid') : said
}

/** Errors that an answer names; of names that a call made up, so many. */
const MAX_NAMED = 300
const MAX_UNKNOWN = 20
const MAX_SOURCE_CHARS = 200
const MAX_PARAM_CHARS = 2000

type Named = readonly [source: string, error: FieldError]

/** What a call sent must not come back as a longer answer: some of the errors, and how many more there are. */
function bounded(all: readonly Named[]): { readonly errors: readonly Named[]; readonly more: number } {
  let unknown = 0
  const named = all.filter(([, { key }]) => key !== 'unknown' || ++unknown <= MAX_UNKNOWN).slice(0, MAX_NAMED)
  const errors = named.map(
    ([source, error]): Named => [
      source.length > MAX_SOURCE_CHARS ? `${source.slice(0, MAX_SOURCE_CHARS)}…` : source,
      error,
    ],
  )
  return { errors, more: all.length - errors.length }
}

type Params = AppError['params']

const short = (params: Params): Params =>
  Object.values(params).some(isLong)
    ? Object.fromEntries(
        Object.entries(params).map(([name, value]) => [
          name,
          isLong(value) ? `${value.slice(0, MAX_PARAM_CHARS)}…` : value,
        ]),
      )
    : params
const isLong = (value: string | number): value is string => typeof value === 'string' && value.length > MAX_PARAM_CHARS

/** The failure body of an error in the reader's language, and its HTTP status. */
export function errorAnswer(
  words: Words,
  language: string,
  error: AppError,
): { readonly status: number; readonly body: ErrorBody } {
  const { errors, more } = bounded(Object.entries(error.errors))
  const said = words.say(language, error.say, short(error.params))
  const msg = more === 0 ? said : `${said} ${words.say(language, 'errors.more', { count: more })}`
  // Old programs show a caption under the sentence.
  const { why } = error.body
  const body: ErrorBody = {
    ok: false,
    msg,
    code: error.code,
    ...(typeof why === 'string' ? { caption: why } : {}),
    ...error.body,
  }
  return {
    status: ERRORS[error.code],
    body:
      errors.length === 0
        ? body
        : {
            ...body,
            errors: Object.fromEntries(errors.map(([source, error]) => [source, sayError(words, language, error)])),
          },
  }
}

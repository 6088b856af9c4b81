import { ERRORS } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import { sayError } from '../../platform/answers/say-error'
import type { Words } from '../../language/runtime'

/** The failures that a program meets, by the name of their code. */
const SHOWN = [
  'MALFORMED',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'KEY_REUSED',
  'IN_USE',
  'VALIDATION',
  'TOO_LARGE',
  'TOO_MANY',
] as const
export type ShownFailure = (typeof SHOWN)[number]

/** The one failure body, for every call. */
export const FAILURE: JsonObject = {
  type: 'object',
  required: ['ok', 'msg', 'code'],
  properties: {
    ok: { const: false },
    msg: { type: 'string', description: 'For a person, in the language of the user.' },
    code: { type: 'string', description: 'Stable: what a program goes by.' },
    errors: { type: 'object', additionalProperties: { type: 'string' }, description: 'Field → what is wrong there.' },
  },
}

const SAID: { readonly [code in ShownFailure]?: string } = {
  UNAUTHENTICATED: 'errors.key_expired',
  TOO_MANY: 'errors.key_too_many',
}
const PARAMS = { retry_s: 20, max: 600 }

/** Each of them as a response with an example, in a language. */
export function failureResponses(words: Words, language: string): JsonObject {
  return Object.fromEntries(
    SHOWN.map((code): [string, Json] => {
      const msg = words.say(language, SAID[code] ?? `errors.${code}`, PARAMS)
      const errors: JsonObject =
        code === 'VALIDATION' ? { errors: { name: sayError(words, language, { key: 'required' }) } } : {}
      const headers: JsonObject =
        code === 'TOO_MANY'
          ? { headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } } }
          : {}
      const example: JsonObject = { ok: false, msg, code, ...errors }
      return [
        code,
        {
          description: msg,
          ...headers,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' }, example } },
        },
      ]
    }),
  )
}

/** The responses of a call that may fail so; of two with one status the first is named, the other is described. */
export function failing(...codes: readonly ShownFailure[]): JsonObject {
  const all: readonly ShownFailure[] = ['UNAUTHENTICATED', 'FORBIDDEN', ...codes, 'TOO_MANY']
  return Object.fromEntries(
    all.toReversed().map((code) => [String(ERRORS[code]), { $ref: `#/components/responses/${code}` }]),
  )
}

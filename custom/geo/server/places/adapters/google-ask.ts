import { Type } from 'typebox'
import { PlaceError, type AskJson, type JsonAnswer, type JsonRequest } from '../place-service'
import { assertStatus, answerReader } from '../read-answer'

/** Refusals of the newer services, in addition to the HTTP status. */
const readError = answerReader(
  Type.Object({
    error: Type.Object({
      status: Type.Optional(Type.String()),
      message: Type.Optional(Type.String()),
      details: Type.Optional(Type.Array(Type.Object({ reason: Type.Optional(Type.String()) }))),
    }),
  }),
)
/** Refusals of the older services, with HTTP 200. */
const readStatus = answerReader(Type.Object({ status: Type.String(), error_message: Type.Optional(Type.String()) }))

const DENIED = new Set([
  'REQUEST_DENIED',
  'PERMISSION_DENIED',
  'UNAUTHENTICATED',
  'API_KEY_INVALID',
  'API_KEY_SERVICE_BLOCKED',
  'BILLING_DISABLED',
  'SERVICE_DISABLED',
])
const LIMITED = new Set(['OVER_QUERY_LIMIT', 'OVER_DAILY_LIMIT', 'RESOURCE_EXHAUSTED', 'RATE_LIMIT_EXCEEDED'])
const MAX_WORDS = 300

/**
 * Asks a service of Google, with the key in a header so that it is not in any address.
 * @throws {PlaceError} denied or limited where the answer says so in either format
 */
export async function askGoogle(http: AskJson, key: string, request: JsonRequest, fields: string): Promise<JsonAnswer> {
  return checked(await http({ ...request, headers: { 'x-goog-api-key': key, 'x-goog-fieldmask': fields } }), key)
}

/** The same for the older Geocoding service, which takes its key in the address. */
export async function askGoogleOlder(
  http: AskJson,
  key: string,
  url: string,
  query: { readonly [name: string]: string },
): Promise<JsonAnswer> {
  return checked(await http({ url: `${url}?${new URLSearchParams({ ...query, key }).toString()}` }), key)
}

function checked(answer: JsonAnswer, key: string): JsonAnswer {
  const newer = readError(answer.json)?.error
  if (newer) refuse(answer, [newer.status, ...(newer.details ?? []).map(({ reason }) => reason)], newer.message, key)
  const older = readStatus(answer.json)
  if (older && older.status !== 'OK' && older.status !== 'ZERO_RESULTS')
    refuse(answer, [older.status], older.error_message, key)
  assertStatus(answer)
  return answer
}

function refuse(
  answer: JsonAnswer,
  said: readonly (string | undefined)[],
  message: string | undefined,
  key: string,
): never {
  const reasons = said.filter((word) => word !== undefined)
  const data = {
    status: answer.status,
    code: reasons.join(' '),
    message: (message ?? '').replaceAll(key, '***').slice(0, MAX_WORDS),
  }
  if (reasons.some((reason) => LIMITED.has(reason))) throw new PlaceError('limited', data, answer.retry_s)
  if (reasons.some((reason) => DENIED.has(reason))) throw new PlaceError('denied', data)
  assertStatus(answer, data)
  throw new PlaceError('down', data)
}

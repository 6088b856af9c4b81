import { isObject, type Json, type JsonObject } from '#engine/model'
import { outboundCalls, OutboundError } from '#engine/server'

const WAIT_MS = 15_000
const MAX_BYTES = 512 * 1024

/** A provider may be played by a server on this machine; what hands out the machine's tokens is never called. */
const callOut = outboundCalls((kind) => kind !== 'metadata' && kind !== 'special')

/**
 * A provider that did not do what it was asked: it could not be reached or was busy (`isDown`), or it refused, with its
 * word for why.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly isDown: boolean
  readonly code: string

  constructor(code: string, isDown: boolean, options?: ErrorOptions) {
    super(`gateway ${code}`, options)
    this.code = code.slice(0, 80)
    this.isDown = isDown
  }
}

interface GatewayRequest {
  readonly url: string
  readonly key: string | null
  readonly method?: 'GET' | 'POST'
  readonly headers?: { readonly [name: string]: string }
  readonly body?: string
}

/**
 * Asks a provider with the bearer token of its row.
 * @returns its answer; null: 404
 * @throws {GatewayError}
 */
export async function askGateway({
  url,
  key,
  method = 'GET',
  headers = {},
  body,
}: GatewayRequest): Promise<JsonObject | null> {
  if (key === null || key === '') throw new GatewayError('no_key', false)
  const sent = { accept: 'application/json', authorization: `Bearer ${key}`, ...headers }
  const answer = await callOut({
    url,
    method,
    headers: sent,
    ...(body === undefined ? {} : { body }),
    wait_ms: WAIT_MS,
    max_bytes: MAX_BYTES,
  }).catch((cause: unknown) => {
    if (cause instanceof OutboundError) throw new GatewayError(cause.code, true, { cause })
    throw cause
  })
  const json = objectOf(answer.text)
  if (answer.status === 404) return null
  if (answer.status >= 200 && answer.status < 300) return json
  throw new GatewayError(codeOf(json) ?? `http_${answer.status}`, answer.status >= 500 || answer.status === 429)
}

/** Stripe puts its word below `error`, Mercado Pago and Culqi beside. */
function codeOf(json: JsonObject): string | null {
  const error = isObject(json['error']) ? json['error'] : json
  return textOrNumber(error['code']) ?? textOrNumber(error['error']) ?? textOrNumber(error['type'])
}

export function objectOf(text: string): JsonObject {
  try {
    const json = JSON.parse(text) as Json
    return isObject(json) ? json : {}
  } catch {
    return {}
  }
}

/** A text that is there; numbers are ids, too. */
export const textOrNumber = (value: Json | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null

export const childOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})
export const objectsOf = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : []

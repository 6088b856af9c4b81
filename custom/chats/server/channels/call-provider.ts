import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { isObject, type Json, type JsonObject } from '#engine/model'
import { outboundCalls, OutboundError } from '#engine/server'
import type { Sent } from './channel'

const WAIT_MS = 15_000
const MAX_BYTES = 256 * 1024

/** A provider may be played by a server on this machine; what hands out the machine's tokens is never called. */
const callOut = outboundCalls((kind) => kind !== 'metadata' && kind !== 'special')

/** Failures before a byte has gone out: nobody has got anything. */
const UNREACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'blocked', 'protocol'])

export interface ProviderAnswer {
  readonly status: number
  readonly body: JsonObject
  /** `Retry-After` in seconds. */
  readonly retry_s: number | null
}

/** Posts JSON to a provider. @returns its answer, or what to make of there being none: a message that may have gone out is not sent again */
export async function callProvider(url: string, input: JsonObject, headers: { readonly [name: string]: string } = {}): Promise<ProviderAnswer | Extract<Sent, { ok: false }>> {
  try {
    const { status, text, headers: got } = await callOut({
      url, method: 'POST', wait_ms: WAIT_MS, max_bytes: MAX_BYTES, headers: { 'content-type': 'application/json', accept: 'application/json', ...headers }, body: JSON.stringify(input),
    })
    const after = got['retry-after'] ?? ''
    return { status, body: objectOf(text), retry_s: /^\d{1,5}$/.test(after) ? Number(after) : null }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    if (UNREACHED.has(error.code)) return { ok: false, reason: 'unreached', again: error.code !== 'blocked' && error.code !== 'protocol' }
    return { ok: false, reason: 'unsure', again: false }
  }
}

export const isAnswer = (answer: ProviderAnswer | Sent): answer is ProviderAnswer => 'status' in answer

function objectOf(text: string): JsonObject {
  try {
    const json = JSON.parse(text) as Json
    return isObject(json) ? json : {}
  } catch {
    return {}
  }
}

/** Whether two texts are the same, in a time that does not tell how much of them is. */
export function isSameSecret(a: string | null, b: string | null): boolean {
  if (a === null || b === null || a === '') return false
  const [one, other] = [a, b].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(one, other)
}

/** HMAC-SHA256 of bytes, in hex. */
export const signatureOf = (secret: string, bytes: Buffer): string => createHmac('sha256', secret).update(bytes).digest('hex')

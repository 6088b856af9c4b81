import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { isObject, type Json, type JsonObject } from '#engine/model'
import { outboundCalls, OutboundError } from '#engine/server'
import type { Fetched, ChannelSent } from './channel'

const WAIT_MS = 15_000
/** For a file: with what is sent after it, it stays within what a sender is waited for. */
const FILE_WAIT_MS = 30_000
const MAX_BYTES = 256 * 1024
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json' } as const

/** A provider may be played by a server on this machine; what hands out the machine's tokens is never called. */
const callOut = outboundCalls((kind) => kind !== 'metadata' && kind !== 'special')
/** Where a provider sends us elsewhere, it is into the web. */
const callWeb = outboundCalls((kind) => kind === 'public')

/** Failures before a byte has gone out: nobody has got anything. */
const UNREACHED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'blocked',
  'protocol',
])

export interface ProviderAnswer {
  readonly status: number
  readonly body: JsonObject
  /** `Retry-After` in seconds. */
  readonly retry_s: number | null
}

type Failed = Extract<ChannelSent, { ok: false }>
type Headers = { readonly [name: string]: string }

type Answered = Promise<ProviderAnswer | Failed>

/**
 * Posts JSON to a provider.
 * @returns its answer, or what to make of there being none: a message that may have gone out is not sent again
 */
export function callProvider(url: string, input: JsonObject, more: Headers = {}): Answered {
  const [body, headers] = [JSON.stringify(input), { ...JSON_HEADERS, ...more }]
  return called({ url, method: 'POST', wait_ms: WAIT_MS, max_bytes: MAX_BYTES, headers, body }, false)
}

/** @property safe nobody gets anything by it, so that it may be tried again */
interface FormOptions {
  readonly headers?: Headers
  readonly safe: boolean
}

/** Posts a form with a file. */
export function sendForm(
  url: string,
  fields: { readonly [name: string]: string },
  part: FormPart,
  { headers: more = {}, safe }: FormOptions,
): Answered {
  const edge = `part-${randomUUID()}`
  const head = (name: string, more = ''): string =>
    `--${edge}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`
  const file = `; filename="${part.name.replace(/["\r\n\\]/g, '_')}"\r\ncontent-type: ${part.mime}`
  const body = Buffer.concat([
    ...Object.entries(fields).map(([name, value]) => Buffer.from(`${head(name)}${value}\r\n`)),
    Buffer.from(head(part.field, file)),
    part.bytes,
    Buffer.from(`\r\n--${edge}--\r\n`),
  ])
  const headers = { accept: 'application/json', 'content-type': `multipart/form-data; boundary=${edge}`, ...more }
  return called({ url, method: 'POST', wait_ms: FILE_WAIT_MS, max_bytes: MAX_BYTES, headers, body }, safe)
}

/** A file of a form. */
interface FormPart {
  readonly field: string
  readonly name: string
  readonly mime: string
  readonly bytes: Buffer
}

/** Asks a provider, which changes nothing. */
export const askProvider = (url: string, headers: Headers = {}, max_bytes = MAX_BYTES): Answered =>
  called({ url, wait_ms: WAIT_MS, max_bytes, headers: { accept: 'application/json', ...headers } }, true)

/**
 * The bytes of a file.
 * @param isTheirs at the provider's own address, else at one that it has told us, which leads to no network of ours
 */
export async function fetchBytes(
  url: string,
  max_bytes: number,
  headers: Headers = {},
  isTheirs = true,
): Promise<Fetched> {
  try {
    const { status, bytes } = await (isTheirs ? callOut : callWeb)({ url, wait_ms: FILE_WAIT_MS, max_bytes, headers })
    if (status >= 200 && status < 300) return { ok: true, bytes }
    return {
      ok: false,
      reason: status === 404 || status === 410 ? 'file_gone' : `http_${status}`,
      again: status === 429 || status >= 500,
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    if (error.code === 'too_long') return { ok: false, reason: 'file_heavy', again: false }
    return {
      ok: false,
      reason: 'unreached',
      again: error.code !== 'blocked' && error.code !== 'protocol' && error.code !== 'redirect',
    }
  }
}

async function called(call: Parameters<typeof callOut>[0], safe: boolean): Answered {
  try {
    const { status, text, headers: got } = await callOut(call)
    const after = got['retry-after'] ?? ''
    return { status, body: objectOf(text), retry_s: /^\d{1,5}$/.test(after) ? Number(after) : null }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const isFinal = error.code === 'blocked' || error.code === 'protocol'
    if (safe || UNREACHED.has(error.code)) return { ok: false, reason: 'unreached', again: !isFinal }
    return { ok: false, reason: 'unsure', again: false }
  }
}

export const isAnswer = (answer: ProviderAnswer | ChannelSent): answer is ProviderAnswer => 'status' in answer

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
export const signatureOf = (secret: string, bytes: Buffer): string =>
  createHmac('sha256', secret).update(bytes).digest('hex')

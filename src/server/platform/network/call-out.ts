import { lookup as resolve, type LookupAddress } from 'node:dns'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { addressKind, type AddressKind } from './address-kind'

/** Whether this process may call a host at an address of this kind. */
export type MayCall = (kind: AddressKind, host: string) => boolean

/** The web, and those hosts of one's own network that the owner allows by name. */
export const ownHosts =
  (hosts: readonly string[]): MayCall =>
  (kind, host) =>
    kind === 'public' || ((kind === 'private' || kind === 'loopback') && hosts.includes(host.toLowerCase()))

export interface OutboundCall {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: { readonly [name: string]: string }
  readonly body?: string | Buffer
  /** For the whole answer. */
  readonly wait_ms: number
  /** A longer answer is an error. */
  readonly max_bytes: number
}

export interface OutboundAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly bytes: Buffer
  /** The bytes as UTF-8. */
  readonly text: string
}

/**
 * Why a call failed: `protocol` (neither http nor https), `blocked` (an address that this process may not call),
 * `redirect`, `too_long`, `slow`, or the system's code (`ECONNREFUSED`); never a message, which may contain the
 * address.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly code: string

  constructor(code: string, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

/**
 * Makes the client for calls to addresses that people enter. A name is resolved once, every address it has is judged,
 * and the connection goes to what was judged: a name that leads elsewhere the next time changes nothing. Redirects are
 * not followed.
 */
export function outboundCalls(may: MayCall): (call: OutboundCall) => Promise<OutboundAnswer> {
  const options = { keepAlive: true, maxSockets: 50, lookup: judgedLookup(may) }
  // Of its own: a connection that another rule has allowed is not used here.
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) }
  return async ({ url, method = 'GET', headers = {}, body, wait_ms, max_bytes }) => {
    const { protocol, hostname } = new URL(url)
    if (protocol !== 'http:' && protocol !== 'https:') throw new OutboundError('protocol')
    const host = hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !may(addressKind(host), host)) throw new OutboundError('blocked')
    const signal = AbortSignal.timeout(Math.max(1, Math.round(wait_ms)))
    try {
      const answer = await sent(url, {
        method,
        headers: { 'accept-encoding': 'identity', ...headers },
        body,
        agent: agents[protocol],
        signal,
      })
      const status = answer.statusCode ?? 0
      if (status >= 300 && status < 400) {
        answer.destroy()
        throw new OutboundError('redirect')
      }
      const bytes = await bytesOf(answer, max_bytes)
      // A file is not read as a text unless somebody asks for one.
      return {
        status,
        headers: answer.headers,
        bytes,
        get text() {
          return bytes.toString('utf8')
        },
      }
    } catch (error) {
      if (error instanceof OutboundError) throw error
      if (signal.aborted) throw new OutboundError('slow', { cause: error })
      const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown }
      if (cause instanceof OutboundError) throw cause
      throw new OutboundError(typeof code === 'string' ? code : 'unknown', { cause: error })
    }
  }
}

interface Sending {
  readonly method: string
  readonly headers: { readonly [name: string]: string }
  readonly body: string | Buffer | undefined
  readonly agent: HttpAgent
  readonly signal: AbortSignal
}

function sent(url: string, { body, ...options }: Sending): Promise<IncomingMessage> {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((answered, failed) => {
    const call = request(url, options, answered)
    call.on('error', failed)
    call.end(body)
  })
}

async function bytesOf(answer: IncomingMessage, max_bytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.byteLength
    if (bytes > max_bytes) throw new OutboundError('too_long')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Resolves a name and gives only what may be called; one address that may not is enough to refuse them all. */
const judgedLookup =
  (may: MayCall): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses: readonly LookupAddress[]) => {
      if (error) return done(error, '', 4)
      const [first] = addresses
      if (!first || addresses.some(({ address }) => !may(addressKind(address), host))) {
        return done(Object.assign(new Error('blocked'), { code: 'blocked' }), '', 4)
      }
      return options.all ? done(null, [...addresses]) : done(null, first.address, first.family)
    })
  }

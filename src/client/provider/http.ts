import { HttpError } from 'react-admin'
import type { CatalogueAnswers } from '../../model/catalogue-answers'
import type { Json, JsonObject } from '../../model/json'
import { AWAY_HEADER } from '../../model/lock-calls'
import { SETTLE_HEADER, type OpenMatters, type Settling } from '../../model/open-matters'
import type { ShellAnswers } from '../../model/shell-answers'
import { again_s, waitFor } from './again'
import { bodyOf, codeOf, failureOf } from './failure'
import type { TrafficMeter } from './traffic'

/** A password, what becomes of open matters, and the password once more. */
const MAX_QUESTIONS = 3

interface Sent {
  /** 0: there was no answer. */
  readonly status: number
  readonly body: JsonObject | null
}

/** Sends a form with files and reports the progress, which `fetch` cannot. Rejects only when it was aborted. */
function sendForm(
  url: string,
  headers: { readonly [name: string]: string },
  form: FormData,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const aborted = (): void => reject(new DOMException('The upload was given up.', 'AbortError'))
    if (signal.aborted) return aborted()
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    })
    request.addEventListener('abort', aborted)
    request.addEventListener('error', () => resolve({ status: 0, body: null }))
    request.addEventListener('load', () => resolve({ status: request.status, body: objectOf(request.responseText) }))
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.send(form)
  })
}

function objectOf(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
  } catch {
    return null
  }
}

/** One call as this system's wire has it. */
export interface WireRequest {
  readonly method: 'GET' | 'POST'
  /** Below /api/admin, without a slash in front. */
  readonly path: string
  readonly query?: { readonly [name: string]: Json | undefined }
  readonly body?: Json
  /** Instead of `body`: files, as a browser sends them. */
  readonly form?: FormData
  readonly signal?: AbortSignal
  /** A call that changes nothing though it is a POST (a form's record). */
  readonly reads?: boolean
  /** A poll: shown nowhere. */
  readonly quiet?: boolean
  /** It is sent even where the page is closed meanwhile. */
  readonly outlives?: boolean
  /** What becomes of what goes on after an access has ended. */
  readonly settle?: Settling
  /** Another session than the one in use. */
  readonly token?: string
  /** Idempotency key: sent again with it, the call is done once. */
  readonly key?: string
}

type CallRequest = Omit<WireRequest, 'path'>

export interface Http {
  /** Makes a call; what it answers is of the contract by which it is made. */
  json<Answer = JsonObject>(request: WireRequest): Promise<Answer>
  /** A call of the shell, by its contract. */
  shell<Path extends keyof ShellAnswers>(path: Path, request: CallRequest): Promise<ShellAnswers[Path]>
  /** A call below a catalogue's endpoint, by its contract. */
  of<Call extends keyof CatalogueAnswers>(
    endpoint: string,
    call: Call,
    request: CallRequest,
  ): Promise<CatalogueAnswers[Call]>
  /** Sends `form` and reports the share sent; only the caller shows the progress. */
  upload(
    request: WireRequest & { readonly form: FormData },
    options: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
  ): Promise<JsonObject>
  /** @param onProgress called with the number of bytes received */
  file(request: WireRequest, onProgress?: (bytes: number) => void): Promise<{ blob: Blob; name: string }>
}

interface HttpOptions {
  readonly token: () => string | null
  readonly language: () => string
  /** Sentences for failures that the server cannot report itself. */
  readonly say: (key: string) => string
  readonly traffic: TrafficMeter
  /** The server no longer knows the token that the call was sent with. */
  readonly onDeadToken: (token: string) => void
  /**
   * Nothing is open to the session in use before its user has a second factor (ENROL), or has proved again who they are
   * (IDLE).
   * @returns once that may be over
   */
  readonly onShut: (code: 'ENROL' | 'IDLE') => Promise<void>
  /** Nobody has been at the console for a while. */
  readonly isAway: () => boolean
  /** A sensitive call was refused until the user gives their password; it is made again if they do. */
  readonly onUnsure: () => Promise<boolean>
  /** An access was not ended, since something goes on after it; null: the user does not answer what becomes of it. */
  readonly onOpen: (open: OpenMatters) => Promise<Settling | null>
}

/**
 * The only access to the network.
 * @throws {HttpError} with react-admin's body: `errors` by field source and `errors.root.serverError`, as well as
 * `code`
 */
export function createHttp(options: HttpOptions): Http {
  const headersOf = (token: string | null): { [name: string]: string } => ({
    Accept: 'application/json',
    'Accept-Language': options.language(),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(options.isAway() ? { [AWAY_HEADER]: '1' } : {}),
  })
  const send = async (request: WireRequest, tries = 0): Promise<Response> => {
    const token = request.token ?? options.token()
    const done = request.quiet
      ? null
      : options.traffic.start(request.method === 'GET' || request.reads ? 'reads' : 'writes', request.path)
    try {
      const response = await fetch(address(request), {
        method: request.method,
        headers: {
          ...headersOf(token),
          ...(request.key === undefined ? {} : { 'Idempotency-Key': request.key }),
          ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(request.settle && { [SETTLE_HEADER]: JSON.stringify(request.settle) }),
        },
        body: request.form ?? (request.body === undefined ? undefined : JSON.stringify(request.body)),
        signal: request.signal,
        keepalive: request.outlives,
      })
      if (response.ok) return response
      const wait_s = again_s(request, response, tries)
      if (wait_s !== null) {
        await waitFor(wait_s * 1000, request.signal)
        return await send(request, tries + 1)
      }
      const failure = failureOf(response.status, await jsonOf(response), options.say)
      // A refused log-in is a 401 too, and says nothing about the token in use.
      if (token && codeOf(failure) === 'UNAUTHENTICATED') options.onDeadToken(token)
      throw failure
    } catch (cause) {
      if (cause instanceof HttpError || request.signal?.aborted) throw cause
      throw failureOf(0, null, options.say)
    } finally {
      done?.()
    }
  }
  /** Sends a call, and again with what the user answers to what it was refused for. */
  const answered = async (request: WireRequest): Promise<Response> => {
    let now = request
    for (let questions = 0; ; questions++) {
      try {
        return await send(now)
      } catch (failure) {
        const next = questions < MAX_QUESTIONS ? await askedAgain(failure, now) : null
        if (!next) throw failure
        now = next
      }
    }
  }
  const askedAgain = async (failure: unknown, request: WireRequest): Promise<WireRequest | null> => {
    if (codeOf(failure) === 'CONFIRM') return (await options.onUnsure()) ? request : null
    if (codeOf(failure) === 'IDLE' && request.token === undefined) {
      const opened = options.onShut('IDLE')
      // A poll is asked again by its own clock.
      return request.quiet ? null : opened.then(() => request)
    }
    if (codeOf(failure) === 'ENROL' && request.token === undefined) void options.onShut('ENROL')
    const settle = codeOf(failure) === 'UNSETTLED' ? await options.onOpen(bodyOf(failure)['open'] as OpenMatters) : null
    return settle && { ...request, settle }
  }
  const json = async <Answer>(request: WireRequest): Promise<Answer> => {
    const response = await answered(request)
    const body = await jsonOf(response)
    // Spec §8: a failed call may also be reported by `ok` alone.
    if (!body || body['ok'] === false) throw failureOf(response.status, body, options.say)
    return body as Answer
  }
  return {
    json,
    shell: (path, request) => json({ ...request, path }),
    of: (endpoint, call, request) => json({ ...request, path: `${endpoint}/${call}` }),
    async upload(request, watch) {
      const token = request.token ?? options.token()
      const { status, body } = await sendForm(address(request), headersOf(token), request.form, watch)
      if (status >= 200 && status < 300 && body && body['ok'] !== false) return body
      const failure = failureOf(status, body, options.say)
      if (token && codeOf(failure) === 'UNAUTHENTICATED') options.onDeadToken(token)
      throw failure
    },
    async file(request, onProgress = () => {}) {
      const response = await send(request)
      try {
        return { blob: await blobOf(response, onProgress), name: fileName(response.headers.get('content-disposition')) }
      } catch (cause) {
        if (request.signal?.aborted) throw cause
        // The server ends the connection where it cannot write the rest.
        throw failureOf(0, null, options.say)
      }
    },
  }
}

const API = '/api/admin'

function address({ path, query = {} }: WireRequest): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    search.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return `${API}/${path}${search.size ? `?${search}` : ''}`
}

async function jsonOf(response: Response): Promise<JsonObject | null> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as JsonObject) : null
  } catch {
    return null
  }
}

async function blobOf(response: Response, onProgress: (bytes: number) => void): Promise<Blob> {
  const type = response.headers.get('content-type') ?? ''
  const reader = response.body?.getReader()
  if (!reader) return response.blob()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value)
    bytes += piece.value.length
    onProgress(bytes)
  }
  return new Blob(pieces, { type })
}

function fileName(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? 'export'
}

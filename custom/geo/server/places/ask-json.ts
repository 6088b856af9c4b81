import { PlaceError, type AskJson, type JsonAnswer } from './place-service'

// A matrix of 100 × 100 is about 200 kB; a route across a country below 1 MB.
const MAX_BYTES = 5_000_000
const MAX_WAIT_S = 600

/**
 * The only way out of this process to map services. Only http and https, to the address of the key or the provider: a redirect is an
 * error, no cookies, at most 5 MB and `wait_ms` for the whole answer.
 * @param agent this installation's name, which public services require
 */
export function askJson(wait_ms: number, agent: string): AskJson {
  return async ({ url, method = 'GET', headers = {}, body }) => {
    const { protocol } = new URL(url)
    if (protocol !== 'http:' && protocol !== 'https:') throw new PlaceError('down', { reason: 'protocol' })
    try {
      const answer = await fetch(url, {
        method,
        headers: {
          accept: 'application/json', 'user-agent': agent, ...body !== undefined && { 'content-type': 'application/json' }, ...headers,
        },
        ...body !== undefined && { body: JSON.stringify(body) },
        redirect: 'error',
        signal: AbortSignal.timeout(Math.max(1, Math.round(wait_ms))),
      })
      return { status: answer.status, json: jsonOf(await textOf(answer)), retry_s: retryOf(answer) } satisfies JsonAnswer
    } catch (error) {
      if (error instanceof PlaceError) throw error
      const slow = error instanceof Error && error.name === 'TimeoutError'
      throw new PlaceError(slow ? 'slow' : 'down', { reason: reasonOf(error) }, null, { cause: error })
    }
  }
}

async function textOf(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.byteLength
    if (bytes > MAX_BYTES) throw new PlaceError('bad_answer', { reason: 'too_long' })
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `Retry-After` in seconds; a date is ignored, since the two clocks may differ. */
function retryOf({ headers }: Response): number | null {
  const text = headers.get('retry-after') ?? ''
  return /^\d{1,9}$/.test(text) ? Math.min(Number(text), MAX_WAIT_S) : null
}

/** The system's code (`ECONNREFUSED`), never its message, which may contain the address. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause as { readonly code?: unknown } | undefined) : undefined
  if (typeof cause?.code === 'string') return cause.code
  return error instanceof Error ? error.name : 'unknown'
}

import { outboundCalls, OutboundError, type OutboundAnswer } from '#engine/server'
import { PlaceError, type AskJson, type JsonAnswer } from './place-service'

// A matrix of 100 × 100 is about 200 kB; a route across a country below 1 MB.
const MAX_BYTES = 5_000_000
const MAX_WAIT_S = 600

/**
 * An own map service may stand on this machine or in one's own network; what hands out the machine's tokens is never
 * called.
 */
const callOut = outboundCalls((kind) => kind !== 'metadata' && kind !== 'special')

/**
 * The only way out of this process to map services. Only http and https, to the address of the key or the provider: a
 * redirect is an error, no cookies, at most 5 MB and `wait_ms` for the whole answer.
 * @param agent this installation's name, which public services require
 */
export function askJson(wait_ms: number, agent: string): AskJson {
  return async ({ url, method = 'GET', headers = {}, body }) => {
    try {
      const answer = await callOut({
        url,
        method,
        wait_ms,
        max_bytes: MAX_BYTES,
        headers: {
          accept: 'application/json',
          'user-agent': agent,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, json: jsonOf(answer.text), retry_s: retryOf(answer) } satisfies JsonAnswer
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      const { code } = error
      throw new PlaceError(
        code === 'slow' ? 'slow' : code === 'too_long' ? 'bad_answer' : 'down',
        { reason: code },
        null,
        { cause: error },
      )
    }
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `Retry-After` in seconds; a date is ignored, since the two clocks may differ. */
function retryOf({ headers }: OutboundAnswer): number | null {
  const text = headers['retry-after'] ?? ''
  return /^\d{1,9}$/.test(text) ? Math.min(Number(text), MAX_WAIT_S) : null
}

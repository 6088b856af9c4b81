import { type MayCall, outboundCalls, OutboundError, type OutboundAnswer, type Outcome } from '#engine/server'

/** `forget`: the address leads nowhere any more. */
export type Pushed = Outcome & { readonly forget?: true }
type CallOut = ReturnType<typeof outboundCalls>

const WAIT_MS = 10_000
const MAX_BYTES = 64 * 1024
const ways = new WeakMap<MayCall, CallOut>()

/**
 * Posts to a service and says what to make of its answer.
 * @param judge of an answer that is no 2xx; null: by the usual meaning of its status
 */
export async function posted(
  may: MayCall,
  call: { readonly url: string; readonly headers: { readonly [name: string]: string }; readonly body: string | Buffer },
  judge: (answer: OutboundAnswer) => Pushed | null,
): Promise<Pushed> {
  const answer = await pushAnswer(may, call)
  if ('ok' in answer) return answer
  const { status, headers } = answer
  if (status >= 200 && status < 300) return { ok: true }
  const reason = `HTTP ${status}`
  return (
    judge(answer) ??
    (status === 429 || status >= 500
      ? { ok: false, reason, again: true, ...restOf(headers['retry-after']) }
      : { ok: false, reason, again: false })
  )
}

/** The answer of a service, or why there is none. */
export async function pushAnswer(
  may: MayCall,
  {
    url,
    headers,
    body,
  }: { readonly url: string; readonly headers: { readonly [name: string]: string }; readonly body: string | Buffer },
): Promise<OutboundAnswer | Extract<Outcome, { ok: false }>> {
  const callOut = ways.get(may) ?? outboundCalls(may)
  ways.set(may, callOut)
  try {
    return await callOut({ url, method: 'POST', headers, body, wait_ms: WAIT_MS, max_bytes: MAX_BYTES })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { ok: false, reason: error.code, again: error.code !== 'blocked' && error.code !== 'protocol' }
  }
}

/** `Retry-After`: seconds, or a date (RFC 9110 §10.2.3). */
function restOf(after: string | undefined): { readonly after_s?: number } {
  if (after === undefined) return {}
  const seconds = /^\d{1,7}$/.test(after) ? Number(after) : Math.ceil((Date.parse(after) - Date.now()) / 1000)
  return Number.isFinite(seconds) && seconds > 0 ? { after_s: seconds } : {}
}

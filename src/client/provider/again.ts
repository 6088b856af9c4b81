/** So often is a read asked again that was one too many. */
const MAX_TRIES = 5
/** A longer time is no queue but a refusal: somebody who guessed passwords waits for minutes. */
const LONGEST_S = 5

/**
 * Seconds until a call that the server had no turn for is made again; null: it is over. A write is never made twice.
 */
export function again_s(
  { method, reads }: { readonly method: string; readonly reads?: boolean },
  { status, headers }: Response,
  tries: number,
): number | null {
  const wait_s = Number(headers.get('retry-after') ?? Number.NaN)
  const mayAgain =
    status === 429 && (method === 'GET' || reads === true) && tries < MAX_TRIES && wait_s > 0 && wait_s <= LONGEST_S
  // Not all at the same moment.
  return mayAgain ? wait_s * (0.5 + Math.random()) : null
}

/** Waits, unless the call is given up meanwhile. */
export function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(new DOMException('The call was given up.', 'AbortError'))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
}

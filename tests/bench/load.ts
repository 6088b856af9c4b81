import autocannon from 'autocannon'

export interface Asked {
  readonly url: string
  readonly token: string
  readonly body?: () => object
  /** How it may be packed; default not at all. */
  readonly encoding?: string
}

const CONNECTIONS = 10

/** Answers a second over ten connections. @throws when any answer is not a success */
async function throughput({ url, token, body, encoding }: Asked, seconds: number): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(encoding && { 'accept-encoding': encoding }),
    ...(body && { 'content-type': 'application/json' }),
  }
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers,
    ...(body && {
      method: 'POST' as const,
      requests: [{ setupRequest: (request: object) => ({ ...request, body: JSON.stringify(body()) }) }],
    }),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were no success, ${result.errors} errors`)
  return result.requests.average
}

/** Answers a second over ten connections, after a moment to warm up. */
export async function rate(asked: Asked, seconds: number): Promise<number> {
  await throughput(asked, 1)
  return throughput(asked, seconds)
}

/** Times of calls one after another, each asked so many times. @throws when any answer is not a success */
export async function latency(
  asked: readonly Asked[],
  times: number,
): Promise<{ readonly p50_ms: number; readonly p99_ms: number }> {
  const found: number[] = []
  for (let i = -3; i < times; i++) {
    for (const { url, token } of asked) {
      const began = performance.now()
      const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${url}: ${reply.status} ${text}`)
      // The first rounds warm the statements.
      if (i >= 0) found.push(performance.now() - began)
    }
  }
  found.sort((a, b) => a - b)
  const at = (part: number): number => found[Math.min(found.length - 1, Math.floor(found.length * part))] ?? 0
  return { p50_ms: at(0.5), p99_ms: at(0.99) }
}

export interface Compared {
  readonly ours: number
  readonly theirs: number
  readonly ratio: number
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Rounds of a daily run. */
export const QUICK = { rounds: 1, seconds: 1, warm: 0.5 }

/** Both in turns, so that what else the machine does falls on both alike; medians of the rounds. */
export async function compare(
  ours: Asked,
  theirs: Asked,
  { rounds = 5, seconds = 3, warm = Math.min(2, seconds) } = {},
): Promise<Compared> {
  const found: { ours: number; theirs: number }[] = []
  await throughput(ours, warm)
  await throughput(theirs, warm)
  for (let round = 0; round < rounds; round++) {
    found.push(
      round % 2 === 0
        ? { ours: await throughput(ours, seconds), theirs: await throughput(theirs, seconds) }
        : await throughput(theirs, seconds).then(async (theirs_) => ({
            theirs: theirs_,
            ours: await throughput(ours, seconds),
          })),
    )
  }
  return {
    ours: median(found.map((one) => one.ours)),
    theirs: median(found.map((one) => one.theirs)),
    ratio: median(found.map((one) => one.ours / one.theirs)),
  }
}

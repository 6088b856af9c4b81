import autocannon from 'autocannon'

export interface Asked {
  readonly url: string
  readonly token: string
  readonly body?: () => object
}

const CONNECTIONS = 10

/** Answers a second over ten connections. @throws when any answer is not a success */
async function throughput({ url, token, body }: Asked, seconds: number): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
  const result = await autocannon({
    url, connections: CONNECTIONS, duration: seconds, headers,
    ...(body && { method: 'POST' as const, requests: [{ setupRequest: (request: object) => ({ ...request, body: JSON.stringify(body()) }) }] }),
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} answers were no success, ${result.errors} errors`)
  return result.requests.average
}

export interface Compared {
  readonly ours: number
  readonly theirs: number
  readonly ratio: number
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Both in turns, so that what else the machine does falls on both alike; medians of the rounds. */
export async function compare(ours: Asked, theirs: Asked, { rounds = 5, seconds = 3 } = {}): Promise<Compared> {
  const found: { ours: number; theirs: number }[] = []
  await throughput(ours, 2)
  await throughput(theirs, 2)
  for (let round = 0; round < rounds; round++) {
    found.push(round % 2 === 0
      ? { ours: await throughput(ours, seconds), theirs: await throughput(theirs, seconds) }
      : await throughput(theirs, seconds).then(async (theirs_) => ({ theirs: theirs_, ours: await throughput(ours, seconds) })))
  }
  return { ours: median(found.map((one) => one.ours)), theirs: median(found.map((one) => one.theirs)), ratio: median(found.map((one) => one.ours / one.theirs)) }
}

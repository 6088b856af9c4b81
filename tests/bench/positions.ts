import { Agent, request } from 'node:http'
import type { Client } from 'pg'

const CALLERS = 256

export interface FloodAsked {
  readonly url: string
  readonly client: Client
  readonly devices: readonly string[]
  /** Fixes a call. */
  readonly size: number
  readonly seconds: number
  /**
   * Where in the fifty minutes before now the moments of the fixes begin: floods that follow each other begin later.
   */
  readonly from_s: number
}

export interface Flood {
  readonly kept: number
  readonly refused: number
  /** New rows of the history. */
  readonly stored: number
  readonly calls: number
  readonly seconds: number
  readonly p50_ms: number
  readonly p99_ms: number
}

/**
 * Phones tell positions in turns, as fast as they are answered; each phone's are of its own moments, in order, all of
 * them in the past.
 */
export async function floodPositions({
  url,
  client,
  devices,
  size,
  seconds: wanted_s,
  from_s,
}: FloodAsked): Promise<Flood> {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })
  const before = await countOf(client)
  const began = performance.now()
  const until = began + wanted_s * 1000
  const start_ms = Date.now() - 3_000_000 + from_s * 1000
  const latencies: number[] = []
  let [kept, refused, turn] = [0, 0, 0]
  const caller = async (): Promise<void> => {
    while (performance.now() < until) {
      const n = turn++
      const [driver, round] = [n % devices.length, Math.floor(n / devices.length)]
      const list = Array.from({ length: size }, (_, i) => ({
        lat: -12.1 + driver / 1e5 + (round * size + i) / 1e6,
        lng: -77,
        timestamp: new Date(start_ms + (round * size + i) * 1_000).toISOString(),
        speed: 30,
        course: 90,
      }))
      const asked = performance.now()
      const { status, body } = await post(
        agent,
        `${url}/api/driver/positions`,
        JSON.stringify({ device_id: devices[driver], positions: list }),
      )
      latencies.push(performance.now() - asked)
      if (status === 200) kept += (JSON.parse(body) as { kept: number }).kept
      else refused++
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  const sorted = latencies.sort((a, b) => a - b)
  return {
    kept,
    refused,
    stored: (await countOf(client)) - before,
    calls: latencies.length,
    seconds,
    p50_ms: part(sorted, 0.5),
    p99_ms: part(sorted, 0.99),
  }
}

/** The value below which such a share of the sorted ones lies. */
export const part = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export const perSecond = (count: number, seconds: number): string => Math.round(count / seconds).toLocaleString('en')

const countOf = async (client: Client): Promise<number> =>
  Number((await client.query<{ n: string }>('select count(*) as n from trackings')).rows[0]?.n)

function post(agent: Agent, url: string, payload: string): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) },
      },
      (reply) => {
        let body = ''
        reply
          .setEncoding('utf8')
          .on('data', (chunk: string) => {
            body += chunk
          })
          .on('end', () => resolve({ status: reply.statusCode ?? 0, body }))
      },
    )
    asked.on('error', reject)
    asked.end(payload)
  })
}

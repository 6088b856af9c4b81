import { setMaxListeners } from 'node:events'
import { setTimeout as setTimeoutAsync } from 'node:timers/promises'
import type { Client } from 'pg'
import type { ChildServer } from '../child-server'
import { atMost, type Bench } from './bench'
import { floodPositions, part, perSecond } from './positions'

/**
 * What a process may grow by from the second fifth of the run to its last, in MB; the least of each, since between two
 * collections it swings.
 */
const MAX_GROWTH_MB = 100
/** A shorter run is over before the memory has settled: it tells and judges nothing. */
const MIN_MINUTES = 5

interface SoakAsked {
  readonly bench: Bench
  readonly minutes: number
  readonly server: ChildServer
  readonly client: Client
  readonly devices: readonly string[]
  readonly token: string
}

/**
 * A long flood of positions while ten consoles poll the map: the rate and the latency of each tenth, and the memory of
 * the process.
 */
export async function fleetSoak({
  bench: { tell },
  minutes,
  server,
  client,
  devices,
  token,
}: SoakAsked): Promise<void> {
  const part_s = (minutes * 60) / 10
  const memory: number[] = []
  const polled: number[] = []
  const sampling = setInterval(() => memory.push(server.memory_mb()), 1_000)
  const over = new AbortController()
  setMaxListeners(0, over.signal)
  const consoles = Array.from({ length: 10 }, () => pollMap(server.url, token, over.signal, polled))
  const parts: Awaited<ReturnType<typeof floodPositions>>[] = []
  for (let n = 0; n < 10; n++) {
    const flood = await floodPositions({ url: server.url, client, devices, size: 10, seconds: part_s, from_s: n * 300 })
    parts.push(flood)
    tell(
      `minute ${(((n + 1) * minutes) / 10).toFixed(1)}`,
      `${perSecond(flood.kept, flood.seconds)} positions a second, p50 ${flood.p50_ms.toFixed(0)} ms, p99 ${flood.p99_ms.toFixed(0)} ms, ${server.memory_mb().toFixed(0)} MB, ${flood.refused} calls refused`,
    )
  }
  clearInterval(sampling)
  over.abort()
  await Promise.all(consoles)
  const sum = (of: (flood: (typeof parts)[number]) => number): number =>
    parts.reduce((all, flood) => all + of(flood), 0)
  const [kept, seconds] = [sum((flood) => flood.kept), sum((flood) => flood.seconds)]
  tell(
    `positions for ${minutes} minutes`,
    `${perSecond(kept, seconds)} a second, the worst p99 of a tenth ${Math.max(...parts.map(({ p99_ms }) => p99_ms)).toFixed(0)} ms`,
  )
  tell(
    'answered and not stored',
    String(kept - sum(({ stored }) => stored)),
    atMost(kept - sum(({ stored }) => stored), 0),
  )
  tell(
    'polls of the map meanwhile',
    `${polled.length}, p50 ${part(
      polled.sort((a, b) => a - b),
      0.5,
    ).toFixed(0)} ms, p99 ${part(polled, 0.99).toFixed(0)} ms`,
  )
  const least = (fifth: number): number =>
    Math.min(...memory.slice(Math.floor((memory.length * fifth) / 5), Math.ceil((memory.length * (fifth + 1)) / 5)))
  const [early, growth] = [least(1), Math.round(least(4) - least(1))]
  tell(
    'memory of the process',
    `at least ${early.toFixed(0)} MB in the second fifth, ${growth >= 0 ? '+' : ''}${growth} MB in the last, at most ${Math.max(...memory).toFixed(0)} MB`,
    ...(minutes < MIN_MINUTES ? [] : [atMost(growth, MAX_GROWTH_MB, ' MB')]),
  )
}

/** A console: it asks what has changed every ten seconds. */
async function pollMap(url: string, token: string, over: AbortSignal, polled: number[]): Promise<void> {
  let since = ''
  while (!over.aborted) {
    const began = performance.now()
    const reply = await fetch(`${url}/api/admin/live/vehicles${since && `?since=${encodeURIComponent(since)}`}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    since = ((await reply.json()) as { since: string }).since
    polled.push(performance.now() - began)
    await setTimeoutAsync(10_000, undefined, { signal: over }).catch(() => undefined)
  }
}

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Call } from '../e2e/api-session'
import type { RushCall, RushEnd } from './rush-calls'

const ROOT = join(import.meta.dirname, '../..')

const HABITS: { readonly [name: string]: number } = {
  accept: 0.82,
  reject: 0.1,
  silent: 0.08,
  release: 0.05,
  late: 0.06,
  noShow: 0,
  panic: 0,
  pause: 0.03,
  forward: 0,
  every: 10,
  poll: 6,
  speed: 1,
}

type Ids = ReadonlyMap<string, number>

/** Who will ring, each with the two places that they go between. @returns their ids by their number */
export async function makeClients(root: Call, calls: readonly RushCall[]): Promise<Ids> {
  const ids = new Map<string, number>()
  for (const { digits, name, from, to } of calls) {
    const { id } = await root<{ id: number }>('POST', 'admin/clients/create', { name, phone: digits, state: '1' })
    for (const [n, { address, lat, lng }] of [from, to].entries()) {
      const place = { name: n === 0 ? 'De' : 'A', address, lat, lng }
      await root('POST', 'admin/locations/create', { type: 'other', id_client: id, ...place })
    }
    ids.set(digits, id)
  }
  return ids
}

/**
 * The simulated drivers in a process of their own, once all are at work.
 * @param clock flag of Node
 * @returns how to end them
 */
export function fleetOf(address: string, clock: string, drivers: number, seed: number): Promise<() => Promise<void>> {
  const habits = Object.entries(HABITS).flatMap(([name, value]) => [`--${name}`, String(value)])
  const child = spawn(
    process.execPath,
    [clock, 'dist/server/main.js', 'fleet', '--url', address, `--drivers=${drivers}`, `--seed=${seed}`, ...habits],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const gone = new Promise<void>((done) => child.once('close', () => done()))
  return new Promise((resolve, reject) => {
    child.once('close', () => reject(new Error('The drivers did not come.')))
    child.stdout.on('data', (text) => {
      if (!String(text).includes('are at work')) return
      resolve(async () => {
        child.kill('SIGTERM')
        await gone
      })
    })
  })
}

interface Ride {
  readonly id: number
  readonly id_client: number
  readonly state: string
  readonly date_waiting: string | null
  readonly date_started: string | null
  readonly date_scheduled: string | null
}

async function ridesOf(root: Call): Promise<ReadonlyMap<number, Ride>> {
  const asked = { limit: 300, order_col: 'id', order_dir: 'desc', count: 'none' }
  const { items } = await root<{ items: readonly Ride[] }>('GET', 'admin/services', asked)
  return new Map(items.map((ride) => [ride.id_client, ride]))
}

const BEFORE_THE_DOOR = new Set(['created', 'requested', 'unassigned', 'accepted', 'onway'])

/** Nobody waits for ever: who has no car at the door yet calls it off. */
export async function giveUp(root: Call, id_client: number): Promise<void> {
  const ride = (await ridesOf(root)).get(id_client)
  if (!ride || !BEFORE_THE_DOOR.has(ride.state)) return
  // They may have been picked up in between.
  const asked = { id_service: ride.id, cancel_code: 'wait', free: 1 }
  await root('POST', 'admin/dispatcher/cancelService', asked).catch(() => undefined)
}

/** What became of whom. @param rang_ms when each rang, by their number @param ended_ms until when it was looked at */
export async function endsOf(
  root: Call,
  calls: readonly RushCall[],
  clients: Ids,
  rang_ms: ReadonlyMap<string, number>,
  ended_ms: number,
): Promise<readonly RushEnd[]> {
  const rides = await ridesOf(root)
  return calls.map(({ digits }) => {
    const ride = rides.get(clients.get(digits) ?? 0)
    if (!ride) return { end: 'unsaved', waited_s: 0 }
    const since_ms = ride.date_scheduled === null ? (rang_ms.get(digits) ?? ended_ms) : Date.parse(ride.date_scheduled)
    const door = ride.date_waiting ?? ride.date_started
    const waited_s = Math.max(0, ((door === null ? ended_ms : Date.parse(door)) - since_ms) / 1000)
    return { end: ride.state === 'canceled' ? 'lost' : door === null ? 'open' : 'ridden', waited_s }
  })
}

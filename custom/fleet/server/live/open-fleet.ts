import { randomUUID } from 'node:crypto'
import type { Db, Runtime } from '#engine/server'
import type { FleetVehicle } from '../../model/fleet-vehicle'
import type { NearPlace } from '../../model/place-grid'
import { LiveFleet, type KnownVehicle, type NearVehiclesAsked } from './live-fleet'
import { FLEET_CHANNEL, readNews, tellMark, type MovedVehicle } from './news'
import { readVehicles } from './read-vehicles'

// Changes within this time are read together.
const GATHER_MS = 20
// The listening connection is down after this long: what is known has to do.
const MARK_MS = 1_000
const RETRY_MS = 2_000

/**
 * The fleet as this process knows it: only vehicles that are switched on, as the database reported them some
 * milliseconds ago.
 */
export interface Fleet {
  /** Vehicles within a radius, the nearest first, metres as the crow flies. */
  near(asked: NearVehiclesAsked): readonly NearPlace<FleetVehicle>[]
  get(id_vehicle: number): FleetVehicle | null
  /** Vehicles of a driver: the one they are on shift with, and others of theirs. */
  ofDriver(id_driver: number): readonly FleetVehicle[]
  all(): Iterable<KnownVehicle>
  goneSince(time_ms: number): readonly number[]
  /** Waits until everything committed before the call is known. Never call it within a transaction. */
  fresh(): Promise<void>
  /** Name of this process in its notices to the others. */
  readonly process: string
  /** Applies positions that this process has just stored. */
  moved(moved: readonly MovedVehicle[]): void
}

declare module '#engine/server' {
  interface DatabaseContext {
    /** The fleet as this process knows it; absent until the feature is open. */
    fleet?: Fleet
  }
}

/** The fleet of a database that an app in this process has opened. */
export function fleetOf({ context: { fleet } }: Db): Fleet {
  if (!fleet)
    throw new Error('The fleet of this database is not open: the app that opens it needs the feature "fleet".')
  return fleet
}

/** Reads the fleet and keeps it up to date. @returns how to stop */
export async function openFleet(runtime: Runtime): Promise<() => Promise<void>> {
  const { database, settings, now } = runtime
  const { db } = database
  const live = new LiveFleet()
  const name = randomUUID()
  const stale = { all: true, ids: new Set<number>() }
  const marks = new Map<string, () => void>()
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> = Promise.resolve()
  let marked = 0

  /** Reads what is stale, one reading at a time, so that the last one is the newest. */
  function renew(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    reading = reading
      .catch(() => {})
      .then(async () => {
        if (closed || (!stale.all && stale.ids.size === 0)) return
        const asked = stale.all ? null : [...stale.ids]
        stale.all = false
        stale.ids = new Set()
        try {
          const rows = await readVehicles(db, {
            ids: asked,
            now: now(),
            timezone: String((await settings())['timezone'] ?? 'UTC'),
          })
          live.learn(rows, asked, now().getTime())
        } catch (error) {
          if (asked === null) stale.all = true
          else for (const id of asked) stale.ids.add(id)
          soon(RETRY_MS)
          throw error
        }
      })
    return reading
  }

  function soon(after_ms: number): void {
    if (closed) return
    timer ??= setTimeout(() => {
      renew().catch(() => {})
    }, after_ms).unref()
  }

  function receive(payload: string): void {
    // This process already knows its own positions.
    if (payload.startsWith(`p:${name}`)) return
    const news = readNews(payload)
    if (news.kind === 'mark') {
      marks.get(news.name)?.()
      return
    }
    if (news.kind === 'positions') {
      live.move(news.moved, now().getTime())
      return
    }
    if (news.kind === 'all') stale.all = true
    else for (const id of news.kind === 'vehicle' ? [news.id] : live.ofDriver(news.id)) stale.ids.add(id)
    soon(GATHER_MS)
  }

  async function mark(): Promise<void> {
    const own = `${name} ${++marked}`
    const heard = new Promise<void>((resolve) => {
      const late = setTimeout(resolve, MARK_MS).unref()
      marks.set(own, () => {
        clearTimeout(late)
        resolve()
      })
    })
    await tellMark(db, own)
    await heard
    marks.delete(own)
  }

  // Calls made while a mark is on its way share the next one.
  let current: Promise<void> | null = null
  let next: Promise<void> | null = null
  function fresh(): Promise<void> {
    next ??= (current ?? Promise.resolve())
      .catch(() => {})
      .then(() => {
        current = next
        next = null
        return mark().then(renew)
      })
    return next
  }

  const stopListening = await database.listen(FLEET_CHANNEL, receive)
  await renew()
  const fleet: Fleet = {
    process: name,
    near: (asked) => live.near(asked),
    get: (id) => live.get(id),
    ofDriver: (id_driver) => live.ofDriver(id_driver).flatMap((id) => live.get(id) ?? []),
    all: () => live.all(),
    goneSince: (time_ms) => live.goneSince(time_ms),
    fresh,
    moved: (moved) => live.move(moved, now().getTime()),
  }
  db.context.fleet = fleet
  return async () => {
    closed = true
    clearTimeout(timer)
    await stopListening()
    await reading.catch(() => {})
    if (db.context.fleet === fleet) delete db.context.fleet
  }
}

import { AppError, type JsonObject, DAY_MS } from '#engine/model'
import { type Database, databaseError, type Db } from '#engine/server'
import type { Fix } from '../../model/fix'
import type { Leaps } from '../../model/judge-fix'
import { tellPositions } from '../live/news'
import { fleetOf } from '../live/open-fleet'
import { FLEET_SETTINGS } from '../settings'
import { atWork, findSenders, senderKey, type Sender } from './senders'
import { storeFixes, type DriverFixes } from './store-fixes'
import { makeDays } from '../history/partitions'

/** A fix whose values fit their columns and the notices of it; impossible values become null. */
function cleanFix(fix: Fix): Fix {
  return {
    ...fix,
    lat: round(fix.lat),
    lng: round(fix.lng),
    course: within(fix.course, -360, 360) === null ? null : (((fix.course ?? 0) % 360) + 360) % 360,
    speed: within(fix.speed, 0, 1_000),
    battery_level: within(fix.battery_level === null ? null : Math.round(fix.battery_level), 0, 100),
    accuracy: within(fix.accuracy, 0, 1_000_000),
  }
}

/** Whether a fix has a place on the earth and a moment; without both it is no fix. */
const isPlace = ({ lat, lng, date_fix }: Fix): boolean =>
  within(lat, -90, 90) !== null && within(lng, -180, 180) !== null && !Number.isNaN(date_fix.getTime())

const within = (value: number | null, least: number, max: number): number | null =>
  value !== null && Number.isFinite(value) && value >= least && value <= max ? value : null

// To about a centimetre.
const round = (degrees: number): number => Math.round(degrees * 1e7) / 1e7

/** What is left of each sender's allowance, and as of when. */
type Allowance = Map<string, { readonly left: number; readonly at_ms: number }>

// A phone that was offline sends what it kept in a burst; one that sends ten times a second for long is broken or
// hostile.
const BURST = 60
const A_SECOND = 10
const MAX_SENDERS = 100_000

/** Takes one request from a sender's allowance; false: none is left. */
function allowed(allowance: Allowance, sender: string, now_ms: number): boolean {
  // Senders that have been quiet for long have their whole allowance, known or not.
  if (allowance.size >= MAX_SENDERS) allowance.clear()
  const known = allowance.get(sender)
  const left = known ? Math.min(BURST, known.left + ((now_ms - known.at_ms) / 1000) * A_SECOND) : BURST
  const enough = left >= 1
  allowance.set(sender, { left: enough ? left - 1 : left, at_ms: now_ms })
  return enough
}

const made = new WeakMap<Db, number>()

/** Makes sure that a moment has its partition, even if the job that makes them ahead did not run; asks once a day. */
async function makeDay(db: Db, transaction: Database['transaction'], now: Date): Promise<void> {
  const day = Math.floor(now.getTime() / DAY_MS)
  if (made.get(db) === day) return
  await transaction((tx) => makeDays(tx, now, 2))
  made.set(db, day)
}

/** What the app around the database provides. */
interface IngestContext {
  readonly db: Db
  readonly transaction: Database['transaction']
  readonly now: () => Date
  /** `most_fixes_waiting`: how many fixes may wait to be stored; more are refused. */
  readonly settings?: JsonObject
}

export interface Ingested {
  /** Fixes in the track. Those made outside a shift are not kept: nobody is followed off shift. */
  readonly kept: number
  /** How many of them did not become the live position. */
  readonly kept_out: number
}

interface Waiting {
  readonly sender: Sender
  readonly fixes: readonly Fix[]
  readonly done: (answer: Ingested | null) => void
  readonly failed: (error: unknown) => void
}

interface Inbox {
  waiting: Waiting[]
  fixes: number
  running: boolean
  readonly leaps: Map<number, Leaps>
  readonly allowance: Allowance
}

// Fixes that arrive within this time are stored together.
const GATHER_MS = 20
const MAX_AT_ONCE = 5_000

const inboxes = new WeakMap<Db, Inbox>()

/**
 * Takes fixes from a phone and answers when they are committed: many phones share one transaction.
 * @returns null: no such device, or its driver is not switched on
 * @throws {AppError} TOO_MANY from one sender; UNAVAILABLE when more fixes come than can be stored: none of them is
 * kept
 */
export async function ingest(context: IngestContext, sender: Sender, fixes: readonly Fix[]): Promise<Ingested | null> {
  const inbox: Inbox = inboxes.get(context.db) ?? {
    waiting: [],
    fixes: 0,
    running: false,
    leaps: new Map(),
    allowance: new Map(),
  }
  inboxes.set(context.db, inbox)
  if (!allowed(inbox.allowance, senderKey(sender), performance.now())) throw new AppError('TOO_MANY')
  if (
    inbox.fixes + fixes.length >
    Number(context.settings?.['most_fixes_waiting'] ?? FLEET_SETTINGS.most_fixes_waiting)
  )
    throw new AppError('UNAVAILABLE', { say: 'fleet.too_many_fixes' })
  const clean = fixes.filter(isPlace).map(cleanFix)
  return new Promise((done, failed) => {
    inbox.waiting.push({ sender, fixes: clean, done, failed })
    inbox.fixes += clean.length
    if (inbox.running) return
    inbox.running = true
    setTimeout(() => void empty(context, inbox), GATHER_MS)
  })
}

async function empty(context: IngestContext, inbox: Inbox): Promise<void> {
  while (inbox.waiting.length > 0) {
    const batch = takeBatch(inbox)
    try {
      await flush(context, inbox, batch)
    } catch (error) {
      await apart(context, inbox, batch, error)
    }
    inbox.fixes -= batch.reduce((sum, { fixes }) => sum + fixes.length, 0)
  }
  inbox.running = false
}

function takeBatch(inbox: Inbox): readonly Waiting[] {
  let fixes = 0
  const max = inbox.waiting.findIndex((one) => (fixes += one.fixes.length) > MAX_AT_ONCE)
  return inbox.waiting.splice(0, max === -1 ? inbox.waiting.length : Math.max(1, max))
}

/** Stores them one by one, so that a bad one does not fail the others; when the database is away, all fail at once. */
async function apart(context: IngestContext, inbox: Inbox, batch: readonly Waiting[], error: unknown): Promise<void> {
  if (batch.length === 1 || databaseError(error)?.code === 'UNAVAILABLE') {
    for (const { failed } of batch) failed(error)
    return
  }
  for (const one of batch) await flush(context, inbox, [one]).catch(one.failed)
}

async function flush({ db, transaction, now }: IngestContext, inbox: Inbox, batch: readonly Waiting[]): Promise<void> {
  const fleet = fleetOf(db)
  const at = now()
  await makeDay(db, transaction, at)
  const { answers, moved, leaps } = await transaction(async (tx) => {
    const senders = await findSenders(
      tx,
      batch.map(({ sender }) => sender),
    )
    const given = batch.flatMap(({ sender, fixes }): readonly DriverFixes[] => {
      const driver = senders.get(senderKey(sender))
      return driver ? byVehicle(driver, fixes, (fix) => atWork(driver, fix)) : []
    })
    const stored =
      given.length === 0
        ? { moved: [], leaps: new Map<number, Leaps>(), keptOut: new Map<number, number>() }
        : await storeFixes(
            tx,
            given,
            at,
            (id) => inbox.leaps.get(id) ?? [],
            (id) => fleet.get(id)?.service?.id ?? null,
          )
    await tellPositions(tx, fleet.process, stored.moved)
    return {
      ...stored,
      answers: batch.map(({ sender, fixes }): Ingested | null => {
        const driver = senders.get(senderKey(sender))
        if (!driver) return null
        return {
          kept: fixes.filter((fix) => atWork(driver, fix)).length,
          kept_out: stored.keptOut.get(driver.id_driver) ?? 0,
        }
      }),
    }
  })
  for (const [id, leapt] of leaps) {
    if (leapt.length > 0) inbox.leaps.set(id, leapt)
    else inbox.leaps.delete(id)
  }
  fleet.moved(moved)
  batch.forEach(({ done }, place) => done(answers[place] ?? null))
}

/** A driver's fixes in order of time, grouped by the vehicle driven. */
function byVehicle(
  { id_driver, id_device }: Pick<DriverFixes, 'id_driver' | 'id_device'>,
  fixes: readonly Fix[],
  atOf: (fix: Fix) => DriverFixes['at'] | null,
): readonly DriverFixes[] {
  const groups = new Map<string, { readonly at: DriverFixes['at']; readonly fixes: Fix[] }>()
  for (const fix of [...fixes].sort((a, b) => a.date_fix.getTime() - b.date_fix.getTime())) {
    const at = atOf(fix)
    if (!at) continue
    const key = `${at.id_vehicle} ${at.live}`
    const group = groups.get(key) ?? { at, fixes: [] }
    group.fixes.push(fix)
    groups.set(key, group)
  }
  return [...groups.values()].map(({ at, fixes: own }) => ({ id_driver, id_device, at, fixes: own }))
}

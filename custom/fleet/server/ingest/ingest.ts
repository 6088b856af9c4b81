import { AppError, type JsonObject } from '#engine/model'
import { type Database, databaseError, type Db } from '#engine/server'
import type { Fix } from '../../model/fix'
import type { Leaps } from '../../model/judge-fix'
import { tellPositions } from '../live/news'
import { fleetOf } from '../live/open-fleet'
import { FLEET_SETTINGS } from '../settings'
import { allowed, type Allowance } from './allowance'
import { cleanFix, isPlace } from './clean-fix'
import { makeDay } from './days'
import { atWork, findSenders, senderKey, type Sender } from './senders'
import { storeFixes, type DriverFixes } from './store-fixes'

/** What an app around the database gives. */
export interface IngestContext {
  readonly db: Db
  readonly transaction: Database['transaction']
  readonly now: () => Date
  /** `most_fixes_waiting`: fixes that may wait to be stored; more are refused. */
  readonly settings?: JsonObject
}

export interface Ingested {
  /** Fixes in the track. Those made outside a shift are not kept: nobody is followed when he is off. */
  readonly kept: number
  /** Those among them that did not become the live position. */
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

// What comes within it is stored together.
const GATHER_MS = 20
const MAX_AT_ONCE = 5_000

const inboxes = new WeakMap<Db, Inbox>()

/**
 * Takes fixes of a phone and answers when they are committed: many phones share one transaction.
 * @returns null: no such device, or of no driver who is switched on
 * @throws {AppError} TOO_MANY from one sender; UNAVAILABLE when more come than can be stored, nothing of them being kept
 */
export async function ingest(context: IngestContext, sender: Sender, fixes: readonly Fix[]): Promise<Ingested | null> {
  const inbox: Inbox = inboxes.get(context.db) ?? { waiting: [], fixes: 0, running: false, leaps: new Map(), allowance: new Map() }
  inboxes.set(context.db, inbox)
  if (!allowed(inbox.allowance, senderKey(sender), performance.now())) throw new AppError('TOO_MANY')
  if (inbox.fixes + fixes.length > Number(context.settings?.['most_fixes_waiting'] ?? FLEET_SETTINGS.most_fixes_waiting)) throw new AppError('UNAVAILABLE', { say: 'fleet.too_many_fixes' })
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
  const most = inbox.waiting.findIndex((one) => (fixes += one.fixes.length) > MAX_AT_ONCE)
  return inbox.waiting.splice(0, most === -1 ? inbox.waiting.length : Math.max(1, most))
}

/** One that cannot be stored must not take the others with it; when the database is away, all of them fail at once. */
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
    const senders = await findSenders(tx, batch.map(({ sender }) => sender))
    const given = batch.flatMap(({ sender, fixes }): readonly DriverFixes[] => {
      const driver = senders.get(senderKey(sender))
      return driver ? byVehicle(driver.id_driver, fixes, (fix) => atWork(driver, fix)) : []
    })
    const stored = given.length === 0 ? { moved: [], leaps: new Map<number, Leaps>(), keptOut: new Map<number, number>() }
      : await storeFixes(tx, given, at, (id) => inbox.leaps.get(id) ?? [], (id) => fleet.get(id)?.service?.id ?? null)
    await tellPositions(tx, fleet.process, stored.moved)
    return {
      ...stored,
      answers: batch.map(({ sender, fixes }): Ingested | null => {
        const driver = senders.get(senderKey(sender))
        if (!driver) return null
        return { kept: fixes.filter((fix) => atWork(driver, fix)).length, kept_out: stored.keptOut.get(driver.id_driver) ?? 0 }
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

/** A driver's fixes in order of time, by what he drove. */
function byVehicle(id_driver: number, fixes: readonly Fix[], atOf: (fix: Fix) => DriverFixes['at'] | null): readonly DriverFixes[] {
  const groups = new Map<string, { readonly at: DriverFixes['at']; readonly fixes: Fix[] }>()
  for (const fix of [...fixes].sort((a, b) => a.date_fix.getTime() - b.date_fix.getTime())) {
    const at = atOf(fix)
    if (!at) continue
    const key = `${at.id_vehicle} ${at.live}`
    const group = groups.get(key) ?? { at, fixes: [] }
    group.fixes.push(fix)
    groups.set(key, group)
  }
  return [...groups.values()].map(({ at, fixes: own }) => ({ id_driver, at, fixes: own }))
}

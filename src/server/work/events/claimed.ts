import { sql, type NotNull } from 'kysely'
import type { Channel } from '../../../model/effects/effect'
import type { Db } from '../../platform/database/database'
import type { Runtime } from '../../language/runtime'
import type { Delivery, Tried } from './deliver'
import { MINUTE_MS } from '../../../model/values/zone-time'
import { engineTables } from '../../platform/database/engine-tables'

// Minutes to wait after the first, second ... failure; a failure after the last wait is final.
const AGAIN_MIN = [1, 5, 15, 30, 60, 120, 240]
/** A receiver that asks for a longer rest is tried nevertheless. */
const MAX_ASKED_MIN = 24 * 60
// What was claimed and never finished (the process died) is due again after this long.
const LEASE_MIN = 3
/** Messages that were sent and not yet noted, which a process that dies leaves to be sent again. */
const MAX_UNNOTED = 8

/**
 * Takes the next due rows, so that no other process does while the lease lasts; those whose holder died are due again.
 */
export async function claim(
  { database: { db }, now }: Runtime,
  channel: Channel,
  most: number,
): Promise<readonly Delivery[]> {
  const date = now()
  const due = engineTables(db)
    .selectFrom('deliveries')
    .select('id')
    .where('channel', '=', channel)
    .where('status', 'in', ['1', '2'])
    .where('date_next', '<=', date.toISOString())
    .orderBy('date_next')
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .skipLocked()
  const rows = await engineTables(db)
    .updateTable('deliveries')
    .set({
      status: '2',
      attempts: sql`coalesce(attempts, 0) + 1`,
      date_next: later(date, LEASE_MIN),
      date_updated: date.toISOString(),
    })
    // As an array it is read once: a join may read a subquery again, and lock further rows.
    .where(sql<boolean>`id = any(array(${due}))`)
    .where('status', 'in', ['1', '2'])
    .where('date_next', '<=', date.toISOString())
    .returning([
      'id',
      'key',
      'channel',
      'recipient',
      'id_user',
      'id_webhook',
      'subject',
      'body',
      sql<string | null>`payload::text`.as('payload'),
      'entity',
      'resource',
      'id_target',
      'effect',
      'attempts',
    ])
    .$narrowType<{ key: NotNull; resource: NotNull; id_target: NotNull; attempts: NotNull }>()
    .execute()
  return rows.sort((a, b) => a.id - b.id)
}

/** Leaves rows that were claimed and not tried as they were. */
export async function releaseClaimed(
  { database: { db }, now }: Runtime,
  deliveries: readonly Delivery[],
): Promise<void> {
  if (deliveries.length === 0) return
  await sql`update deliveries d set status = '1', attempts = d.attempts - 1, date_next = ${now().toISOString()},
    date_updated = ${now().toISOString()}
    from ${claims(deliveries)} where ${STILL_HELD}`.execute(db)
}

interface Noted {
  readonly delivery: Delivery
  readonly outcome: Tried
}

interface Noter {
  /** Stores what became of a try, with others that end meanwhile; waits only where many are not stored yet. */
  note(delivery: Delivery, outcome: Tried): Promise<void>
  /** Resolves when all is stored. */
  done(): Promise<void>
}

/** Stores what became of tries: while one statement is under way, the next ones gather for another. */
export function noterOf(runtime: Runtime): Noter {
  let waiting: Noted[] = []
  let writing: Promise<void> | null = null
  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const some = waiting
      waiting = []
      await store(runtime, some)
    }
  }
  const begun = (): Promise<void> =>
    (writing ??= write().finally(() => {
      writing = null
    }))
  return {
    async note(delivery, outcome) {
      waiting.push({ delivery, outcome })
      const stored = begun()
      // Whoever sends next awaits it, or `done` does.
      stored.catch(() => undefined)
      if (waiting.length >= MAX_UNNOTED) await stored
    },
    async done() {
      await begun()
    },
  }
}

/** What a row becomes by a try. */
function after(
  { now, words }: Runtime,
  { delivery, outcome }: Noted,
): {
  readonly status: string
  readonly reason: string | null
  readonly next: string | null
  readonly sent: string | null
} {
  const date = now()
  if (outcome.ok) return { status: '3', reason: null, next: null, sent: date.toISOString() }
  const usual = outcome.again ? AGAIN_MIN[delivery.attempts - 1] : undefined
  const wait = usual === undefined ? undefined : Math.max(usual, Math.min((outcome.after_s ?? 0) / 60, MAX_ASKED_MIN))
  return {
    status: wait === undefined ? '4' : '1',
    reason: reasonText(words, outcome.reason),
    next: wait === undefined ? null : later(date, wait),
    sent: null,
  }
}

/** A try whose lease is over belongs to somebody else by now: it is not stored, nor what would be stored with it. */
async function store(runtime: Runtime, noted: readonly Noted[]): Promise<void> {
  const { database, now } = runtime
  const results = noted.map((one) => after(runtime, one))
  const keep = async (db: Db): Promise<ReadonlySet<number>> => {
    const { rows } = await sql<{
      id: number
    }>`update deliveries d set status = r.status, reason = r.reason, date_next = r.next,
      date_sent = coalesce(r.sent, d.date_sent), date_updated = ${now().toISOString()}
      from ${claims(noted.map(({ delivery }) => delivery))}
      join unnest(${noted.map(({ delivery }) => delivery.id)}::int[], ${results.map(({ status }) => status)}::text[],
        ${results.map(({ reason }) => reason)}::text[],
        ${results.map(({ next }) => next)}::timestamptz[], ${results.map(({ sent }) => sent)}::timestamptz[]) as r (id,
        status, reason, next, sent) on r.id = c.id
      where ${STILL_HELD} returning d.id`.execute(db)
    const kept = new Set(rows.map(({ id }) => Number(id)))
    await tellEndpoints(
      runtime,
      db,
      noted.filter(({ delivery: { id } }) => kept.has(id)),
    )
    return kept
  }
  const within = noted.flatMap(({ delivery: { id }, outcome }) =>
    outcome.ok && outcome.within ? [{ id, write: outcome.within }] : [],
  )
  if (within.length === 0) {
    await keep(database.db)
    return
  }
  try {
    await database.transaction(async (tx) => {
      const kept = await keep(tx)
      for (const { id, write } of within) if (kept.has(id)) await write(tx)
    })
  } catch (error) {
    // One that cannot be written holds up no other.
    if (noted.length === 1) throw error
    for (const one of noted) await store(runtime, [one])
  }
}

/** What became of its last call stands at each endpoint: there it can be mended, and not at what called it. */
async function tellEndpoints({ now, words }: Runtime, db: Db, noted: readonly Noted[]): Promise<void> {
  const last = new Map(
    noted.flatMap(({ delivery: { id_webhook }, outcome }) =>
      id_webhook === null ? [] : [[id_webhook, outcome] as const],
    ),
  )
  for (const [id, outcome] of last) {
    const error = outcome.ok
      ? { last_error: null, date_error: null }
      : { last_error: reasonText(words, outcome.reason).slice(0, 1000), date_error: now().toISOString() }
    await engineTables(db)
      .updateTable('webhooks')
      .set(error)
      .where('id', '=', id)
      .where((eb) => (outcome.ok ? eb('last_error', 'is not', null) : eb.val(true)))
      .execute()
  }
}

/** Rows as they were claimed. */
const claims = (deliveries: readonly Delivery[]) =>
  sql`unnest(${deliveries.map(({ id }) => id)}::int[], ${deliveries.map(({ attempts }) => attempts)}::int[]) as c
    (id, attempts)`
const STILL_HELD = sql`d.id = c.id and d.status = '2' and d.attempts = c.attempts`

/** What people read of a reason that has words; others are the receiver's own. */
function reasonText(words: Runtime['words'], reason: string): string {
  const key = `deliveries.reasons.${reason}`
  const said = words.say(words.languages[0] ?? 'es', key)
  return said === key ? reason : said
}

const later = (date: Date, minutes: number): string => new Date(date.getTime() + minutes * MINUTE_MS).toISOString()

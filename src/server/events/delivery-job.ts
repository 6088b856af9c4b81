import { type Kysely, sql } from 'kysely'
import { CHANNELS, type Channel } from '../../model/effects/effect'
import type { Tables } from '../database/database'
import { outcomeOf, type Delivery, type Sending } from './deliver'
import type { Job, JobContext } from '../jobs/job'
import type { Runtime } from '../runtime'

/** Name of the job that sends by a channel. */
export const deliveryJobName = (channel: Channel): string => `engine.deliveries.${channel}`

// Minutes to wait after the first, second ... failure; a failure after the last wait is final.
const AGAIN_MIN = [1, 5, 15, 30, 60, 120, 240]
// What was claimed and never finished (the process died) is due again after this long.
const LEASE_MIN = 3
const KEEP_SENT_DAYS = 30
const KEEP_DEAD_DAYS = 90
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Endpoints are many: one that answers late must not hold up the others. */
const LANES: { readonly [channel in Channel]?: number } = { webhook: 4 }

/**
 * Send what is due in the outbox of events, each channel for itself and in all processes at once: each claims a row at a time, and holds it for as long as the
 * lease. A message is sent at least once: if a process dies between the receiver's answer and our note of it, the message is sent again under the same id.
 */
export const deliveryJobs = (sending: Sending): readonly Job[] => CHANNELS.map((channel) => ({
  name: deliveryJobName(channel),
  every_s: 30,
  shared: true,
  run: async (context) => void (await Promise.all(Array.from({ length: LANES[channel] ?? 1 }, () => drain(context, sending, channel)))),
}))

/** Removes what was sent or failed long ago, and old notices. */
export const pruneDeliveries: Job = {
  name: 'engine.prune_deliveries',
  every_s: 3600,
  async run({ runtime: { database: { db }, now } }) {
    const before = (days: number): string => new Date(now().getTime() - days * DAY_MS).toISOString()
    await db.deleteFrom('deliveries').where('status', '=', '3').where('date_created', '<', before(KEEP_SENT_DAYS)).execute()
    await db.deleteFrom('deliveries').where('status', '=', '4').where('date_created', '<', before(KEEP_DEAD_DAYS)).execute()
    await db.deleteFrom('notifications').where('date_created', '<', before(KEEP_DEAD_DAYS)).execute()
  },
}

async function drain({ runtime, signal }: JobContext, sending: Sending, channel: Channel): Promise<void> {
  while (!signal.aborted) {
    const waits = await sending.waits(channel, runtime)
    if (waits !== null) return tellWaiting(runtime, channel, waits)
    const delivery = await claim(runtime, channel)
    if (!delivery) return
    const outcome = await outcomeOf(sending, delivery, runtime)
    await note(runtime, delivery, outcome)
    // Every other message of the channel would fail in the same way.
    if (!outcome.ok && outcome.all === true) return
  }
}

/** Shows with everything that waits on a channel why nothing is sent. */
async function tellWaiting({ database: { db } }: Runtime, channel: Channel, reason: string): Promise<void> {
  await db.updateTable('deliveries').set({ reason }).where('channel', '=', channel).where('status', '=', '1')
    .where(sql<boolean>`reason is distinct from ${reason}`).execute()
}

/** Takes the next due row, so that no other process does while the lease lasts; one whose holder died is due again. */
async function claim({ database: { db }, now }: Runtime, channel: Channel): Promise<Delivery | undefined> {
  const date = now()
  const due = db.selectFrom('deliveries').select('id').where('channel', '=', channel).where('status', 'in', ['1', '2'])
    .where('date_next', '<=', date.toISOString()).orderBy('date_next').orderBy('id').limit(1).forUpdate().skipLocked()
  const row = await db.updateTable('deliveries')
    .set({ status: '2', attempts: sql`coalesce(attempts, 0) + 1`, date_next: later(date, LEASE_MIN), date_updated: date.toISOString() })
    .where('id', '=', due).where('status', 'in', ['1', '2']).where('date_next', '<=', date.toISOString())
    .returning(['id', 'key', 'channel', 'recipient', 'id_user', 'id_webhook', 'subject', 'body', sql`payload::text`.as('payload'), 'entity', 'resource', 'id_target', 'attempts'])
    .executeTakeFirst()
  return row as Delivery | undefined
}

/** Stores what became of a try; one whose lease is over belongs to somebody else by now. */
async function note({ database, now, words }: Runtime, delivery: Delivery, outcome: Awaited<ReturnType<typeof outcomeOf>>): Promise<void> {
  const date = now()
  const wait = AGAIN_MIN[delivery.attempts - 1]
  const reason = outcome.ok ? null : reasonText(words, outcome.reason)
  const values = outcome.ok
    ? { status: '3', date_sent: date.toISOString(), date_next: null, reason: null }
    : outcome.again && wait !== undefined
      ? { status: '1', reason, date_next: later(date, wait) }
      : { status: '4', reason, date_next: null }
  const keep = (db: Kysely<Tables>) => held(db, delivery).set({ ...values, date_updated: date.toISOString() }).returning('id').executeTakeFirst()
  const within = outcome.ok ? outcome.within : undefined
  if (!within) await keep(database.db)
  else await database.transaction(async (tx) => { if (await keep(tx)) await within(tx) })
}

/** What people read of a reason that has words; others are the receiver's own. */
function reasonText(words: Runtime['words'], reason: string): string {
  const key = `deliveries.reasons.${reason}`
  const said = words.say(words.languages[0] ?? 'es', key)
  return said === key ? reason : said
}

const held = (db: Kysely<Tables>, { id, attempts }: Delivery) =>
  db.updateTable('deliveries').where('id', '=', id).where('status', '=', '2').where('attempts', '=', attempts)

const later = (date: Date, minutes: number): string => new Date(date.getTime() + minutes * MINUTE_MS).toISOString()

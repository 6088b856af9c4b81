import { sql } from 'kysely'
import { CHANNELS, type Channel } from '../../../model/effects/effect'
import { claim, releaseClaimed, noterOf } from './claimed'
import { deliveryJobName } from '../outbox/delivery-names'
import { outcomeOf, type Delivery, type Sending } from './deliver'
import type { Job, JobContext } from '../../platform/jobs/job'
import type { Runtime } from '../../language/runtime'
import { DAY_MS } from '../../../model/values/zone-time'
import { engineTables } from '../../platform/database/engine-tables'

const KEEP_SENT_DAYS = 30
const KEEP_DEAD_DAYS = 90
/** Endpoints are many: one that answers late must not hold up the others. */
const LANES: { readonly [channel in Channel]?: number } = { webhook: 4 }
/** Rows that a process claims at once at most; a batch that takes longer than this is followed by a small one. */
const MAX_BATCH = 32
const QUICK_MS = 500
/** What is not sent by then is given back: well before the lease is over. */
const HOLD_MS = 60_000

/**
 * Send what is due in the outbox of events, each channel for itself and in all processes at once: each claims some
 * rows, and holds them for as long as the lease. A message is sent at least once: if a process dies between the
 * receiver's answer and our note of it, the message is sent again under the same id.
 */
export const deliveryJobs = (sending: Sending): readonly Job[] =>
  CHANNELS.map((channel) => ({
    name: deliveryJobName(channel),
    every_s: 30,
    shared: true,
    run: (context) => drain(context, sending, channel),
  }))

/** Removes what was sent or failed long ago, and old notices. */
export const pruneDeliveries: Job = {
  name: 'engine.prune_deliveries',
  every_s: 3600,
  async run({
    runtime: {
      database: { db },
      now,
    },
  }) {
    const before = (days: number): string => new Date(now().getTime() - days * DAY_MS).toISOString()
    await engineTables(db)
      .deleteFrom('deliveries')
      .where('status', '=', '3')
      .where('date_created', '<', before(KEEP_SENT_DAYS))
      .execute()
    await engineTables(db)
      .deleteFrom('deliveries')
      .where('status', '=', '4')
      .where('date_created', '<', before(KEEP_DEAD_DAYS))
      .execute()
    await engineTables(db).deleteFrom('notifications').where('date_created', '<', before(KEEP_DEAD_DAYS)).execute()
  },
}

/** Sends what is due until nothing is, as many at a time as go out in about a second. */
async function drain({ runtime, signal }: JobContext, sending: Sending, channel: Channel): Promise<void> {
  const lanes = LANES[channel] ?? 1
  for (let size = lanes; !signal.aborted; ) {
    const waits = await sending.waits(channel, runtime)
    if (waits !== null) return tellWaiting(runtime, channel, waits)
    const batch = await claim(runtime, channel, size)
    if (batch.length === 0) return
    const began_ms = performance.now()
    const mayGoOn = await sendBatch(runtime, sending, batch, { lanes, signal })
    if (!mayGoOn) return
    // Where answers come late nobody holds more than what is being sent: other servers may be quicker.
    size = performance.now() - began_ms < QUICK_MS ? Math.min(size * 2, MAX_BATCH) : lanes
  }
}

/**
 * Sends claimed rows, and gives back those that it does not come to.
 * @returns false where every other message of the channel would fail in the same way
 */
async function sendBatch(
  runtime: Runtime,
  sending: Sending,
  batch: readonly Delivery[],
  { lanes, signal }: { readonly lanes: number; readonly signal: AbortSignal },
): Promise<boolean> {
  const left = [...batch]
  const noter = noterOf(runtime)
  const until_ms = runtime.now().getTime() + HOLD_MS
  let isShut = false
  const lane = async (): Promise<void> => {
    while (!isShut && !signal.aborted && runtime.now().getTime() < until_ms) {
      const delivery = left.shift()
      if (!delivery) return
      const outcome = await outcomeOf(sending, delivery, runtime)
      await noter.note(delivery, outcome)
      if (!outcome.ok && outcome.all === true) isShut = true
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  await noter.done()
  await releaseClaimed(runtime, left)
  return !isShut
}

/** Shows with everything that waits on a channel why nothing is sent. */
async function tellWaiting({ database: { db } }: Runtime, channel: Channel, reason: string): Promise<void> {
  await engineTables(db)
    .updateTable('deliveries')
    .set({ reason })
    .where('channel', '=', channel)
    .where('status', '=', '1')
    .where(sql<boolean>`reason is distinct from ${reason}`)
    .execute()
}

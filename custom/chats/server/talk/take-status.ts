import { sql } from 'kysely'
import { tables } from '#app/tables'
import type { Tx } from '#engine/server'
import type { SendState } from '../../model/chat-wire'
import type { OpenChannel, Incoming } from '../channels/channel'

type Status = Extract<Incoming, { type: 'status' }>

/** States below a state: only from these it is reached, so that what comes late or twice changes nothing. */
const BELOW: { readonly [state in SendState]: readonly SendState[] } = {
  queued: [],
  sent: ['queued'],
  delivered: ['queued', 'sent', 'failed'],
  read: ['queued', 'sent', 'delivered', 'failed'],
  failed: ['queued', 'sent'],
}
// In the order of `BELOW`: what was sent may fail, what has arrived has not failed.
const RANK = sql`array['queued', 'sent', 'failed', 'delivered', 'read']`

/**
 * Raises a message to what the channel says of it. What is told before its message's own number is known waits for it.
 */
export async function takeStatus(
  tx: Tx,
  channel: OpenChannel,
  { external_id, state, reason }: Status,
  now: Date,
): Promise<void> {
  const message = await tables(tx)
    .selectFrom('chat_messages')
    .where('id_channel', '=', channel.id)
    .where('external_id', '=', external_id)
    .select('id')
    .executeTakeFirst()
  if (message) {
    await tables(tx)
      .updateTable('chat_messages')
      .set({ state, reason: state === 'failed' ? reason : null, date_updated: now.toISOString() })
      .where('id', '=', message.id)
      .where('type', '=', 'out')
      .where('state', 'in', [...BELOW[state]])
      .execute()
    return
  }
  await tables(tx)
    .insertInto('chat_statuses')
    .values({
      id_channel: channel.id,
      external_id,
      state,
      reason,
      date_created: now.toISOString(),
      date_updated: now.toISOString(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['id_channel', 'external_id'])
        .where('date_deleted', 'is', null)
        .doUpdateSet(({ ref }) => ({
          state: sql`case when array_position(${RANK}, ${ref('excluded.state')}) > array_position(${RANK},
            chat_statuses.state) then ${ref('excluded.state')} else chat_statuses.state end`,
          reason: sql`case when ${ref('excluded.state')} = 'failed' then ${ref('excluded.reason')} else
            chat_statuses.reason end`,
        })),
    )
    .execute()
}

/** What was told of a message before its number was known; it is taken away. */
export async function earlyStatus(
  tx: Tx,
  id_channel: number,
  external_id: string,
): Promise<{ readonly state: SendState; readonly reason: string | null } | null> {
  const row = await tables(tx)
    .deleteFrom('chat_statuses')
    .where('id_channel', '=', id_channel)
    .where('external_id', '=', external_id)
    .returning(['state', 'reason'])
    .executeTakeFirst()
  return row ? { state: row.state as SendState, reason: row.reason } : null
}

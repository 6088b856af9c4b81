import type { Tx } from '#engine/server'
import type { Channel, Incoming } from '../channels/channel'
import type { ChatRow } from './chat-row'
import type { Around } from './receive'

/** Lets the channel's bot answer, in the transaction of what it answers and with the conversation locked. */
export async function answer(_around: Around, _tx: Tx, _channel: Channel, _chat: ChatRow, _spoken: Extract<Incoming, { type: 'message' }>): Promise<void> {
  await Promise.resolve()
}

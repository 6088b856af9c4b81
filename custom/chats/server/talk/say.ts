import { type Tx, wakeJob } from '#engine/server'
import { ADAPTERS } from '../channels/adapters'
import type { Channel } from '../channels/channel'
import { appendMessage, type ChatRow } from './chat-row'

/** Name of the job that sends what waits. */
export const SEND_JOB = 'chats.send'

/** What somebody of the house says, or their bot. */
export interface Said {
  readonly text: string
  readonly buttons?: readonly { readonly id: string; readonly title: string }[]
  readonly list?: string
  readonly by_bot?: true
  readonly id_user?: number
  readonly local_id?: string | null
}

/**
 * Says something in a locked conversation: it goes out after the commit, and not at all if there is none. On one's own page it is there at once.
 * @returns null: it was said already
 */
export async function say(tx: Tx, channel: Pick<Channel, 'type'>, chat: ChatRow, said: Said, now: Date): Promise<{ readonly id: number; readonly chat: ChatRow } | null> {
  const { limits } = ADAPTERS[channel.type]
  const isWeb = channel.type === 'web'
  const written = await appendMessage(tx, chat, {
    type: 'out', text: said.text.slice(0, limits.text), by_bot: said.by_bot, id_user: said.id_user ?? null, local_id: said.local_id ?? null,
    buttons: said.buttons?.slice(0, limits.buttons), list: said.list ?? null, state: isWeb ? 'sent' : 'queued',
  }, now)
  if (written && !isWeb) await wakeJob(tx, SEND_JOB)
  return written
}

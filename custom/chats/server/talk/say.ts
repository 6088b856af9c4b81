import { splitText } from '#engine/model'
import { type Tx, wakeJob } from '#engine/server'
import { ADAPTERS } from '../channels/adapters'
import type { Adapter, Channel } from '../channels/channel'
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

/** What the channel takes at once, one after the other: nothing of a long text is cut off. Above buttons less stands than alone. */
function partsOf(text: string, { text: most, body }: Adapter['limits'], hasButtons: boolean): readonly string[] {
  const parts = splitText(text, most)
  const last = parts.at(-1) ?? ''
  return hasButtons && last.length > body ? [...parts.slice(0, -1), ...splitText(last, body)] : parts
}

/**
 * Says something in a locked conversation: it goes out after the commit, and not at all if there is none. On one's own page it is there at once.
 * @returns null: it was said already
 */
export async function say(tx: Tx, channel: Pick<Channel, 'type'>, chat: ChatRow, said: Said, now: Date): Promise<{ readonly id: number; readonly chat: ChatRow } | null> {
  const { limits } = ADAPTERS[channel.type]
  const isWeb = channel.type === 'web'
  const hasButtons = (said.buttons?.length ?? 0) > 0
  const parts = partsOf(said.text, limits, hasButtons)
  let written: { readonly id: number; readonly chat: ChatRow } | null = null
  for (const [at, text] of parts.entries()) {
    const isLast = at === parts.length - 1
    written = await appendMessage(tx, written?.chat ?? chat, {
      type: 'out', text, by_bot: said.by_bot, id_user: said.id_user ?? null, local_id: isLast ? said.local_id ?? null : null,
      ...isLast && { buttons: said.buttons?.slice(0, limits.buttons), list: said.list ?? null }, state: isWeb ? 'sent' : 'queued',
    }, now)
  }
  if (written && !isWeb) await wakeJob(tx, SEND_JOB)
  return written
}

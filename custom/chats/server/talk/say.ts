import { splitText } from '#engine/model'
import { type TakenFile, type Tx, wakeJob } from '#engine/server'
import { ADAPTERS } from '../channels/adapters'
import type { Adapter, OpenChannel, OutgoingTemplate } from '../channels/channel'
import { appendMessage, type LockedChat } from './chat-row'

/** Name of the job that sends what waits. */
export const SEND_JOB = 'chats.send'

/** What somebody of the house says, or their bot. */
interface Said {
  readonly text: string
  readonly files?: readonly TakenFile[]
  readonly buttons?: readonly { readonly id: string; readonly title: string }[]
  readonly list?: string
  readonly template?: OutgoingTemplate
  readonly by_bot?: true
  readonly id_user?: number
  readonly local_id?: string | null
}

/**
 * What the channel takes at once, one after the other: nothing of a long text is cut off. Above buttons less stands
 * than alone.
 */
function partsOf(text: string, { text: most, body }: Adapter['limits'], hasButtons: boolean): readonly string[] {
  const parts = splitText(text, most)
  const last = parts.at(-1) ?? ''
  return hasButtons && last.length > body ? [...parts.slice(0, -1), ...splitText(last, body)] : parts
}

/** One message that goes out. */
interface Piece {
  readonly text: string
  readonly file?: TakenFile
}

/** Each file by itself, and the text below the last of them where the channel takes it there, else after them. */
function piecesOf({ text, files = [], buttons = [], template }: Said, { limits, shape }: Adapter): readonly Piece[] {
  if (template) return [{ text }]
  const last = files.at(-1)
  if (!last) return partsOf(text, limits, buttons.length > 0).map((part) => ({ text: part }))
  const isCaption = text.length <= shape(last).caption
  return [
    ...files.map((file): Piece => ({ text: isCaption && file === last ? text : '', file })),
    ...(isCaption ? [] : partsOf(text, limits, false).map((part) => ({ text: part }))),
  ]
}

interface Written {
  readonly id: number
  readonly chat: LockedChat
  readonly held: readonly { readonly file: number; readonly message: number }[]
}

/**
 * Says something in a locked conversation: it goes out after the commit, and not at all if there is none. On one's own
 * page it is there at once.
 * @returns the last message, and which file each message has; null: it was said already
 */
export async function sayInChat(
  tx: Tx,
  channel: Pick<OpenChannel, 'type'>,
  chat: LockedChat,
  said: Said,
  now: Date,
): Promise<Written | null> {
  const adapter = ADAPTERS[channel.type]
  const isWeb = channel.type === 'web'
  const pieces = piecesOf(said, adapter)
  let written: Written | null = null
  for (const [at, { text, file }] of pieces.entries()) {
    const isLast = at === pieces.length - 1
    const made = await appendMessage(
      tx,
      written?.chat ?? chat,
      {
        type: 'out',
        text,
        by_bot: said.by_bot,
        id_user: said.id_user ?? null,
        local_id: isLast ? (said.local_id ?? null) : null,
        ...(file && { file: { ...file, kind: adapter.shape(file).kind, id: '' }, attachment: file.id }),
        ...(said.template && { template: said.template }),
        ...(isLast && { buttons: said.buttons?.slice(0, adapter.limits.buttons), list: said.list ?? null }),
        state: isWeb ? 'sent' : 'queued',
      },
      now,
    )
    const held: Written['held'] = written?.held ?? []
    written = made && { ...made, held: file ? [...held, { file: file.id, message: made.id }] : held }
  }
  if (written && !isWeb) await wakeJob(tx, SEND_JOB)
  return written
}

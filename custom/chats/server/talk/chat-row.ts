import { type Row, tables } from '#app/tables'
import { cutText } from '#engine/model'
import type { Tx } from '#engine/server'
import type { ChatFile } from '../../model/chat-wire'
import type { OpenChannel, OutgoingTemplate } from '../channels/channel'

/** A conversation, locked until its transaction ends: whoever writes into it holds it. */
export type LockedChat = Row<
  'chats',
  | 'id'
  | 'id_channel'
  | 'contact'
  | 'phone'
  | 'name'
  | 'id_client'
  | 'id_user'
  | 'state'
  | 'bot'
  | 'seq'
  | 'date_inbound'
  | 'date_heard',
  'state' | 'seq'
>

const COLUMNS = [
  'id',
  'id_channel',
  'contact',
  'phone',
  'name',
  'id_client',
  'id_user',
  'state',
  'bot',
  'seq',
  'date_inbound',
  'date_heard',
] as const

/** Locks a conversation; null: there is none. */
export async function lockChat(tx: Tx, id: number): Promise<LockedChat | null> {
  const row = await tables(tx)
    .selectFrom('chats')
    .where('id', '=', id)
    .where('date_deleted', 'is', null)
    .select([...COLUMNS])
    .forUpdate()
    .executeTakeFirst()
  return row ? (row as LockedChat) : null
}

/** The one conversation of a contact in a channel, locked; made where there is none, also by many at once. */
export async function lockChatOf(tx: Tx, channel: OpenChannel, contact: string, now: Date): Promise<LockedChat> {
  const stamp = now.toISOString()
  await tables(tx)
    .insertInto('chats')
    .values({
      id_channel: channel.id,
      contact,
      state: '1',
      bot: channel.id_bot !== null,
      seq: 0,
      date_created: stamp,
      date_updated: stamp,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tables(tx)
    .selectFrom('chats')
    .where('id_channel', '=', channel.id)
    .where('contact', '=', contact)
    .where('date_deleted', 'is', null)
    .select([...COLUMNS])
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row as LockedChat
}

interface NewMessage {
  readonly type: 'in' | 'out' | 'note'
  readonly text: string
  readonly by_bot?: true
  readonly id_user?: number | null
  readonly external_id?: string | null
  readonly local_id?: string | null
  readonly place?: { readonly lat: number; readonly lng: number }
  readonly file?: ChatFile & { readonly id: string }
  /** The stored file, where it is here already. */
  readonly attachment?: number
  readonly buttons?: readonly { readonly id: string; readonly title: string }[]
  readonly list?: string | null
  /** The approved text that it is, where the channel takes no free one. */
  readonly template?: OutgoingTemplate
  /** Of a message that goes out: it is there already, or a job sends it. */
  readonly state?: 'queued' | 'sent'
}

const MAX_SHOWN = 200

/**
 * Writes a message at the end of a locked conversation.
 * @returns its number in the conversation, and the conversation as it is now; null: the same message is there already
 */
export async function appendMessage(
  tx: Tx,
  chat: LockedChat,
  message: NewMessage,
  now: Date,
): Promise<{ readonly id: number; readonly chat: LockedChat } | null> {
  const stamp = now.toISOString()
  const seq = chat.seq + 1
  const { place, file, buttons = [], list = null, state = null, type, text } = message
  const made = await tables(tx)
    .insertInto('chat_messages')
    .values({
      id_chat: chat.id,
      id_channel: chat.id_channel,
      seq,
      type,
      message: text,
      by_bot: message.by_bot === true,
      id_user: message.id_user ?? null,
      state,
      external_id: message.external_id ?? null,
      local_id: message.local_id ?? null,
      attempts: 0,
      date_next: state === 'queued' ? stamp : null,
      buttons: buttons.length > 0 ? JSON.stringify({ items: buttons, list }) : null,
      file: file ? JSON.stringify(file) : null,
      attachment: message.attachment ?? null,
      template: message.template ? JSON.stringify(message.template) : null,
      date_fetch: file && message.attachment === undefined ? stamp : null,
      fetches: 0,
      point: place ? `(${place.lng},${place.lat})` : null,
      date_created: stamp,
      date_updated: stamp,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return null
  const shown = {
    seq,
    last_text: cutText(text || file?.name || '', MAX_SHOWN),
    last_type: type,
    date_last: stamp,
    date_updated: stamp,
  }
  // A note is nobody's news: the list goes on showing what was said.
  const changes =
    type === 'note' ? { seq, date_updated: stamp } : type === 'in' ? { ...shown, date_inbound: stamp } : shown
  await tables(tx).updateTable('chats').set(changes).where('id', '=', chat.id).execute()
  return { id: made.id, chat: { ...chat, seq, ...(type === 'in' && { date_inbound: stamp }) } }
}

import { tables } from '#app/tables'
import { AppError, wrong } from '#engine/model'
import { type CallContext, serveCall, type Tx, wakeJob } from '#engine/server'
import { CHAT_FILES, type ChatMessage } from '../../model/chat-wire'
import { fetchFileCall, noteCall, retryCall, sendChatMessageCall } from '../../model/chat-calls'
import type { ChannelKind } from '../channels/channel'
import { cleanText } from '../channels/json-path'
import { appendMessage, type LockedChat } from '../talk/chat-row'
import { FETCH_JOB } from '../talk/fetch-job'
import { sayInChat, SEND_JOB } from '../talk/say'
import { assertFree, lockOwn, take } from './own-chats'
import { takesText } from '../channels/text-window'
import { readChat } from './read-chats'
import { readChatMessages } from './read-messages'

/** The keys of people are kept apart, so that they never collide. */
export const keyOfSender = ({ actor }: CallContext, local_id: string | undefined): string | null =>
  local_id === undefined ? null : `${actor.id}:${local_id}`

const send = serveCall(sendChatMessageCall, async (context, { id, message, files: ids = [], local_id }) => {
  const text = cleanText(message)
  if (text === '' && ids.length === 0) throw wrong('message', 'required')
  return context.transaction(async (tx) => {
    const { chat, channel } = await lockOwn(context, tx, id)
    const key = keyOfSender(context, local_id)
    const known = await sentBefore(tx, chat, key, text, ids)
    if (known !== null) return { message: await readOne(context, tx, id, known), chat: await readChat(context, tx, id) }
    await assertFree(context, tx, chat)
    assertOpen(context, channel, chat)
    await take(context, tx, chat)
    const files = await context.files.take(tx, CHAT_FILES, ids, 'files')
    const said = await sayInChat(
      tx,
      channel,
      chat,
      { text, files, id_user: context.actor.id, local_id: key },
      context.now(),
    )
    for (const { file, message: target } of said?.held ?? []) await context.files.hold(tx, CHAT_FILES, file, target)
    return { message: await readOne(context, tx, id, chat.seq + 1), chat: await readChat(context, tx, id) }
  })
})

const note = serveCall(noteCall, async (context, { id, message, local_id }) => {
  const text = writtenText(message)
  return context.transaction(async (tx) => {
    const { chat } = await lockOwn(context, tx, id)
    const key = keyOfSender(context, local_id)
    const known = await sentBefore(tx, chat, key, text)
    if (known === null)
      await appendMessage(tx, chat, { type: 'note', text, id_user: context.actor.id, local_id: key }, context.now())
    return { message: await readOne(context, tx, id, known ?? chat.seq + 1) }
  })
})

const retry = serveCall(retryCall, async (context, { id, id_message }) =>
  context.transaction(async (tx) => {
    const { chat, channel } = await lockOwn(context, tx, id)
    await assertFree(context, tx, chat)
    const isTemplate = await tables(tx)
      .selectFrom('chat_messages')
      .where('id', '=', id_message)
      .where('id_chat', '=', id)
      .where('template', 'is not', null)
      .select('id')
      .executeTakeFirst()
    if (!isTemplate) assertOpen(context, channel, chat)
    const stamp = context.now().toISOString()
    const again = await tables(tx)
      .updateTable('chat_messages')
      .set({ state: 'queued', attempts: 0, reason: null, date_next: stamp, date_updated: stamp })
      .where('id', '=', id_message)
      .where('id_chat', '=', id)
      .where('type', '=', 'out')
      .where('state', '=', 'failed')
      .returning('seq')
      .executeTakeFirst()
    if (!again) throw new AppError('CONFLICT', { say: 'chats.not_failed' })
    await wakeJob(tx, SEND_JOB)
    return { message: await readOne(context, tx, id, again.seq) }
  }),
)

/** A file that was not brought, or not yet asked for, by an earlier version. */
const fetchFile = serveCall(fetchFileCall, async (context, { id, id_message }) =>
  context.transaction(async (tx) => {
    await lockOwn(context, tx, id)
    const stamp = context.now().toISOString()
    const again = await tables(tx)
      .updateTable('chat_messages')
      .set({ date_fetch: stamp, fetches: 0, fetch_reason: null, date_updated: stamp })
      .where('id', '=', id_message)
      .where('id_chat', '=', id)
      .where('file', 'is not', null)
      .where('attachment', 'is', null)
      .returning('seq')
      .executeTakeFirst()
    if (!again) throw new AppError('CONFLICT', { say: 'chats.file_here' })
    await wakeJob(tx, FETCH_JOB)
    return { message: await readOne(context, tx, id, again.seq) }
  }),
)

export const writeCalls = [send, note, retry, fetchFile]

/** @throws {AppError} VALIDATION when nothing is left of it */
function writtenText(message: string): string {
  const text = cleanText(message)
  if (text === '') throw wrong('message', 'required')
  return text
}

/**
 * The number of a message that was sent before with this key; null: none was.
 * @throws {AppError} CONFLICT where the key belongs to another
 */
export async function sentBefore(
  tx: Tx,
  { id }: LockedChat,
  key: string | null,
  text: string,
  ids: readonly number[] = [],
): Promise<number | null> {
  if (key === null) return null
  const known = await tables(tx)
    .selectFrom('chat_messages')
    .where('id_chat', '=', id)
    .where('local_id', '=', key)
    .select(['seq', 'message', 'attachment'])
    .executeTakeFirst()
  if (!known) return null
  const [said, file] = [known.message ?? '', known.attachment]
  // Of what goes out in parts the last has the key: a file with the text below it, or the end of the text.
  const isSame = file === null ? said !== '' && text.endsWith(said) : said === text && file === [...new Set(ids)].at(-1)
  if (!isSame) throw new AppError('CONFLICT', { say: 'chats.key_used' })
  return known.seq
}

/** @throws {AppError} CONFLICT where the channel takes no free text any more */
function assertOpen({ now }: CallContext, { type }: ChannelKind, { date_inbound }: LockedChat): void {
  if (!takesText(type, date_inbound, now())) throw new AppError('CONFLICT', { say: 'chats.reasons.window' })
}

export async function readOne({ files }: CallContext, tx: Tx, id_chat: number, seq: number): Promise<ChatMessage> {
  const [message] = await readChatMessages(tx, files, (all) =>
    all.where('m.id_chat', '=', id_chat).where('m.seq', '=', seq),
  )
  if (!message) throw new Error('a message is gone from under its transaction')
  return message
}

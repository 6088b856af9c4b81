import { living, tables } from '#app/tables'
import { AppError, wrong } from '#engine/model'
import { type CallContext, callLimit, type Db, iso, serveCall, type Tx } from '#engine/server'
import {
  webChatCall,
  webLookCall,
  webOfferedCall,
  webSendCall,
  type WebMessage,
  type WebNews,
  type WebWords,
} from '../../model/web-chat-calls'
import { channelByKey } from '../channels/adapters'
import type { OpenChannel, Content } from '../channels/channel'
import { cleanText } from '../channels/json-path'
import { buttonsOf, latLngOfText, shownFile } from '../inbox/read-messages'
import { hear } from '../talk/receive'
import { inTurn } from '../talk/turns'
import { contactOf, newVisitor, requireContact } from './visitor'

// A carrier puts many phones behind one address, each looking thirty times a minute.
const MAX_CALLS = { network: 1800, look: 120, write: 30, writesOfNetwork: 180 } as const
/** Messages that a page begins with, or one look brings. */
const MAX_SHOWN = 200
const LOOK_EVERY_S = 2
const countCall = callLimit('chats.too_many')

const WORDS: readonly (keyof WebWords)[] = [
  'title',
  'write',
  'send',
  'place',
  'you',
  'bot',
  'offline',
  'failed',
  'retry',
  'choose',
  'shared_place',
  'no_place',
  'log',
  'ended',
]

/** `GET web_chat`: what a chat page begins with. A token that is over is replaced, and its conversation with it. */
const begin = serveCall(webChatCall, async (context, { key, token }) => {
  const { db, now, actor, settings, say } = context
  const channel = await webChannel(context, key)
  const contact = token === undefined ? null : await contactOf(db, channel.key, token, now())
  return {
    token: contact === null || token === undefined ? await newVisitor(db, channel.key, now()) : token,
    brand: String(settings['brand'] ?? ''),
    name: channel.name,
    greeting: channel.greeting,
    language: actor.language,
    interval: LOOK_EVERY_S,
    words: Object.fromEntries(WORDS.map((word) => [word, say(`chats.page.${word}`)])) as unknown as WebWords,
    ...(await newsOf(context, channel, contact, 0)),
  }
})

/** `POST web_chat/send`: sent again with the same key it is the same message. */
const send = serveCall(webSendCall, async (context, { key, token, local_id, since, ...said }) => {
  const { db, transaction, now } = context
  const channel = await webChannel(context, key)
  const contact = await requireContact(db, channel.key, token, now())
  countCall(db, `write ${contact}`, now(), MAX_CALLS.write)
  countCall(db, `writes ${context.network}`, now(), MAX_CALLS.writesOfNetwork)
  const content = await contentOf(db, channel, contact, said)
  await inTurn(db, () =>
    transaction((tx) =>
      hear(context, tx, channel, {
        type: 'message',
        external_id: `${contact} ${local_id}`,
        contact,
        phone: null,
        name: null,
        at: null,
        content,
      }),
    ),
  )
  return newsOf(context, channel, contact, since)
})

/** `POST web_chat/look`: what the page has is delivered; what somebody looks at is read. */
const look = serveCall(webLookCall, async (context, { key, token, since, seen = false }) => {
  const { db, now } = context
  const channel = await webChannel(context, key)
  const contact = await requireContact(db, channel.key, token, now())
  countCall(db, `look ${contact}`, now(), MAX_CALLS.look)
  if (since > 0) await raise(context, channel, contact, since, seen)
  return newsOf(context, channel, contact, since)
})

/** `GET web_chat/offered`: the first web channel that is offered on pages of rides. */
const offered = serveCall(webOfferedCall, async ({ db, network, now, say }) => {
  countCall(db, `network ${network}`, now(), MAX_CALLS.network)
  const row = await living(db, 'chat_channels')
    .where('type', '=', 'web')
    .where('state', '=', '1')
    .where('on_tracking', '=', true)
    .select('key')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return { url: row ? `/chat/${row.key}` : null, text: say('chats.page.offer') }
})

export const webChatCalls = [begin, send, look, offered]

/** @throws {AppError} NOT_FOUND alike for one that is unknown, switched off, or of another kind; TOO_MANY */
async function webChannel({ db, network, now }: CallContext, key: string): Promise<OpenChannel> {
  countCall(db, `network ${network}`, now(), MAX_CALLS.network)
  const channel = await channelByKey(db, key)
  if (channel?.type !== 'web') throw new AppError('NOT_FOUND', { say: 'chats.no_channel' })
  return channel
}

interface Sent {
  readonly message?: string
  readonly choice?: string
  readonly lat?: number
  readonly lng?: number
}

/** What a visitor sends: a place, a button that the chat has offered them, or a text. @throws {AppError} VALIDATION */
async function contentOf(
  db: Db,
  channel: OpenChannel,
  contact: string,
  { message = '', choice, lat, lng }: Sent,
): Promise<Content> {
  const text = cleanText(message)
  if (choice !== undefined) {
    const rows = await ofVisitor(db, channel, contact)
      .where('m.type', '=', 'out')
      .where('m.buttons', 'is not', null)
      .select(['m.buttons'])
      .orderBy('m.seq', 'desc')
      .limit(MAX_SHOWN)
      .execute()
    const button = rows.flatMap(({ buttons }) => buttonsOf(buttons)).find(({ id }) => id === choice)
    if (!button) throw wrong('choice', 'enum')
    return { text: button.title, choice }
  }
  if (lat !== undefined && lng !== undefined) return { text, place: { lat, lng } }
  if (text === '') throw wrong('message', 'required')
  return { text }
}

const ofVisitor = (db: Db | Tx, channel: OpenChannel, contact: string) =>
  living(db, 'chat_messages as m')
    .innerJoin('chats as c', 'c.id', 'm.id_chat')
    .where('c.id_channel', '=', channel.id)
    .where('c.contact', '=', contact)
    .where('c.date_deleted', 'is', null)
    .where('m.type', '!=', 'note')

/** What the visitor sees of their conversation after a message. */
async function newsOf(
  { db, files }: CallContext,
  channel: OpenChannel,
  contact: string | null,
  since: number,
): Promise<WebNews> {
  if (contact === null) return { messages: [], seq: 0, open: true }
  const rows = await ofVisitor(db, channel, contact)
    .leftJoin('users as u', 'u.id', 'm.id_user')
    .leftJoin('files as f', 'f.id', 'm.attachment')
    .where('m.seq', '>', since)
    .select([
      'm.seq',
      'm.type',
      'm.message',
      'm.by_bot',
      'm.buttons',
      'm.point',
      'm.external_id',
      'm.file',
      'm.attachment',
      'f.name as file_name',
      'u.name as us_name',
      'c.state',
      iso('m.date_created').$notNull().as('date_created'),
    ])
    .orderBy('m.seq', 'desc')
    .limit(MAX_SHOWN)
    .execute()
  const messages = rows.reverse().map(
    (row): WebMessage => ({
      seq: row.seq,
      mine: row.type === 'in',
      by: row.by_bot === true ? '' : (row.us_name ?? ''),
      message: row.message,
      buttons: buttonsOf(row.buttons),
      ...latLngOfText(row.point),
      file: shownFile(files, { ...row, date_fetch: null, fetch_reason: null }),
      local_id: row.type === 'in' ? (row.external_id?.split(' ')[1] ?? null) : null,
      date_created: row.date_created,
    }),
  )
  const chat = await living(db, 'chats')
    .where('id_channel', '=', channel.id)
    .where('contact', '=', contact)
    .select('state')
    .executeTakeFirst()
  return { messages, seq: messages.at(-1)?.seq ?? since, open: chat?.state !== '0' }
}

/** Raises what the page has; most looks find nothing to raise. */
async function raise(
  { db, now }: CallContext,
  channel: OpenChannel,
  contact: string,
  seq: number,
  seen: boolean,
): Promise<void> {
  const chat = living(db, 'chats').where('id_channel', '=', channel.id).where('contact', '=', contact).select('id')
  await tables(db)
    .updateTable('chat_messages')
    .set({ state: seen ? 'read' : 'delivered', date_updated: now().toISOString() })
    .where('id_chat', '=', (of) => of.selectFrom(chat.as('c')).select('c.id'))
    .where('type', '=', 'out')
    .where('seq', '<=', seq)
    .where('seq', '>', seq - MAX_SHOWN)
    .where('state', 'in', seen ? ['sent', 'delivered'] : ['sent'])
    .execute()
}

import { tables } from '#app/tables'
import { AppError, cutText } from '#engine/model'
import { type CallContext, type Tx, wakeJob } from '#engine/server'
import { type OpenChannel, type Content, type Incoming, isSilent } from '../channels/channel'
import type { BotContext } from '../../../bots/server'
import { clientByPhone } from '../../../users/server'
import { answer } from './answer'
import { appendMessage, lockChatOf, type LockedChat } from './chat-row'
import { FETCH_JOB } from './fetch-job'
import { takeStatus } from './take-status'
import { inTurn } from './turns'

type Spoken = Extract<Incoming, { type: 'message' }>

/** What the work needs of a server. */
type Around = Pick<CallContext, 'db' | 'transaction'> & BotContext

/** What is older than this by the channel's clock was kept back somewhere: it is shown, and no bot answers it. */
const MAX_AGE_MS = 15 * 60_000

/** What became of what a channel told. */
interface Received {
  readonly taken: number
  readonly lost: number
  readonly error: string | null
}

/**
 * Takes what a channel tells, each thing in a transaction of its own: what comes again changes nothing, and what cannot
 * be taken keeps nothing else from being heard. Of a message that cannot be written as it is, people learn that it
 * came.
 * @throws {AppError} UNAVAILABLE: the channel brings all of it again
 */
export async function receive(around: Around, channel: OpenChannel, told: readonly Incoming[]): Promise<Received> {
  let [taken, lost, error] = [0, 0, null as string | null]
  for (const one of told) {
    try {
      await take(around, channel, one)
      taken++
    } catch (cause) {
      if (cause instanceof AppError && cause.code === 'UNAVAILABLE') throw cause
      process.emitWarning(new Error(`A message of the chat channel ${channel.id} was not taken.`, { cause }))
      lost++
      error ??= cutText(cause instanceof Error ? cause.message : String(cause), MAX_ERROR)
      if (one.type === 'message')
        await take(around, channel, { ...one, name: null, content: { text: '', kind: 'unsupported' } }).catch(
          () => undefined,
        )
    }
  }
  return { taken, lost, error }
}

const take = (around: Around, channel: OpenChannel, one: Incoming): Promise<unknown> =>
  inTurn(around.db, () =>
    around.transaction<unknown>((tx) =>
      one.type === 'status' ? takeStatus(tx, channel, one, around.now()) : hear(around, tx, channel, one),
    ),
  )

const MAX_ERROR = 255
/** Characters of a message that is kept; a person may send sixteen times what an answer may have. */
const MAX_HEARD = 65_536

/** What stands in the conversation: a message that is no words is named, in the language of the house. */
function heardText({ sayIn, settings }: Around, { text, kind }: Content): string {
  const name =
    kind === undefined
      ? ''
      : `[${sayIn(typeof settings['language'] === 'string' ? settings['language'] : null, `chats.kinds.${kind}`)}]`
  return cutText(
    [name, text].filter(Boolean).join(kind === 'contacts' || kind === 'order' || kind === 'form' ? '\n' : ' '),
    MAX_HEARD,
  )
}

/**
 * Writes what somebody said at the end of their conversation, opens it where it was closed, and lets the bot answer.
 * @returns false: it was there already
 */
export async function hear(around: Around, tx: Tx, channel: OpenChannel, spoken: Spoken): Promise<boolean> {
  const now = around.now()
  const { content, own = false } = spoken
  const found = await lockChatOf(tx, channel, spoken.contact, now)
  const written = await appendMessage(
    tx,
    found,
    {
      type: own ? 'out' : 'in',
      text: heardText(around, content),
      external_id: spoken.external_id,
      place: content.place,
      file: content.file,
      ...(own && { state: 'sent' as const }),
    },
    now,
  )
  if (!written) return false
  if (content.file) await wakeJob(tx, FETCH_JOB)
  const chat = await opened(tx, channel, written.chat, spoken, now)
  // A colleague answers from their own phone: the bot is silent until the conversation is released or closed.
  if (own) await tables(tx).updateTable('chats').set({ bot: false }).where('id', '=', chat.id).execute()
  else if (chat.bot === true && !isSilent(content) && !isLate(spoken, found, now))
    await answer(tx, channel, chat, spoken, around)
  return true
}

/** Words that were overtaken by later ones, or kept back for long, are not what the bot's last question was about. */
const isLate = ({ at }: Spoken, { date_heard }: LockedChat, now: Date): boolean =>
  at !== null &&
  (now.getTime() - at.getTime() > MAX_AGE_MS || (date_heard !== null && at.getTime() < Date.parse(date_heard)))

/** Opens a closed conversation, and keeps who it is as far as that is known by now. */
async function opened(
  tx: Tx,
  channel: OpenChannel,
  chat: LockedChat,
  { own, phone, name, at }: Spoken,
  now: Date,
): Promise<LockedChat> {
  const isClosed = chat.state === '0'
  const number = phone === null ? null : phoneOf(phone)
  const changes = {
    ...(isClosed && {
      state: '1' as const,
      id_user: null,
      date_owned: null,
      date_closed: null,
      bot: channel.id_bot !== null,
    }),
    ...(chat.phone === null &&
      number !== null && { phone: number, id_client: chat.id_client ?? (await clientByPhone(tx, number)) }),
    ...(!own &&
      at !== null &&
      (chat.date_heard === null || at.getTime() > Date.parse(chat.date_heard)) && { date_heard: at.toISOString() }),
    ...(!own && name !== null && name !== chat.name && { name: cutText(name, 120) }),
  }
  if (Object.keys(changes).length === 0) return chat
  await tables(tx)
    .updateTable('chats')
    .set({ ...changes, date_updated: now.toISOString() })
    .where('id', '=', chat.id)
    .execute()
  return { ...chat, ...changes }
}

/** A number as channels give it, with its country and without a sign. */
const phoneOf = (phone: string): string | null => {
  const digits = phone.replace(/\D/g, '')
  return digits.length >= 6 && digits.length <= 15 ? `+${digits}` : null
}

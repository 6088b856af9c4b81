import { tables } from '#app/tables'
import type { Runtime, Tx } from '#engine/server'
import { answerByBot, type BotChat, type BotContext, offerChatPort } from '../../../bots/server'
import type { BotEvent, Say } from '../../../bots/model'
import { channelKind } from '../channels/adapters'
import type { ChannelKind, Incoming } from '../channels/channel'
import { type LockedChat, lockChat } from './chat-row'
import { sayInChat } from './say'

type Spoken = Extract<Incoming, { type: 'message' }>
interface Turn {
  readonly says: readonly Say[]
  readonly effects: readonly ('human' | 'close')[]
}

/**
 * Lets the channel's bot answer, in the transaction of what it answers and with the conversation locked. Without one a
 * person does.
 */
export async function answer(
  tx: Tx,
  channel: ChannelKind,
  chat: LockedChat,
  spoken: Spoken,
  context: BotContext,
): Promise<void> {
  const turn = await answerByBot(tx, { chat: botChat(channel, chat), event: eventOf(spoken), context })
  await carryOut(tx, channel, chat, turn.state === 'none' ? { says: [], effects: ['human'] } : turn, context.now())
}

function eventOf({ content: { text, choice, place, file } }: Spoken): BotEvent {
  if (choice !== undefined) return { type: 'choice', id: choice, title: text }
  if (place) return { type: 'place', ...place, ...(text !== '' && { address: text }) }
  if (file) return { type: 'file', ...(file.name !== null && { name: file.name }) }
  return { type: 'text', text }
}

/** Anybody may write any number into a chat page: there the channel vouches for nobody. */
const botChat = ({ type, id_bot }: ChannelKind, { id, phone, name, id_client }: LockedChat): BotChat => {
  const isSure = type !== 'web'
  return { id, channel: type, id_bot, name, phone: isSure ? phone : null, id_client: isSure ? id_client : null }
}

/** Says what a bot says, and leaves the conversation to a person, or closes it. */
async function carryOut(
  tx: Tx,
  channel: ChannelKind,
  chat: LockedChat,
  { says, effects }: Turn,
  now: Date,
): Promise<void> {
  let last = chat
  for (const { text, buttons, list } of says)
    last =
      (
        await sayInChat(
          tx,
          channel,
          last,
          { text, by_bot: true, ...(buttons && { buttons }), ...(list !== undefined && { list }) },
          now,
        )
      )?.chat ?? last
  const stamp = now.toISOString()
  if (effects.includes('close')) {
    await tables(tx)
      .updateTable('chats')
      .set({ state: '0', id_user: null, date_owned: null, date_closed: stamp, date_updated: stamp })
      .where('id', '=', chat.id)
      .execute()
  } else if (effects.includes('human')) {
    await tables(tx).updateTable('chats').set({ bot: false, date_updated: stamp }).where('id', '=', chat.id).execute()
  }
}

/** Gives bots the conversations: for what they say later, when an action has come to its end or nobody has answered. */
export const openPort = async (runtime: Runtime): Promise<() => Promise<void>> => {
  const locked = async (
    tx: Tx,
    id: number,
  ): Promise<{ readonly chat: LockedChat; readonly channel: ChannelKind } | null> => {
    const chat = await lockChat(tx, id)
    const channel = chat && (await channelKind(tx, chat.id_channel))
    return chat && channel && chat.bot === true && chat.id_user === null && chat.state === '1'
      ? { chat, channel }
      : null
  }
  const end = offerChatPort(runtime.database.db, {
    async lock(tx, id) {
      const found = await locked(tx, id)
      return found && botChat(found.channel, found.chat)
    },
    async say(tx, id, turn) {
      const found = await locked(tx, id)
      if (found) await carryOut(tx, found.channel, found.chat, turn, runtime.now())
    },
  })
  return async () => end()
}

import { Type, type Static } from 'typebox'
import { Flag, Id, NumberOrNull, orNull, TextOrNull, When, WhenOrNull } from '#engine/model'

/** Kinds of channels. */
const CHANNEL_TYPES = ['web', 'whatsapp', 'telegram'] as const
export type ChannelType = (typeof CHANNEL_TYPES)[number]

/** What becomes of a message that goes out; `read` is as far as it gets, and `failed` stands beside. */
const SEND_STATES = ['queued', 'sent', 'delivered', 'read', 'failed'] as const
export type SendState = (typeof SEND_STATES)[number]

/** Conversations by whose they are; `all` are those that are open. */
export const BOXES = ['all', 'mine', 'nobody', 'bot', 'closed'] as const
export type InboxBox = (typeof BOXES)[number]

/** Longest text that a person writes: what the narrowest of the channels takes (Telegram 4,096, WhatsApp 4,096). */
export const MAX_TEXT = 4096

/** Files that one message of an operator's may bring. */
export const MAX_CHAT_FILES = 5

/** The field that holds files of messages. */
export const CHAT_FILES = { entity: 'chat_messages', field: 'attachment', name: 'attachment' } as const

/** What a channel tells of a file. */
export const ChatFile = Type.Object({ kind: Type.String(), name: TextOrNull, mime: TextOrNull, size: NumberOrNull })
export type ChatFile = Static<typeof ChatFile>

/**
 * A file as it is shown: with an address it is here; without one it comes, or says why it did not (`reason`, empty:
 * nobody has asked for it).
 */
export const ShownFile = Type.Object({
  kind: Type.String(),
  name: TextOrNull,
  mime: TextOrNull,
  size: NumberOrNull,
  url: TextOrNull,
  coming: Flag,
  reason: TextOrNull,
})
export type ShownFile = Static<typeof ShownFile>

export const ChatButton = Type.Object({ id: Type.String(), title: Type.String() })
export type ChatButton = Static<typeof ChatButton>

const Person = Type.Object({ id: Id, name: Type.String() })
const Channel = Type.Object({ id: Id, name: Type.String(), type: Type.String() })

/** A conversation in the list; `cm_*` is its last message, `count_messages` what the asker has not read of it. */
export const ChatItem = Type.Object({
  id: Id,
  phone: TextOrNull,
  name: TextOrNull,
  cm_message: TextOrNull,
  cm_type: TextOrNull,
  cm_date_created: WhenOrNull,
  count_messages: Type.Integer(),
  state: Type.String(),
  bot: Flag,
  channel: Channel,
  owner: orNull(Person),
  date_owned: WhenOrNull,
  /** Until when the channel takes free text; null: at any time. */
  window_until: WhenOrNull,
  /** It takes free text now. */
  free_text: Flag,
})
export type ChatItem = Static<typeof ChatItem>

export const ChatMessage = Type.Object({
  id: Id,
  seq: Type.Integer(),
  message: TextOrNull,
  type: Type.Union([Type.Literal('in'), Type.Literal('out'), Type.Literal('note')]),
  by_bot: Flag,
  us_name: TextOrNull,
  state: TextOrNull,
  reason: TextOrNull,
  date_created: When,
  buttons: Type.Array(ChatButton) /** It is an approved template, which goes out at any time. */,
  template: Flag,
  file: orNull(ShownFile),
  lat: NumberOrNull,
  lng: NumberOrNull,
})
export type ChatMessage = Static<typeof ChatMessage>

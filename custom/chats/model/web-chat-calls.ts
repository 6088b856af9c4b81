import { Type, type Static } from 'typebox'
import { defineCall, Latitude, Longitude, NumberOrNull, orNull, TextOrNull, When } from '#engine/model'
import { ChatButton, ShownFile } from './chat-wire'
import { MAX_WEB_TEXT } from './web-text'

const Key = Type.String({ minLength: 1, maxLength: 40 })
const Token = Type.String({ minLength: 1, maxLength: 200 })

/** A message as the visitor sees it; `by`: who wrote it, empty for the bot. Notes are none of theirs. */
export const WebMessage = Type.Object({
  seq: Type.Integer(),
  mine: Type.Boolean(),
  by: Type.String(),
  message: TextOrNull,
  buttons: Type.Array(ChatButton),
  lat: NumberOrNull,
  lng: NumberOrNull,
  file: orNull(ShownFile),
  /** The visitor's own key of what they sent. */
  local_id: TextOrNull,
  date_created: When,
})
export type WebMessage = Static<typeof WebMessage>

/** The page's own texts, in the asker's language. */
export const WebWords = Type.Object({
  title: Type.String(),
  write: Type.String(),
  send: Type.String(),
  place: Type.String(),
  you: Type.String(),
  bot: Type.String(),
  offline: Type.String(),
  failed: Type.String(),
  retry: Type.String(),
  choose: Type.String(),
  shared_place: Type.String(),
  no_place: Type.String(),
  log: Type.String(),
  ended: Type.String(),
})
export type WebWords = Static<typeof WebWords>

/**
 * `GET web_chat {key, token?}`: what a chat page begins with; a new visitor gets a token, which is all that there is of
 * them until they write.
 */
export const webChatCall = defineCall({
  method: 'GET',
  path: 'web_chat',
  access: 'public',
  request: Type.Object({ key: Key, token: Type.Optional(Token) }),
  response: Type.Object({
    token: Type.String(),
    brand: Type.String(),
    name: Type.String(),
    greeting: TextOrNull,
    language: Type.String(),
    words: WebWords,
    messages: Type.Array(WebMessage),
    seq: Type.Integer(),
    open: Type.Boolean(),
    /** Seconds between two looks. */
    interval: Type.Number(),
  }),
})
export type WebChat = Static<typeof webChatCall.response>

const News = Type.Object({ messages: Type.Array(WebMessage), seq: Type.Integer(), open: Type.Boolean() })
export type WebNews = Static<typeof News>

/**
 * `POST web_chat/send {key, token, local_id, message | choice | lat, lng, since}`: answers what is new since, its own
 * message too.
 */
export const webSendCall = defineCall({
  method: 'POST',
  path: 'web_chat/send',
  access: 'public',
  request: Type.Object({
    key: Key,
    token: Token,
    local_id: Type.String({ minLength: 8, maxLength: 64 }),
    message: Type.Optional(Type.String({ maxLength: MAX_WEB_TEXT })),
    choice: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    lat: Type.Optional(Latitude),
    lng: Type.Optional(Longitude),
    since: Type.Integer({ minimum: 0 }),
  }),
  response: News,
})

/**
 * `POST web_chat/look {key, token, since, seen?}`: what is new; what the page has is delivered, and read where somebody
 * looks at it.
 */
export const webLookCall = defineCall({
  method: 'POST',
  path: 'web_chat/look',
  access: 'public',
  reads: true,
  request: Type.Object({
    key: Key,
    token: Token,
    since: Type.Integer({ minimum: 0 }),
    seen: Type.Optional(Type.Boolean()),
  }),
  response: News,
})

/** `GET web_chat/offered`: the chat that pages of a ride offer; null: none. */
export const webOfferedCall = defineCall({
  method: 'GET',
  path: 'web_chat/offered',
  access: 'public',
  request: Type.Object({}),
  response: Type.Object({ url: TextOrNull, text: Type.String() }),
})

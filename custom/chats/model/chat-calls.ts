import { Type } from 'typebox'
import { defineCall, Flag, Id, IdOrNull, orNull, TextOrNull, When } from '#engine/model'
import { ChatItem, ChatMessage, MAX_CHAT_FILES, MAX_TEXT } from './chat-wire'

const SEE = { module: 'chats', right: 'see' } as const
const EDIT = { module: 'chats', right: 'edit' } as const
const One = Type.Object({ id: Id })
const Done = Type.Object({ chat: ChatItem, msg: Type.Optional(Type.String()) })

/**
 * `GET chats {box?, q?, limit?}`: the latest first; `counts` says how many conversations each box has, and `unread` how
 * many of one's own wait.
 */
export const chatsCall = defineCall({
  method: 'GET',
  path: 'chats',
  access: SEE,
  request: Type.Object({
    box: Type.Optional(
      Type.Union([
        Type.Literal('all'),
        Type.Literal('mine'),
        Type.Literal('nobody'),
        Type.Literal('bot'),
        Type.Literal('closed'),
      ]),
    ),
    q: Type.Optional(Type.String({ maxLength: 100 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  }),
  response: Type.Object({
    items: Type.Array(ChatItem),
    total: Type.Integer(),
    counts: Type.Object({
      all: Type.Integer(),
      mine: Type.Integer(),
      nobody: Type.Integer(),
      bot: Type.Integer(),
      closed: Type.Integer(),
    }),
  }),
})

/** `GET chats/:id {before?}`: the last hundred messages, or those before a number; the oldest first. */
export const chatCall = defineCall({
  method: 'GET',
  path: 'chats/:id',
  access: SEE,
  request: Type.Object({ id: Id, before: Type.Optional(Type.Integer({ minimum: 1 })) }),
  response: Type.Object({ chat: ChatItem, messages: Type.Array(ChatMessage), more: Type.Boolean() }),
})

/**
 * `POST chats/:id/sendMessage {message, files?, local_id?}`: sent again with the same key it is the same message. It
 * claims a conversation that is nobody's. `files` are uploads (`files/upload?entity=chat_messages&field=attachment`);
 * each goes out by itself, the text below the last.
 */
export const sendChatMessageCall = defineCall({
  method: 'POST',
  path: 'chats/:id/sendMessage',
  access: EDIT,
  request: Type.Object({
    id: Id,
    message: Type.String({ maxLength: MAX_TEXT }),
    files: Type.Optional(Type.Array(Id, { maxItems: MAX_CHAT_FILES })),
    local_id: Type.Optional(Type.String({ minLength: 8, maxLength: 64 })),
  }),
  response: Type.Object({ message: ChatMessage, chat: ChatItem }),
})
/** `POST chats/:id/note {message}`: read by the house alone. */
export const noteCall = defineCall({
  method: 'POST',
  path: 'chats/:id/note',
  access: EDIT,
  request: Type.Object({
    id: Id,
    message: Type.String({ maxLength: MAX_TEXT }),
    local_id: Type.Optional(Type.String({ minLength: 8, maxLength: 64 })),
  }),
  response: Type.Object({ message: ChatMessage }),
})
/** `POST chats/:id/retryMessage {id_message}`: sends once more what failed. */
export const retryCall = defineCall({
  method: 'POST',
  path: 'chats/:id/retryMessage',
  access: EDIT,
  request: Type.Object({ id: Id, id_message: Id }),
  response: Type.Object({ message: ChatMessage }),
})
/** `POST chats/:id/fetchFile {id_message}`: asks the channel once more for a file that somebody sent. */
export const fetchFileCall = defineCall({
  method: 'POST',
  path: 'chats/:id/fetchFile',
  access: EDIT,
  request: Type.Object({ id: Id, id_message: Id }),
  response: Type.Object({ message: ChatMessage }),
})
/** `POST chats/:id/close`: its bot, where there is one, answers what comes next. */
export const closeCall = defineCall({
  method: 'POST',
  path: 'chats/:id/close',
  access: EDIT,
  request: One,
  response: Done,
})
/**
 * `POST chats/:id/claim {from?}`: takes it from whom the asker believes it to be (nobody: null).
 * @throws CONFLICT where it is somebody else's
 */
export const claimCall = defineCall({
  method: 'POST',
  path: 'chats/:id/claim',
  access: EDIT,
  request: Type.Object({ id: Id, from: Type.Optional(IdOrNull) }),
  response: Done,
})
export const releaseCall = defineCall({
  method: 'POST',
  path: 'chats/:id/release',
  access: EDIT,
  request: One,
  response: Done,
})
/** `POST chats/:id/read {seq}`: the asker has read up to that message. */
export const readCall = defineCall({
  method: 'POST',
  path: 'chats/:id/read',
  access: SEE,
  request: Type.Object({ id: Id, seq: Type.Integer({ minimum: 0 }) }),
  response: Type.Object({ count_messages: Type.Integer() }),
})

/** `GET chats/:id/beside`: what is known of the person: the client with their number, and that client's last rides. */
export const besideCall = defineCall({
  method: 'GET',
  path: 'chats/:id/beside',
  access: SEE,
  request: One,
  response: Type.Object({
    client: orNull(Type.Object({ id: Id, name: Type.String(), phone: TextOrNull })),
    /** There is a client, whom the asker does not see. */
    is_hidden: Type.Boolean(),
    rides: Type.Array(
      Type.Object({
        id: Id,
        state_obj: Type.Object({ id: Type.String(), name: Type.String(), color: Type.String() }),
        org_address: TextOrNull,
        dst_address: TextOrNull,
        date_created: When,
        over: Flag,
      }),
    ),
  }),
})
/**
 * `POST chats/:id/setClient {id_client, from?}`: says who writes, or with null that nobody is known; `from`: whom the
 * asker believes to be linked.
 * @throws CONFLICT where it is another
 */
export const setClientCall = defineCall({
  method: 'POST',
  path: 'chats/:id/setClient',
  access: EDIT,
  request: Type.Object({ id: Id, id_client: IdOrNull, from: Type.Optional(IdOrNull) }),
  response: Type.Object({ id_client: IdOrNull, msg: Type.String() }),
})
/** `POST chats/:id/newClient {name, phone}`: makes a client of who writes. */
export const newClientCall = defineCall({
  method: 'POST',
  path: 'chats/:id/newClient',
  access: EDIT,
  request: Type.Object({
    id: Id,
    name: Type.String({ minLength: 1, maxLength: 80 }),
    phone: Type.String({ minLength: 1, maxLength: 20 }),
  }),
  response: Type.Object({ id_client: Id, msg: Type.String() }),
})
/** `GET chats/:id/answers`: canned answers, with what they say of this conversation filled in. */
export const answersCall = defineCall({
  method: 'GET',
  path: 'chats/:id/answers',
  access: SEE,
  request: One,
  response: Type.Object({ items: Type.Array(Type.Object({ id: Id, name: Type.String(), text: Type.String() })) }),
})

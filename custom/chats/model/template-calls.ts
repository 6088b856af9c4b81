import { Type, type Static } from 'typebox'
import { defineCall, Id } from '#engine/model'
import { ChatItem, ChatMessage } from './chat-wire'

const MAX_VARIABLES = 30
const MAX_VALUE = 1024

const ChatTemplate = Type.Object({
  id: Id,
  name: Type.String(),
  language: Type.String(),
  body: Type.String(),
  variables: Type.Array(Type.String()),
})
export type ChatTemplate = Static<typeof ChatTemplate>

/** `GET chats/:id/templates`: the approved templates of the conversation's channel, which it takes at any time. */
export const templatesCall = defineCall({
  method: 'GET',
  path: 'chats/:id/templates',
  access: { module: 'chats', right: 'see' },
  request: Type.Object({ id: Id }),
  response: Type.Object({ items: Type.Array(ChatTemplate) }),
})

/**
 * `POST chats/:id/sendTemplate {id_template, values, local_id?}`: the values in the order of `variables`. It claims a
 * conversation that is nobody's.
 */
export const sendTemplateCall = defineCall({
  method: 'POST',
  path: 'chats/:id/sendTemplate',
  access: { module: 'chats', right: 'edit' },
  request: Type.Object({
    id: Id,
    id_template: Id,
    values: Type.Array(Type.String({ maxLength: MAX_VALUE }), { maxItems: MAX_VARIABLES }),
    local_id: Type.Optional(Type.String({ minLength: 8, maxLength: 64 })),
  }),
  response: Type.Object({ message: ChatMessage, chat: ChatItem }),
})

/**
 * `POST chat_templates/fetch {id}`: brings the approved templates of a channel from its provider; those that are
 * approved no more are switched off.
 */
export const fetchTemplatesCall = defineCall({
  method: 'POST',
  path: 'chat_templates/fetch',
  access: { module: 'chat_templates', right: 'edit' },
  request: Type.Object({ id: Id }),
  response: Type.Object({ kept: Type.Integer(), left_out: Type.Integer(), off: Type.Integer(), msg: Type.String() }),
})

import { Type } from 'typebox'
import { defineCall, Flag, Id, IdOrNull, orNull, StateObject, TextOrNull } from '#engine/model'

/** `POST notifications/why`: whether a person got a notification, by which channels, and why not. */
export const whyCall = defineCall({
  method: 'POST',
  path: 'notifications/why',
  access: { module: 'notifications', right: 'see' },
  reads: true,
  request: Type.Object({ id: Id, id_user: Id }),
  response: Type.Object({ told: Type.Boolean(), msg: Type.String() }),
})

/** One of those chosen who got nothing, and why. */
const LeftOut = Type.Object({ id: Id, ok: Type.Literal(false), label: Type.String(), msg: Type.String() })

const Text = Type.Optional(TextOrNull)
const Reference = Type.Optional(IdOrNull)

const People = Type.Optional(orNull(Type.Array(Id, { maxItems: 1000 })))

/**
 * `POST notifications/send`: a notification goes out to one person (`id_user`), to those chosen in a list (`ids`) or
 * named (`users`), or to all who are as it says; `id` is that of the one it is a copy of. Where some of `ids` get none
 * it is refused with `results`; `leave_out`: the others get it.
 */
export const sendCall = defineCall({
  method: 'POST',
  path: 'notifications/send',
  access: { module: 'notifications', right: 'edit' },
  request: Type.Object({
    id: Reference,
    to_kind: Text,
    id_user: Reference,
    ids: People,
    leave_out: Type.Optional(Flag),
    users: People,
    to_type: Text,
    id_role: Reference,
    id_branch: Reference,
    subject: Text,
    body: Text,
    action_type: Text,
    action_name: Text,
    action_data: Text,
    by_bell: Type.Optional(orNull(Flag)),
    by_push: Type.Optional(orNull(Flag)),
    by_email: Type.Optional(orNull(Flag)),
  }),
  response: Type.Object({ id: Id, msg: Type.String(), results: Type.Optional(Type.Array(LeftOut)) }),
})

/**
 * `POST notifications/takeBack`: one that went to one person is taken from their bell, and what has not gone out does
 * not.
 */
export const takeBackCall = defineCall({
  method: 'POST',
  path: 'notifications/takeBack',
  access: { module: 'notifications', right: 'edit' },
  request: Type.Object({ id: Id }),
  response: Type.Object({ msg: Type.String() }),
})

const Endpoint = Type.String({ minLength: 10, maxLength: 2000 })

/** `GET push/key`: with what browsers subscribe (VAPID, RFC 8292). */
export const pushKeyCall = defineCall({
  method: 'GET',
  path: 'push/key',
  access: 'session',
  request: Type.Object({}),
  response: Type.Object({ key: Type.String() }),
})

/** `POST push/subscribe`: this browser of the person's is told of what is pushed to them. */
export const subscribeCall = defineCall({
  method: 'POST',
  path: 'push/subscribe',
  access: 'session',
  request: Type.Object({
    endpoint: Endpoint,
    keys: Type.Object({ p256dh: Type.String({ maxLength: 120 }), auth: Type.String({ maxLength: 60 }) }),
    name: Type.Optional(Type.String({ maxLength: 120 })),
  }),
  response: Type.Object({ msg: Type.String() }),
})

/** `POST push/register`: the token that Firebase gave an application of the person's. */
export const registerCall = defineCall({
  method: 'POST',
  path: 'push/register',
  access: 'session',
  request: Type.Object({ token: Endpoint, name: Type.Optional(Type.String({ maxLength: 120 })) }),
  response: Type.Object({ msg: Type.String() }),
})

/** `POST push/unsubscribe`: an endpoint or a token of the person's is told of nothing more. */
export const unsubscribeCall = defineCall({
  method: 'POST',
  path: 'push/unsubscribe',
  access: 'session',
  request: Type.Object({ endpoint: Endpoint }),
  response: Type.Object({ msg: Type.String() }),
})

const choicesOf = (path: string, module: string) =>
  defineCall({
    method: 'GET',
    path,
    access: { module, right: 'see' },
    request: Type.Object({}),
    response: Type.Object({ items: Type.Array(StateObject) }),
  })

/** `GET messages/types`, `GET alerts/types`, `GET alerts/channels`: choices with their names. */
export const messageTypesCall = choicesOf('messages/types', 'messages')
export const alertTypesCall = choicesOf('alerts/types', 'alerts')
export const alertChannelsCall = choicesOf('alerts/channels', 'alerts')

/**
 * `GET notifications/messages {type_user}`: the messages at hand for people of a type (the asker's, unless staff name
 * another), in their order.
 */
export const messagesCall = defineCall({
  method: 'GET',
  path: 'notifications/messages',
  access: 'session',
  request: Type.Object({ type_user: Type.Optional(Type.String({ maxLength: 1 })) }),
  response: Type.Object({ items: Type.Array(Type.Object({ id: Id, name: Type.String(), body: Type.String() })) }),
})

const sendMail = <M extends string>(module: M) =>
  defineCall({
    method: 'POST',
    path: `${module}/sendMail`,
    access: { module, right: 'edit' },
    request: Type.Object({ id: Id }),
    response: Type.Object({ email: Type.String(), msg: Type.String() }),
  })

/**
 * `POST liquidations/sendMail {id}`: the driver gets it as a pdf. `POST partner_statements/sendMail {id}`: the partner
 * does. `POST invoices/sendMail {id}`: the company does.
 */
export const mailLiquidationCall = sendMail('liquidations')
export const mailPartnerStatementCall = sendMail('partner_statements')
export const mailInvoiceCall = sendMail('invoices')

import { Type } from 'typebox'
import { defineCall, Id } from '#engine/model'

/** `POST notifications/why`: whether a person got a notification, by which channels, and why not. */
export const whyCall = defineCall({
  method: 'POST', path: 'notifications/why', access: { module: 'notifications', right: 'see' }, reads: true,
  request: Type.Object({ id: Id, id_user: Id }), response: Type.Object({ told: Type.Boolean(), msg: Type.String() }),
})

const Endpoint = Type.String({ minLength: 10, maxLength: 2000 })

/** `GET push/key`: with what browsers subscribe (VAPID, RFC 8292). */
export const pushKeyCall = defineCall({ method: 'GET', path: 'push/key', access: 'session', request: Type.Object({}), response: Type.Object({ key: Type.String() }) })

/** `POST push/subscribe`: this browser of the person's is told of what is pushed to them. */
export const subscribeCall = defineCall({
  method: 'POST', path: 'push/subscribe', access: 'session',
  request: Type.Object({ endpoint: Endpoint, keys: Type.Object({ p256dh: Type.String({ maxLength: 120 }), auth: Type.String({ maxLength: 60 }) }), name: Type.Optional(Type.String({ maxLength: 120 })) }),
  response: Type.Object({ msg: Type.String() }),
})

/** `POST push/register`: the token that Firebase gave an application of the person's. */
export const registerCall = defineCall({
  method: 'POST', path: 'push/register', access: 'session', request: Type.Object({ token: Endpoint, name: Type.Optional(Type.String({ maxLength: 120 })) }), response: Type.Object({ msg: Type.String() }),
})

/** `POST push/unsubscribe`: an endpoint or a token of the person's is told of nothing more. */
export const unsubscribeCall = defineCall({ method: 'POST', path: 'push/unsubscribe', access: 'session', request: Type.Object({ endpoint: Endpoint }), response: Type.Object({ msg: Type.String() }) })

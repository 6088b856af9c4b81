import { Type, type Static } from 'typebox'
import { defineCall, Flag, Id, IdOrNull, orNull, TextOrNull, When, WhenOrNull } from '#engine/model'
import { Driver } from './driver-wire'

const Body = Type.String({ minLength: 1, maxLength: 1000 })
const Key = Type.Optional(orNull(Type.String({ minLength: 8, maxLength: 64 })))

/** A message between a driver and the operators; `us_*` is the operator who wrote it. */
export const DriverMessage = Type.Object({
  id: Id,
  from_driver: Flag,
  body: Type.String(),
  urgent: Flag,
  id_service: IdOrNull,
  us_name: TextOrNull,
  us_surname: TextOrNull,
  date_created: When,
  date_read: WhenOrNull,
})
export type DriverMessage = Static<typeof DriverMessage>

/** `GET driver/messages {since?}`: after the message of this id; without one the last hundred. The oldest first. */
export const driverMessagesCall = defineCall({
  method: 'GET',
  path: '../driver/messages',
  access: 'session',
  request: Type.Object({ since: Type.Optional(Type.Integer({ minimum: 0 })) }),
  response: Type.Object({ items: Type.Array(DriverMessage), unread: Type.Integer() }),
})
/** `POST driver/messages {body, idempotency?}`: sent again with the same key it is the same message. */
export const driverWriteCall = defineCall({
  method: 'POST',
  path: '../driver/messages',
  access: 'session',
  request: Type.Object({ body: Body, idempotency: Key, id_service: Type.Optional(IdOrNull) }),
  response: Type.Object({ item: DriverMessage }),
})
export const driverReadCall = defineCall({
  method: 'POST',
  path: '../driver/messages/read',
  access: 'session',
  request: Type.Object({ ids: Type.Array(Id, { maxItems: 1000 }) }),
  response: Type.Object({ unread: Type.Integer() }),
})

/**
 * `GET driver_messages/inbox`: drivers with unread messages, the latest first, then the others by their last message.
 */
export const inboxCall = defineCall({
  method: 'GET',
  path: 'driver_messages/inbox',
  access: { module: 'dispatcher', right: 'see' },
  request: Type.Object({}),
  response: Type.Object({
    items: Type.Array(Type.Object({ driver: Driver, last: DriverMessage, unread: Type.Integer() })),
    unread: Type.Integer(),
  }),
})
/** `GET driver_messages/thread {id_driver, since?}`: the last hundred, or those after `since`; the oldest first. */
export const threadCall = defineCall({
  method: 'GET',
  path: 'driver_messages/thread',
  access: { module: 'dispatcher', right: 'see' },
  request: Type.Object({ id_driver: Id, since: Type.Optional(Type.Integer({ minimum: 0 })) }),
  response: Type.Object({ driver: Driver, items: Type.Array(DriverMessage), unread: Type.Integer() }),
})
/**
 * `POST driver_messages/send {id_driver | ids, body, urgent?, id_service?, idempotency?}`: to one driver, or to each of
 * `ids`.
 */
export const sendDriverMessageCall = defineCall({
  method: 'POST',
  path: 'driver_messages/send',
  access: { module: 'dispatcher', right: 'edit' },
  request: Type.Object({
    id_driver: Type.Optional(Id),
    id: Type.Optional(Id),
    ids: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
    body: Body,
    urgent: Type.Optional(Type.Union([Flag, Type.Boolean()])),
    id_service: Type.Optional(IdOrNull),
    idempotency: Key,
  }),
  response: Type.Object({ items: Type.Array(DriverMessage), msg: Type.Optional(Type.String()) }),
})
/** `POST driver_messages/read {id_driver}`: marks what the driver wrote as read. */
export const readThreadCall = defineCall({
  method: 'POST',
  path: 'driver_messages/read',
  access: { module: 'dispatcher', right: 'edit' },
  request: Type.Object({ id_driver: Id }),
  response: Type.Object({ unread: Type.Integer() }),
})

import { Type } from 'typebox'
import { defineCall, Id, Latitude, Longitude } from '#engine/model'
import { EDIT } from './flow-calls'

/** What a person does in a conversation, as programs send it. */
export const PersonEvent = Type.Union([
  Type.Object({ type: Type.Literal('start') }),
  Type.Object({ type: Type.Literal('text'), text: Type.String({ maxLength: 4096 }) }),
  Type.Object({ type: Type.Literal('choice'), id: Type.String({ maxLength: 64 }), title: Type.Optional(Type.String({ maxLength: 100 })) }),
  Type.Object({ type: Type.Literal('place'), lat: Latitude, lng: Longitude, address: Type.Optional(Type.String({ maxLength: 300 })) }),
  Type.Object({ type: Type.Literal('file'), name: Type.Optional(Type.String({ maxLength: 200 })) }),
  Type.Object({ type: Type.Literal('timeout') }),
])

export const SayWire = Type.Object({
  text: Type.String(), buttons: Type.Optional(Type.Array(Type.Object({ id: Type.String(), title: Type.String() }))), list: Type.Optional(Type.String()),
})

/**
 * `POST bots/:id/try {session?, event}`: one turn of a conversation with the draft. What it answers as `session` is sent back with the next event, unread. Addresses are
 * looked up and prices asked for; nothing is booked, cancelled or called, which the answer says.
 */
export const tryBotCall = defineCall({
  method: 'POST', reads: true, path: 'bots/:id/try', access: EDIT,
  request: Type.Object({ id: Id, session: Type.Optional(Type.String({ maxLength: 200_000 })), event: PersonEvent }),
  response: Type.Object({
    session: Type.String(), state: Type.String(), step: Type.Union([Id, Type.Null()]), vars: Type.Record(Type.String(), Type.String()),
    says: Type.Array(SayWire), effects: Type.Array(Type.Object({ type: Type.String(), step: Id, tried: Type.Boolean() })),
    trace: Type.Array(Type.Object({ step: Id, exit: Type.String(), input: Type.Optional(Type.String()), note: Type.Optional(Type.String()) })),
  }),
})

import { Type } from 'typebox'
import {
  defineCall,
  Id,
  IdOrNull,
  IntegerOrNull,
  Latitude,
  Longitude,
  NumberOrNull,
  orNull,
  TextOrNull,
} from '#engine/model'
import { EDIT } from './flow-calls'

/** What a person does in a conversation, as programs send it. */
export const PersonEvent = Type.Union([
  Type.Object({ type: Type.Literal('start') }),
  Type.Object({ type: Type.Literal('text'), text: Type.String({ maxLength: 4096 }) }),
  Type.Object({
    type: Type.Literal('choice'),
    id: Type.String({ maxLength: 64 }),
    title: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  Type.Object({
    type: Type.Literal('place'),
    lat: Latitude,
    lng: Longitude,
    address: Type.Optional(Type.String({ maxLength: 300 })),
  }),
  Type.Object({ type: Type.Literal('file'), name: Type.Optional(Type.String({ maxLength: 200 })) }),
  Type.Object({ type: Type.Literal('timeout') }),
])

export const SayWire = Type.Object({
  text: Type.String(),
  buttons: Type.Optional(Type.Array(Type.Object({ id: Type.String(), title: Type.String() }))),
  list: Type.Optional(Type.String()),
})

const Place = Type.Object({ lat: Latitude, lng: Longitude, address: Type.String({ maxLength: 300 }) })

/** What a tried conversation remembers, as the last answer gave it. */
export const TriedSession = Type.Object({
  step: IdOrNull,
  state: Type.Enum(['new', 'waiting', 'acting', 'human', 'over']),
  tries: Type.Integer({ minimum: 0 }),
  minutes_wait: IntegerOrNull,
  vars: Type.Record(
    Type.String({ maxLength: 40 }),
    Type.Union([Type.String({ maxLength: 2000 }), Type.Number(), Place]),
  ),
  visits: Type.Record(Type.String({ maxLength: 20 }), Type.Integer({ minimum: 0 })),
  acting: orNull(Type.Enum(['human', 'close', 'quote', 'book', 'where', 'cancel', 'webhook', 'geocode'])),
  quote: Type.Optional(
    orNull(Type.Object({ token: TextOrNull, id_product: Id, id_client: IdOrNull, price: NumberOrNull })),
  ),
})

/**
 * `POST bots/:id/try {session?, event}`: one turn of a conversation with the draft. What it answers as `session` is
 * sent back with the next event. Addresses are looked up and prices asked for; nothing is booked, cancelled or called,
 * which the answer says.
 */
export const tryBotCall = defineCall({
  method: 'POST',
  reads: true,
  path: 'bots/:id/try',
  access: EDIT,
  request: Type.Object({ id: Id, session: Type.Optional(TriedSession), event: PersonEvent }),
  response: Type.Object({
    session: TriedSession,
    says: Type.Array(SayWire),
    effects: Type.Array(Type.Object({ type: Type.String(), step: Id, tried: Type.Boolean() })),
    trace: Type.Array(
      Type.Object({
        step: Id,
        exit: Type.String(),
        input: Type.Optional(Type.String()),
        note: Type.Optional(Type.String()),
      }),
    ),
  }),
})

import { Type } from 'typebox'
import { defineCall } from './call'
import { Id, IdOrNull, TextOrNull } from './wire'

const access = 'session' as const

const Key = Type.Object({
  /** What stands between the braces, without a filter. */
  key: Type.String(),
  title: Type.String(),
  /** `rows`: what is below is said of each row; `ref`: what is below is behind it. */
  kind: Type.Union([Type.Literal('value'), Type.Literal('ref'), Type.Literal('rows')]),
  /** The key of the reference or of the rows that it stands below; null: it is the record's own. */
  under: TextOrNull,
  filters: Type.Array(Type.String()),
})

/**
 * `GET alerts/keys`: what a message about records of a module may say of them. `resource`: the catalogue that they are
 * found in.
 */
export const alertKeysCall = defineCall({
  method: 'GET',
  path: 'alerts/keys',
  access,
  request: Type.Object({ id_module: Id }),
  response: Type.Object({ resource: Type.String(), entity: Type.String(), items: Type.Array(Key) }),
})

/** `language`: as who reads that language would get it; absent: in the asker's own. */
const Draft = {
  id_module: Id,
  language: Type.Optional(TextOrNull),
  channel: Type.Optional(TextOrNull),
  subject: Type.Optional(TextOrNull),
  body: Type.Optional(TextOrNull),
  id_webhook: Type.Optional(IdOrNull),
}
const IdRecord = Type.Union([Id, Type.String({ maxLength: 64 }), Type.Null()])

/** `POST alerts/preview`: what a message would say to the asker of a record; absent: of the last one. */
export const previewAlertCall = defineCall({
  method: 'POST',
  path: 'alerts/preview',
  access,
  reads: true,
  heavy: true,
  request: Type.Object({ ...Draft, id_record: Type.Optional(IdRecord) }),
  response: Type.Object({ subject: TextOrNull, body: Type.String(), id_record: IdRecord, title: Type.String() }),
})

/** `POST alerts/try`: sends the asker alone what an alert in force, or a draft of one, says of a record. */
export const tryAlertCall = defineCall({
  method: 'POST',
  path: 'alerts/try',
  access,
  request: Type.Object({
    ...Draft,
    id_module: Type.Optional(IdOrNull),
    id: Type.Optional(IdOrNull),
    ids: Type.Optional(Type.Array(Id)),
    id_record: Type.Optional(IdRecord),
  }),
  response: Type.Object({ msg: Type.Optional(Type.String()) }),
})

import { Type, type TObject } from 'typebox'
import { defineCall, type CallContract, type CallResponse } from '../../../model/call'
import { orNull, TextOrNull } from '../../../model/wire'

const Words = Type.Optional(Type.String())

/**
 * The activity of a record, or with filters alone of everything (spec 1 §3 "Log entry", §7; spec 2 §7), newest first;
 * `before` is the id of the last line shown.
 */
export const logCall = defineCall({
  method: 'GET',
  path: 'logs',
  access: 'session',
  request: Type.Object({
    limit: Type.Number(),
    before: Type.Optional(Type.Number()),
    target: Words,
    id_target: Type.Optional(Type.Union([Type.Number(), Type.String()])),
    id_user: Words,
    type_user: Words,
    type_log: Words,
    platform: Words,
    run: Words,
    date_from: Words,
    date_to: Words,
  }),
  response: Type.Object({
    total_is_exact: Type.Boolean(),
    items: Type.Array(
      Type.Object({
        id: Type.Number(),
        type_user: TextOrNull,
        user_name: Type.String(),
        user_link: TextOrNull,
        user_as: TextOrNull,
        user_key: TextOrNull,
        type_log: Type.String(),
        type_log_name: Type.String(),
        type_log_suffix: Type.String(),
        targets: Type.Array(Type.Object({ type: Type.String(), name: Type.String(), link: TextOrNull })),
        date_created: Type.String(),
        ago: Type.String(),
        se_platform: Type.String(),
        run: orNull(Type.Object({ id: Type.String(), name: Type.String() })),
        changes: Type.Array(
          Type.Object({ field: Type.String(), label: Type.String(), from: TextOrNull, to: TextOrNull }),
        ),
        /** In a record's own activity: the line is about rows beside it. */
        part: Type.Boolean(),
        /** How many more rows the same write changed in the same way. */
        rest: Type.Number(),
      }),
    ),
  }),
})
export type LogItem = CallResponse<typeof logCall>['items'][number]

const Choices = Type.Object({ items: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })) })
const choices = (name: string): CallContract<TObject, typeof Choices> =>
  defineCall({ method: 'GET', path: `logs/${name}`, access: 'session', request: Type.Object({}), response: Choices })

/** What the filters of the log offer. */
export const LOG_CHOICES = {
  type_user: choices('type_users'),
  type_log: choices('type_logs'),
  target: choices('targets'),
  platform: choices('platforms'),
} as const

/** People by a piece of their name, for the filter by user. */
export const peopleCall = defineCall({
  method: 'GET',
  path: 'users',
  access: 'session',
  request: Type.Object({ lookup: Type.Literal(1), limit: Type.Number(), q: Words, id: Words }),
  response: Type.Object({ items: Type.Array(Type.Object({ id: Type.Number(), label: Type.String() })) }),
})

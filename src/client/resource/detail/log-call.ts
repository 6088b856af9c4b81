import { Type } from 'typebox'
import { defineCall } from '../../../model/call'

const Text = Type.Union([Type.String(), Type.Null()])

/** The activity of a record, newest first (spec 1 §3 "Log entry", §7); `before` is the id of the last line shown. */
export const logCall = defineCall({
  method: 'GET',
  path: 'logs',
  access: 'session',
  request: Type.Object({ target: Type.String(), id_target: Type.Number(), limit: Type.Number(), before: Type.Optional(Type.Number()) }),
  response: Type.Object({
    total_is_exact: Type.Boolean(),
    items: Type.Array(Type.Object({
      id: Type.Number(),
      user_name: Type.String(),
      user_link: Text,
      type_log: Type.String(),
      type_log_name: Type.String(),
      type_log_suffix: Type.String(),
      date_created: Type.String(),
      ago: Type.String(),
      se_platform: Type.String(),
      changes: Type.Array(Type.Object({ field: Type.String(), label: Type.String(), from: Text, to: Text })),
    })),
  }),
})

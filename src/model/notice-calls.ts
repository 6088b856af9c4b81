import { Type } from 'typebox'
import { defineCall } from './call'
import { Id, orNull, TextOrNull, When } from './wire'

const Notice = Type.Object({
  id: Id,
  title: TextOrNull,
  body: Type.String(),
  /** The catalogue and the record that it is about. */
  resource: TextOrNull,
  id_target: TextOrNull,
  /** The place below the record's page, such as one comment. */
  below: TextOrNull,
  /**
   * What opens it, as programs know it (spec 1 §3), and the record that it opens in `action_data`; null: its page
   * alone. `path`: where the console goes, or an address of the web.
   */
  action: TextOrNull,
  actionable: orNull(
    Type.Object({
      name: Type.String(),
      icon: Type.String(),
      color: Type.String(),
      action_type: Type.String(),
      action_data: TextOrNull,
      action_data2: TextOrNull,
      path: Type.Optional(TextOrNull),
    }),
  ),
  /** 1 sent, 3 read. */
  status: Type.String(),
  date_created: When,
})

const access = 'session' as const

/**
 * `GET live`: the person's last notices, and how many they have not read; `settings` is another text once a setting
 * that consoles know, or a word, has changed.
 */
export const liveNoticesCall = defineCall({
  method: 'GET',
  path: 'live',
  access,
  request: Type.Object({}),
  response: Type.Object({ notifications: Type.Array(Notice), unread: Type.Integer(), settings: Type.String() }),
})

/** `POST notifications/read`: these were read; without ids, all of them. */
export const readNoticesCall = defineCall({
  method: 'POST',
  path: 'notifications/read',
  access,
  request: Type.Object({ ids: Type.Optional(Type.Array(Id)) }),
  response: Type.Object({}),
})

/** `POST live/:id/notificationsRemove`: the person wants to see one no more. */
export const removeNoticeCall = defineCall({
  method: 'POST',
  path: 'live/:id/notificationsRemove',
  access,
  request: Type.Object({ id: Id }),
  response: Type.Object({ msg: Type.Optional(Type.String()) }),
})

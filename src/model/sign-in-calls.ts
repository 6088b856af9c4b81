import { Type } from 'typebox'
import { defineCall } from './call'
import { Flag, Id, TextOrNull, When } from './wire'

/** `GET me/signIns`: the latest log-ins at one's own account, and those that were refused. */
export const signInsCall = defineCall({
  method: 'GET',
  path: 'me/signIns',
  access: 'session',
  request: Type.Object({}),
  response: Type.Object({
    items: Type.Array(
      Type.Object({
        id: Id,
        date_created: When,
        result: Type.String(),
        how: TextOrNull,
        new_device: Flag,
        platform: TextOrNull,
        device_brand: TextOrNull,
        device_model: TextOrNull,
        os: TextOrNull,
        user_agent: TextOrNull,
        address: TextOrNull,
      }),
    ),
  }),
})

import { Type } from 'typebox'
import { defineCall, Flag, IntegerOrNull, TextOrNull } from '#engine/model'

/** Calls that the engine itself answers, as far as a simulated operator reads them. */
const SEE = { module: 'dispatcher', right: 'see' } as const
/** `filters` is a JSON object in the query. */
const Page = Type.Object({
  filters: Type.String(),
  limit: Type.Integer(),
  order_col: Type.Optional(Type.String()),
  order_dir: Type.Optional(Type.String()),
})

export const consoleLoginCall = defineCall({
  method: 'POST',
  path: 'login/login',
  access: 'public',
  request: Type.Object({
    username: Type.String(),
    password: Type.String(),
    app_version_code: Type.Integer(),
    platform: Type.String(),
  }),
  response: Type.Object({ token: Type.String(), id: Type.Integer() }),
})
export const consoleLogoutCall = defineCall({
  method: 'POST',
  path: 'login/logout',
  access: 'session',
  request: Type.Object({}),
  response: Type.Object({}),
})

/** The list of active services. */
export const activesCall = defineCall({
  method: 'GET',
  path: 'dispatcher',
  access: SEE,
  request: Page,
  response: Type.Object({
    items: Type.Array(
      Type.Object({ id: Type.Integer(), state: Type.String(), id_client: Type.Integer(), keep_searching: Flag }),
    ),
  }),
})
/** The catalogue of clients: the phone book of possible callers. */
export const clientListCall = defineCall({
  method: 'GET',
  path: 'clients',
  access: { module: 'clients', right: 'see' },
  request: Page,
  response: Type.Object({
    items: Type.Array(Type.Object({ id: Type.Integer(), phone: TextOrNull, id_company: IntegerOrNull })),
  }),
})

import { Type } from 'typebox'
import { defineCall } from './call'
import { Flag, Id, IdOrNull, orNull, TextOrNull } from './wire'

const access = 'session' as const
const Right = Type.Object({ see: Flag, edit: Flag })

/**
 * `GET roles/permissions`: all that a role may be given, groups and what is in them in the order of the menu, and what
 * each role has. `of`: the module in which this right allows some moves alone. `root`: whoever has full access has it,
 * and nobody else.
 */
export const permissionsCall = defineCall({
  method: 'GET',
  path: 'roles/permissions',
  access,
  request: Type.Object({}),
  response: Type.Object({
    rows: Type.Array(
      Type.Object({
        id: Id,
        id_parent: IdOrNull,
        of: IdOrNull,
        name: Type.String(),
        group: Type.Boolean(),
        root: Type.Boolean(),
      }),
    ),
    roles: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        root: Flag,
        all_modules: Type.String(),
        perms: Type.Array(Type.Object({ id_module: Id, ...Right.properties })),
      }),
    ),
  }),
})

/**
 * Why somebody has a right, or has none: their role's full access, its own permission, what it has everywhere; nothing
 * gives it; only full access would.
 */
const Why = Type.Union([
  Type.Literal('root'),
  Type.Literal('own'),
  Type.Literal('everywhere'),
  Type.Literal('nothing'),
  Type.Literal('root_only'),
])

/**
 * `GET roles/rightsOf`: what a person may do in each module, and why. `off`: why they cannot log in, whatever their
 * role says.
 */
export const rightsOfCall = defineCall({
  method: 'GET',
  path: 'roles/rightsOf',
  access,
  request: Type.Object({ id_user: Id }),
  response: Type.Object({
    name: Type.String(),
    role: orNull(Type.Object({ id: Id, name: Type.String(), active: Type.Boolean() })),
    off: orNull(Type.Union([Type.Literal('person'), Type.Literal('role'), Type.Literal('no_role')])),
    items: Type.Array(Type.Object({ id: Id, name: Type.String(), group: TextOrNull, ...Right.properties, why: Why })),
  }),
})

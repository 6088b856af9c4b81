import { Type } from 'typebox'
import { defineCall, Id } from '#engine/model'

const Text = Type.Optional(Type.String({ maxLength: 100 }))
const Named = Type.Object({
  id: Id,
  name: Type.String(),
  surname: Type.Union([Type.String(), Type.Null()]),
  type: Type.String(),
})

/**
 * `GET users/autocomplete {type, state, id_company, query}`: people of one kind, or of every kind that the asker sees,
 * by a piece of their name.
 */
export const usersCall = defineCall({
  method: 'GET',
  path: 'users/autocomplete',
  access: 'session',
  request: Type.Object({ type: Text, state: Text, id_company: Text, query: Text }),
  response: Type.Object({ items: Type.Array(Named) }),
})

/** `GET users/:id`: who somebody is, for whoever sees them in the catalogue of their kind. */
export const userCall = defineCall({
  method: 'GET',
  path: 'users/:id',
  access: 'session',
  request: Type.Object({ id: Id }),
  response: Type.Object({ item: Named, msg: Type.String() }),
})

/** `GET clients/roles`: the roles that a client may have, as look-up items. */
export const clientRolesCall = defineCall({
  method: 'GET',
  path: 'clients/roles',
  access: { module: 'clients', right: 'see' },
  request: Type.Object({}),
  response: Type.Object({ items: Type.Array(Type.Object({ id: Id, name: Type.String() })) }),
})

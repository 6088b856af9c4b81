import { Type } from 'typebox'
import { defineCall, Id } from '#engine/model'

const EDIT = { module: 'dispatcher', right: 'edit' } as const

/**
 * `GET dispatcher/urlShare {id}`: a new link to the public page of a ride. Only its hash is stored, so no link is ever
 * shown a second time. `url` is a path of this server where its address (`url_console`) is not set.
 */
export const urlShareCall = defineCall({
  method: 'POST',
  alsoGet: true,
  path: 'dispatcher/urlShare',
  access: EDIT,
  request: Type.Object({ id: Id }),
  response: Type.Object({
    url: Type.String(),
    /** When it expires at the latest. */
    date_expires: Type.String(),
    /** Hours that it works after the ride is over. */
    hours: Type.Number(),
    /** Links to this ride that work now, including this one. */
    open: Type.Integer(),
  }),
})

/** `POST dispatcher/revokeShare {id}`: closes every link to a ride. */
export const revokeShareCall = defineCall({
  method: 'POST',
  path: 'dispatcher/revokeShare',
  access: EDIT,
  request: Type.Object({ id: Id }),
  response: Type.Object({ revoked: Type.Integer(), msg: Type.Optional(Type.String()) }),
})

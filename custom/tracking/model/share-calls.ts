import { Type } from 'typebox'
import { defineCall, Id } from '#engine/model'

const EDIT = { module: 'dispatcher', right: 'edit' } as const

/**
 * `GET dispatcher/urlShare {id}`: a new link to the public page of a ride. What is stored of it cannot be followed, so no link is ever
 * told a second time. `url` is a path of this server where nobody has set its address (`url_console`).
 */
export const urlShareCall = defineCall({
  method: 'POST', alsoGet: true, path: 'dispatcher/urlShare', access: EDIT,
  request: Type.Object({ id: Id }),
  response: Type.Object({
    url: Type.String(),
    /** Until when it opens at the most. */
    date_expires: Type.String(),
    /** Hours that it opens after the ride is over. */
    hours: Type.Number(),
    /** Links of this ride that open now, with this one. */
    open: Type.Integer(),
  }),
})

/** `POST dispatcher/revokeShare {id}`: closes every link to a ride. */
export const revokeShareCall = defineCall({
  method: 'POST', path: 'dispatcher/revokeShare', access: EDIT,
  request: Type.Object({ id: Id }),
  response: Type.Object({ revoked: Type.Integer(), msg: Type.Optional(Type.String()) }),
})

import { Type } from 'typebox'
import { defineCall, Id } from '#engine/model'

/** `POST refers/invite {id_invited, id_inviter}`: who came invited by whom; what both get is given or promised with it. 422 where these two cannot be. */
export const inviteCall = defineCall({
  method: 'POST', path: 'refers/invite', access: { module: 'refers', right: 'edit' },
  request: Type.Object({ id_invited: Id, id_inviter: Id }), response: Type.Object({ id: Id, msg: Type.String() }),
})

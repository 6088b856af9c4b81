import { Type } from 'typebox'
import { defineCall, Flag, Id, orNull } from '#engine/model'

/**
 * `POST refers/invite {id_invited, id_inviter}`: who came invited by whom; what both get is given or promised with it.
 * 422 where these two cannot be.
 */
export const referInviteCall = defineCall({
  method: 'POST',
  path: 'refers/invite',
  access: { module: 'refers', right: 'edit' },
  request: Type.Object({ id_invited: Id, id_inviter: Id }),
  response: Type.Object({ id: Id, msg: Type.String() }),
})

const Benefit = orNull(Type.Object({ name: Type.String(), code: Type.String() }))

/**
 * `GET /api/client/app`: what the clients' application starts with, for everybody: `version_current` is for a hint that
 * there is a newer one.
 */
export const clientAppCall = defineCall({
  method: 'GET',
  path: '../client/app',
  access: 'public',
  request: Type.Object({}),
  response: Type.Object({
    version_required: orNull(Type.Integer()),
    version_current: orNull(Type.Integer()),
    android_url: orNull(Type.String()),
    ios_url: orNull(Type.String()),
    logo: orNull(Type.String()),
    wallet_enabled: Flag,
    show_online_drivers: Flag,
    refer_active: Flag,
    /** What the invited and who invites them get; null: nothing. */
    refer_invited: Benefit,
    refer_inviter: Benefit,
    /** Services that the invited finish until who invited them gets it. */
    refer_inviter_services: Type.Integer(),
  }),
})

import { Type } from 'typebox'
import { defineCall } from './call'
import { Id, TextOrNull, When, WhenOrNull } from './wire'

const access = 'session' as const
const Nothing = Type.Object({})
const Codes = Type.Object({ codes: Type.Array(Type.String()), msg: Type.String() })

const Passkey = Type.Object({
  id: Id,
  name: Type.String(),
  site: Type.String(),
  date_created: When,
  date_used: WhenOrNull,
})

/**
 * `GET me/secondFactor`: one's own second factor. `since`: when the application was turned on, null: it is not;
 * `passkeys_at`: the one address at which passkeys are made, null: at none, since the console's own is unknown or has
 * no TLS.
 */
export const secondFactorCall = defineCall({
  method: 'GET',
  path: 'me/secondFactor',
  access,
  request: Nothing,
  response: Type.Object({
    since: WhenOrNull,
    codes_left: Type.Integer(),
    required: Type.Boolean(),
    passkeys: Type.Array(Passkey),
    passkeys_at: TextOrNull,
  }),
})

/**
 * `POST me/beginSecondFactor`: a new secret, for the authenticator application; it counts once `turnOnCall` had a code
 * of it. Asks for the password.
 */
export const beginFactorCall = defineCall({
  method: 'POST',
  path: 'me/beginSecondFactor',
  access,
  request: Nothing,
  response: Type.Object({ secret: Type.String(), uri: Type.String() }),
})

/**
 * `POST me/turnOnSecondFactor`: ten recovery codes, which are answered once; none where the account has some from a
 * passkey.
 */
export const turnOnFactorCall = defineCall({
  method: 'POST',
  path: 'me/turnOnSecondFactor',
  access,
  request: Type.Object({ code: Type.String({ maxLength: 40 }) }),
  response: Codes,
})

/** `POST me/turnOffSecondFactor`: asks for the password; refused where the role requires it. */
export const turnOffFactorCall = defineCall({
  method: 'POST',
  path: 'me/turnOffSecondFactor',
  access,
  request: Nothing,
  response: Type.Object({ msg: Type.String() }),
})

/** `POST me/renewRecoveryCodes`: ten new ones in place of the old. Asks for the password. */
export const renewCodesCall = defineCall({
  method: 'POST',
  path: 'me/renewRecoveryCodes',
  access,
  request: Nothing,
  response: Codes,
})

/**
 * `POST users/resetSecondFactor`: of somebody who lost theirs, by whoever may set their password; their sessions end.
 */
export const resetFactorCall = defineCall({
  method: 'POST',
  path: 'users/resetSecondFactor',
  access,
  request: Type.Object({ id: Id }),
  response: Type.Object({ msg: Type.String() }),
})

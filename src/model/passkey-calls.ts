import { Type } from 'typebox'
import { defineCall } from './call'
import { Id } from './wire'

const access = 'session' as const
const Nothing = Type.Object({})
const Said = Type.Object({ msg: Type.String() })
/** What a browser's credentials take and give, as JSON (WebAuthn level 3). */
const Options = Type.Object({ options: Type.Unknown() })
const Answered = Type.Unknown()
export const MAX_PASSKEY_NAME = 60

/**
 * `POST login/passkeyOptions`: a challenge for a log-in without a password; its answer goes to `login/login {passkey}`.
 */
export const passkeyLoginCall = defineCall({
  method: 'POST',
  path: 'login/passkeyOptions',
  access: 'public',
  request: Nothing,
  response: Options,
})

/**
 * `POST me/passkeyOptions`: a challenge for `me/confirm {passkey}`; `options` null: the asker has no passkey of this
 * address.
 */
export const passkeyConfirmCall = defineCall({
  method: 'POST',
  path: 'me/passkeyOptions',
  access,
  request: Nothing,
  response: Options,
})

/** `POST me/beginPasskey`: what the browser makes a passkey from. Asks for the password. */
export const beginPasskeyCall = defineCall({
  method: 'POST',
  path: 'me/beginPasskey',
  access,
  request: Nothing,
  response: Options,
})

/** `POST me/addPasskey`: keeps it. `codes`: recovery codes, where the account had no second factor before. */
export const addPasskeyCall = defineCall({
  method: 'POST',
  path: 'me/addPasskey',
  access,
  request: Type.Object({ name: Type.String({ minLength: 1, maxLength: MAX_PASSKEY_NAME }), passkey: Answered }),
  response: Type.Object({ codes: Type.Array(Type.String()), msg: Type.String() }),
})

export const renamePasskeyCall = defineCall({
  method: 'POST',
  path: 'me/renamePasskey',
  access,
  request: Type.Object({ id: Id, name: Type.String({ minLength: 1, maxLength: MAX_PASSKEY_NAME }) }),
  response: Said,
})

/**
 * `POST me/removePasskey`: asks for the password; the last second factor is not removed where the role requires one.
 */
export const removePasskeyCall = defineCall({
  method: 'POST',
  path: 'me/removePasskey',
  access,
  request: Type.Object({ id: Id }),
  response: Said,
})

import { Type, type Static } from 'typebox'
import { defineCall, Id, TextOrNull } from '#engine/model'

const Email = Type.String({ minLength: 3, maxLength: 255 })
const Password = Type.String({ minLength: 1, maxLength: 200 })
export const Solved = Type.Object(
  { challenge: Type.String({ minLength: 1, maxLength: 300 }), nonce: Type.Integer({ minimum: 0 }) },
  { additionalProperties: false },
)

/**
 * `GET client/auth/challenge {id_widget}`: work that a browser does before it asks about an address (`findNonce` of
 * `proof-of-work.ts`).
 */
export const challengeCall = defineCall({
  method: 'GET',
  path: '../client/auth/challenge',
  access: 'public',
  request: Type.Object({ id_widget: Id }),
  response: Type.Object({
    challenge: Type.String(),
    /** Leading zero bits that the hash must have. */
    bits: Type.Integer(),
    /** Seconds that it may be answered in; it counts once. */
    expires_s: Type.Integer(),
  }),
})

/**
 * `POST client/auth/checkEmail {email, id_widget, proof}`: `exist` leads to the log-in, `not_exist` to the
 * registration. Without work that fits, nothing is said of the address: 422 at `proof`.
 */
export const checkEmailCall = defineCall({
  method: 'POST',
  path: '../client/auth/checkEmail',
  access: 'public',
  request: Type.Object({ email: Email, id_widget: Id, proof: Solved }),
  response: Type.Object({ msg: Type.Union([Type.Literal('exist'), Type.Literal('not_exist')]) }),
})

/** Who is logged in. `company`: rides are charged by its prices and rules; null: none. */
const Client = Type.Object({
  token: Type.String(),
  id: Id,
  name: Type.String(),
  surname: TextOrNull,
  email: Type.String(),
  company: TextOrNull,
})
export type LoggedClient = Static<typeof Client>

/**
 * `POST client/auth/login {email, password, code?, id_widget}`: a session of a client, for the calls of `client/`. 401
 * as everywhere; of an account with a second factor it names `code`, which is then sent beside the password.
 */
export const clientLoginCall = defineCall({
  method: 'POST',
  path: '../client/auth/login',
  access: 'public',
  request: Type.Object({
    email: Email,
    password: Password,
    code: Type.Optional(Type.String({ maxLength: 40 })),
    id_widget: Id,
  }),
  response: Client,
})

/** `GET client/auth/form`: countries with the codes of their telephones, the company's own first. */
export const clientFormCall = defineCall({
  method: 'GET',
  path: '../client/auth/form',
  access: 'public',
  request: Type.Object({}),
  response: Type.Object({
    countries: Type.Array(
      Type.Object({
        /** Two letters. */ code: Type.String(),
        name: Type.String(),
        /** `51`. */ calling_code: Type.String(),
      }),
    ),
    /** Least characters of a password. */
    min_password: Type.Integer(),
  }),
})

/**
 * `POST client/auth/register`: a new account of a client, and its session. `phone` is a plus sign, the country's code
 * and the number; 422 names the field. An address that has an account is told only after work that fits.
 */
export const clientRegisterCall = defineCall({
  method: 'POST',
  path: '../client/auth/register',
  access: 'public',
  request: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 80 }),
    surname: Type.String({ maxLength: 80 }),
    password: Password,
    phone: Type.String({ minLength: 1, maxLength: 40 }),
    email: Email,
    id_widget: Id,
    proof: Solved,
  }),
  response: Client,
})

/**
 * `POST client/auth/recover {email, id_widget}`: the mail with the link to a new password; the answer is the same for
 * every address.
 */
export const clientRecoverCall = defineCall({
  method: 'POST',
  path: '../client/auth/recover',
  access: 'public',
  request: Type.Object({ email: Email, id_widget: Id }),
  response: Type.Object({ msg: Type.String() }),
})

/** `POST client/auth/logout`: ends the session. */
export const clientLogoutCall = defineCall({
  method: 'POST',
  path: '../client/auth/logout',
  access: 'session',
  request: Type.Object({}),
  response: Type.Object({}),
})

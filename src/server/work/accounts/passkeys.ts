import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedAuthenticationResponse,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server'
import { sql, type NotNull } from 'kysely'
import { isIP } from 'node:net'
import { writeLog } from '../../language/audit'
import type { Db, Tx } from '../../platform/database/database'
import type { Runtime } from '../../language/runtime'
import { isOurChallenge, newChallenge, spendChallenge, type ChallengeFor } from './challenge'
import { engineTables } from '../../platform/database/engine-tables'

/** What knows of certificates is a fifteenth of a start, and nobody's who has no passkey. */
const webauthn = () => import('@simplewebauthn/server')

/** Where passkeys are for: a browser offers one at the address where it was made alone. */
export interface PasskeySite {
  readonly origin: string
  /** The relying party's id: the host. */
  readonly host: string
}

/**
 * @param origin the console's own address; null, an address without TLS or one of digits: browsers make no passkeys
 * there
 */
export function passkeySite(origin: string | null): PasskeySite | null {
  if (origin === null || !URL.canParse(origin)) return null
  const { protocol, hostname, origin: whole } = new URL(origin)
  if (isIP(hostname.replace(/[[\]]/g, '')) !== 0 || (protocol !== 'https:' && hostname !== 'localhost')) return null
  return { origin: whole, host: hostname }
}

/** A passkey and whose it is. */
interface Passkey {
  readonly id: number
  readonly id_user: number
  readonly name: string
  readonly credential: string
  readonly public_key: string
  readonly transports: string
  readonly counter: number
}

/** An answer of a browser that fits: the passkey, and whether its holder proved themselves to it. */
interface ProvedPasskey {
  readonly id_user: number
  readonly name: string
}

const MAX_ANSWER_CHARS = 8000

const passkeysOf = async (db: Db | Tx, { host }: PasskeySite, id_user: number): Promise<readonly Passkey[]> =>
  await engineTables(db)
    .selectFrom('passkeys')
    .selectAll()
    .where('id_user', '=', id_user)
    .where('site', '=', host)
    .orderBy('id')
    .$narrowType<{ name: NotNull; public_key: NotNull; transports: NotNull; counter: NotNull }>()
    .execute()

const namedBy = (keys: readonly Passkey[]) =>
  keys.map(({ credential: id, transports }) => ({ id, transports: transports.split(' ').filter(Boolean) }))

/**
 * What a browser asks a passkey with. @param id_user whose; null: whoever comes, by a passkey that names its holder
 * @returns null where that person has none of this address
 */
export async function passkeyQuestion(
  db: Db,
  site: PasskeySite,
  purpose: Exclude<ChallengeFor, 'enrol'>,
  id_user: number | null,
  now: Date,
) {
  const keys = id_user === null ? [] : await passkeysOf(db, site, id_user)
  if (id_user !== null && keys.length === 0) return null
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: site.host,
    challenge: await newChallenge(db, purpose, id_user ?? 0, now),
    allowCredentials: namedBy(keys),
    // The password stands for what the holder knows; without it the passkey has to ask for it.
    userVerification: purpose === 'second' ? 'preferred' : 'required',
  })
}

/**
 * Whether an answer is signed by a passkey of this address, over a challenge of ours that was for this and of this
 * person, which it uses up.
 * @returns null otherwise, also where the passkey's counter went back, which the log says
 */
export async function provedBy(
  runtime: Runtime,
  site: PasskeySite,
  given: unknown,
  purpose: Exclude<ChallengeFor, 'enrol'>,
  id_user: number | null,
): Promise<ProvedPasskey | null> {
  const {
    database: { db, transaction },
    now,
  } = runtime
  const response = answerOf<AuthenticationResponseJSON>(given)
  const key =
    response &&
    (await engineTables(db)
      .selectFrom('passkeys')
      .selectAll()
      .where('credential', '=', response.id)
      .where('site', '=', site.host)
      .$narrowType<{ name: NotNull; public_key: NotNull; transports: NotNull; counter: NotNull }>()
      .executeTakeFirst())
  if (!key || (id_user !== null && Number(key.id_user) !== id_user)) return null
  let challenge = ''
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: purpose !== 'second',
    expectedChallenge: (text) => isOurChallenge(db, (challenge = plain(text)), purpose, id_user ?? 0, now()),
    // The counter is compared below, where another server's log-in at the same moment counts as well.
    credential: { id: key.credential, publicKey: new Uint8Array(Buffer.from(key.public_key, 'base64url')), counter: 0 },
  }).catch(
    ():
      | Pick<VerifiedAuthenticationResponse, 'verified' | 'authenticationInfo'>
      | { readonly verified: false; readonly authenticationInfo: null } => NOT_VERIFIED,
  )
  if (!verified || !authenticationInfo) return null
  const date = now()
  const counter = authenticationInfo.newCounter
  const isNewer = await transaction(async (tx) => {
    if (!(await spendChallenge(tx, challenge, date))) return null
    const used = await engineTables(tx)
      .updateTable('passkeys')
      .set({ counter, date_used: date.toISOString() })
      .where('id', '=', key.id)
      // An authenticator without a counter always says 0.
      .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
      .returning('id')
      .executeTakeFirst()
    if (used) return true
    await writeLog(tx, {
      id_user: null,
      type_log: 'passkey_refused',
      target: 'users',
      id_target: Number(key.id_user),
      title: key.name,
      platform: 'web',
      id_session: null,
      note: key.name,
      date,
    })
    return false
  })
  return isNewer ? { id_user: Number(key.id_user), name: key.name } : null
}

const NOT_VERIFIED = { verified: false, authenticationInfo: null } as const

/**
 * What a browser makes a passkey from. The holder's number names them to the authenticator, their address to
 * themselves.
 */
export async function passkeyRecipe(
  db: Db,
  site: PasskeySite,
  brand: string,
  { id, name, email }: { readonly id: number; readonly name: string; readonly email: string | null },
  now: Date,
) {
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: brand || site.host,
    rpID: site.host,
    userName: email ?? name,
    userDisplayName: name,
    userID: new TextEncoder().encode(`user ${id}`),
    challenge: await newChallenge(db, 'enrol', id, now),
    excludeCredentials: namedBy(await passkeysOf(db, site, id)),
    // Who makes the authenticator is not asked: any that signs will do.
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** What is kept of a new passkey; null where the answer does not fit. `challenge` is to be spent with it. */
export async function madePasskey(db: Db, site: PasskeySite, given: unknown, id_user: number, now: Date) {
  const response = answerOf<RegistrationResponseJSON>(given)
  if (!response) return null
  let challenge = ''
  const { verifyRegistrationResponse } = await webauthn()
  const made: VerifiedRegistrationResponse = await verifyRegistrationResponse({
    response,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: false,
    expectedChallenge: (text) => isOurChallenge(db, (challenge = plain(text)), 'enrol', id_user, now),
  }).catch(() => ({ verified: false as const }))
  if (!made.verified) return null
  const { id, publicKey, counter, transports = [] } = made.registrationInfo.credential
  return {
    challenge,
    row: {
      site: site.host,
      credential: id,
      public_key: Buffer.from(publicKey).toString('base64url'),
      transports: transports.join(' ').slice(0, 120),
      counter,
    },
  }
}

const plain = (challenge: string): string => Buffer.from(challenge, 'base64url').toString()

/** The answer of a browser, as far as it has the shape of one; what is in it is checked by who reads it. */
function answerOf<Answer extends { readonly id: string }>(given: unknown): Answer | null {
  const { id, response } = (typeof given === 'object' && given !== null ? given : {}) as {
    readonly id?: unknown
    readonly response?: unknown
  }
  if (
    typeof id !== 'string' ||
    typeof response !== 'object' ||
    response === null ||
    JSON.stringify(given).length > MAX_ANSWER_CHARS
  )
    return null
  return given as Answer
}

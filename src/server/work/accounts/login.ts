import { AppError } from '../../../model/errors'
import type { Field } from '../../../model/field'
import { writeLog } from '../../language/audit'
import type { Tx } from '../../platform/database/database'
import type { Runtime } from '../../language/runtime'
import { attemptSucceeded, forgetAttempt, type Attempt } from './attempts'
import { accountBy, letIn, factorOwner, type LoginAccount } from './let-in'
import { loginAttemptFailed, openLoginAttempt } from './login-attempts'
import type { Device } from './open-session'
import type { PasskeySite } from './passkeys'
import { passwordFits } from '../../language/actor/password'
import { factorFits, type FactorProof } from './second-factor'
import type { Session } from '../../language/actor/session'
import { keepSignIn, type SignIn } from './sign-ins'
import { engineTables } from '../../platform/database/engine-tables'

export interface Credentials {
  readonly username: string
  readonly password: string
  /** Of an account with a second factor: of its application, or a recovery code. */
  readonly code?: unknown
  /** The answer of a passkey instead. */
  readonly passkey?: unknown
}

interface LoginOrigin {
  readonly device: Device
  readonly ip: string
  /** Accounts of this type alone. */
  readonly only?: { readonly type_user: string }
  /** Where a passkey may be the second factor; null: nowhere. */
  readonly site: PasskeySite | null
}

/**
 * Opens a session for the account with this e-mail address and password; with `only`, for an account of this type
 * alone.
 * @returns the token, of which only the hash is stored
 * @throws {AppError} LOGIN_FAILED (the same for an unknown account as for a wrong password, and as slow), TOO_MANY; of
 * an account with a second factor, once its
 * password fits: SECOND_FACTOR without a code or passkey, VALIDATION at `code` for a wrong one
 */
export async function logIn(
  runtime: Runtime,
  given: Credentials,
  { device, ip, only, site }: LoginOrigin,
): Promise<string> {
  const { username, password } = given
  const {
    database: { db },
    now,
  } = runtime
  const account = accountName(runtime, username)
  const counted = account.toLowerCase().slice(0, 255)
  const attempt = await openLoginAttempt(runtime, counted, device)
  const user = await accountBy(db, account)
  const fits = await passwordFits(password, user?.password ?? null, {
    line: attempt.address,
    known: attempt.known === true,
  }).catch(async (busy: unknown) => {
    // Nothing was tried.
    await forgetAttempt(db, attempt)
    throw busy
  })
  const how = !user?.second_factor ? 'password' : given.passkey === undefined ? 'code' : 'password_passkey'
  const refused = (result: SignIn['result']) => keepSignIn(db, user?.id ?? null, device, { result, how }, now())
  if (!user || !fits) {
    await refused('password')
    await loginAttemptFailed(runtime, attempt)
    throw new AppError('LOGIN_FAILED')
  }
  if (user.second_factor && user.state === '1')
    await proveFactor(runtime, user, { ...given, site }, attempt, () => refused(how === 'code' ? 'code' : 'passkey'))
  await attemptSucceeded(db, attempt)
  return letIn(runtime, user, { device, ip, how, ...(only && { only }) })
}

/**
 * A wrong code is counted as a wrong password is; a log-in that has none yet is neither, so that asking for it forgives
 * nothing.
 */
async function proveFactor(
  runtime: Runtime,
  user: LoginAccount,
  proof: FactorProof,
  attempt: Attempt,
  refused: () => Promise<void>,
): Promise<void> {
  const { db } = runtime.database
  const fits = await factorFits(runtime, factorOwner(user), proof).catch(async (error: unknown) => {
    await forgetAttempt(db, attempt)
    throw error
  })
  if (fits) return
  await refused()
  await loginAttemptFailed(runtime, attempt)
  throw new AppError('VALIDATION', {
    errors: { code: { key: proof.passkey === undefined ? 'factor_code' : 'factor_passkey' } },
  })
}

/** Ends a user's own session, and logs it. */
export async function logOut(runtime: Runtime, session: Session): Promise<void> {
  const { id, actor, person, platform } = session
  await closeSession(runtime, id, (tx) =>
    writeLog(tx, {
      id_user: actor.id,
      type_log: 'logout',
      target: 'users',
      id_target: actor.id,
      title: [person.name, person.surname].filter(Boolean).join(' '),
      platform,
      id_session: id,
      date: runtime.now(),
    }),
  )
}

/** Ends a session: its token is invalid from the next call on. */
export async function closeSession(
  runtime: Runtime,
  id: number,
  announce: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  const date = runtime.now().toISOString()
  await runtime.database.transaction(async (tx) => {
    await engineTables(tx)
      .updateTable('sessions')
      .set({ state: '0', date_closed: date, date_updated: date })
      // Sessions that view as another user from this one end as well.
      .where((is) => is.or([is('id', '=', id), is('id_session_own', '=', id)]))
      .where('state', '=', '1')
      .execute()
    await announce(tx)
  })
  runtime.changed('sessions')
}

/** The name in the form in which e-mail addresses are stored, so that `Ana@Demo.Test ` finds `ana@demo.test`. */
export function accountName(runtime: Runtime, username: string): string {
  const field: Field | undefined = runtime.model().entities.users?.fields.email
  const canonical = field ? runtime.fieldTypes[field.type]?.canonical(username, field) : username
  return typeof canonical === 'string' ? canonical : username.trim()
}

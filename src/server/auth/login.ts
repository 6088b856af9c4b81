import { sql } from 'kysely'
import { AppError } from '../../model/errors'
import type { Field } from '../../model/field'
import { writeLog } from '../audit'
import type { Tx } from '../database/database'
import type { Runtime } from '../runtime'
import { addressRefused, isAllowed } from './allowed-addresses'
import { attemptSucceeded, forgetAttempt, type Attempt } from './attempts'
import { loginAttemptFailed, openLoginAttempt } from './login-attempts'
import { openSession, type Device } from './open-session'
import { passwordFits } from './password'
import { factorFits, type FactorOwner } from './second-factor'
import { isNewDevice, keepSignIn, type SignIn, tellNewDevice } from './sign-ins'
import type { Session } from './session'

export interface Credentials {
  readonly username: string
  readonly password: string
  /** Of an account with a second factor: of its application, or a recovery code. */
  readonly code?: unknown
}

interface Account {
  readonly id: number
  readonly name: string
  readonly surname: string | null
  readonly password: string | null
  readonly state: string
  readonly type_user: string | null
  readonly id_role: number | null
  readonly email: string
  readonly language: string | null
  readonly second_factor: boolean
  /** From which their role may log in; null: from everywhere. */
  readonly addresses: string | null
}

/**
 * Opens a session for the account with this e-mail address and password; with `only`, for an account of this type alone.
 * @returns the token, of which only the hash is stored
 * @throws {AppError} LOGIN_FAILED (the same for an unknown account as for a wrong password, and as slow), TOO_MANY; of an account with a second factor, once its
 * password fits: SECOND_FACTOR without a code, VALIDATION at `code` for a wrong one
 */
export async function logIn(
  runtime: Runtime, { username, password, code }: Credentials, device: Device, ip: string, only?: { readonly type_user: string },
): Promise<string> {
  const { database: { db, transaction }, now } = runtime
  const account = accountName(runtime, username)
  const counted = account.toLowerCase().slice(0, 255)
  const attempt = await openLoginAttempt(runtime, counted, device)
  // As in the unique index over addresses: the case of letters does not matter.
  const user = await db.selectFrom('users as u').leftJoin('roles as r', (on) => on.onRef('r.id', '=', 'u.id_role').on('r.state', '=', '1').on('r.date_deleted', 'is', null))
    .select(['u.id', 'u.name', 'u.surname', 'u.password', 'u.state', 'u.type_user', 'u.id_role', 'u.email', 'u.language', 'u.second_factor', 'r.addresses'])
    .where(sql`lower(u.email collate "C")`, '=', sql`lower(${account} collate "C")`).where('u.date_deleted', 'is', null)
    .executeTakeFirst() as Account | undefined
  const fits = await passwordFits(password, user?.password ?? null, { line: attempt.address, known: attempt.known === true }).catch(async (busy: unknown) => {
    // Nothing was tried.
    await forgetAttempt(db, attempt)
    throw busy
  })
  const how = user?.second_factor ? 'code' : 'password'
  const refused = (result: SignIn['result']) => keepSignIn(db, user?.id ?? null, device, { result, how }, now())
  if (!user || !fits) {
    await refused('password')
    await loginAttemptFailed(runtime, attempt)
    throw new AppError('LOGIN_FAILED')
  }
  if (user.second_factor && user.state === '1') await proveFactor(runtime, user, code, attempt, () => refused('code'))
  await attemptSucceeded(db, attempt)
  // Revealed only to someone who knows the password.
  if (user.state !== '1') {
    await refused('closed')
    throw new AppError('LOGIN_FAILED', { say: 'errors.account_inactive' })
  }
  if (only && user.type_user !== only.type_user) throw new AppError('LOGIN_FAILED', { say: 'errors.account_not_here' })
  if (!isAllowed(user.addresses, ip)) {
    await refused('address')
    throw addressRefused('LOGIN_FAILED')
  }
  const settings = await runtime.settings()
  return transaction(async (tx) => {
    const new_device = await isNewDevice(tx, user.id, device)
    const { id, token } = await openSession(tx, user, device, settings, now())
    await keepSignIn(tx, user.id, device, { result: 'ok', how, new_device }, now())
    if (new_device) await tellNewDevice(tx, runtime, ownerOf(user), device, now())
    await writeLog(tx, {
      id_user: user.id, type_log: 'login', target: 'users', id_target: user.id, title: nameOf(user),
      platform: device.platform, id_session: id, date: now(),
    })
    return token
  })
}

/** A wrong code is counted as a wrong password is; a log-in that has none yet is neither, so that asking for it forgives nothing. */
async function proveFactor(runtime: Runtime, user: Account, code: unknown, attempt: Attempt, refused: () => Promise<void>): Promise<void> {
  const { db } = runtime.database
  const fits = await factorFits(runtime, ownerOf(user), code).catch(async (error: unknown) => {
    await forgetAttempt(db, attempt)
    throw error
  })
  if (fits) return
  await refused()
  await loginAttemptFailed(runtime, attempt)
  throw new AppError('VALIDATION', { errors: { code: { key: 'factor_code' } } })
}

const ownerOf = (user: Account): FactorOwner => ({ id: user.id, name: nameOf(user), email: user.email, language: user.language ?? '' })

const nameOf = ({ name, surname }: Account): string => [name, surname].filter(Boolean).join(' ')

/** Ends a user's own session, and logs it. */
export async function logOut(runtime: Runtime, session: Session): Promise<void> {
  const { id, actor, person, platform } = session
  await closeSession(runtime, id, (tx) => writeLog(tx, {
    id_user: actor.id, type_log: 'logout', target: 'users', id_target: actor.id, title: [person.name, person.surname].filter(Boolean).join(' '),
    platform, id_session: id, date: runtime.now(),
  }))
}

/** Ends a session: its token is invalid from the next call on. */
export async function closeSession(runtime: Runtime, id: number, announce: (tx: Tx) => Promise<void> = async () => {}): Promise<void> {
  const date = runtime.now().toISOString()
  await runtime.database.transaction(async (tx) => {
    await tx.updateTable('sessions').set({ state: '0', date_closed: date, date_updated: date })
      // Sessions that view as another user from this one end as well.
      .where((is) => is.or([is('id', '=', id), is('id_session_own', '=', id)])).where('state', '=', '1').execute()
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

import type { NotNull } from 'kysely'
import { AppError } from '../../../model/errors'
import { writeLog } from '../../language/audit'
import type { Tx } from '../../platform/database/database'
import { wakeJob } from '../../platform/jobs/wake-job'
import { engineMail } from '../mail/mail-kinds'
import { queueMail } from '../mail/queue-mail'
import { writeMail } from '../mail/write-mail'
import type { Runtime } from '../../language/runtime'
import { attemptSucceeded, attemptLimits, openAttempt } from './attempts'
import { revokeKeysOf } from './key-job'
import { accountName } from './login'
import { hashPassword } from '../../language/actor/password'
import { passwordError } from '../../language/actor/password-rules'
import { RECOVERY_JOB, type RecoveryAccount } from './recovery-job'
import { tokenHash } from '../../language/actor/token'
import { raised } from '../../records/write/raised'
import { engineTables, livingRows } from '../../platform/database/engine-tables'

const ASKED = attemptLimits({ account: 5, address: 20 })
// A token has 256 bits: this limit only stops floods.
const GUESSED = attemptLimits({ account: 100, address: 30 })

/** Who asks to set a new password. */
interface RecoveryRequest {
  readonly username: string
  readonly address: string
  readonly language: string
  /** Address of the console, for the link; null: not known. */
  readonly origin: string | null
}

/**
 * Only stores the request: a job later checks whether the account exists, so that neither the answer nor the time it
 * takes can reveal it.
 * @throws {AppError} TOO_MANY: 5 per account and 20 per address in 15 minutes, whether the account exists or not
 */
export async function askRecovery(
  runtime: Runtime,
  { username, address, language, origin }: RecoveryRequest,
): Promise<void> {
  const { database, now } = runtime
  const account = accountName(runtime, username).toLowerCase().slice(0, 200)
  const date = now()
  await openAttempt(database.db, { username: `recover ${account}`, address: `recover ${address}` }, ASKED, date)
  await database.transaction(async (tx) => {
    const stamp = date.toISOString()
    await engineTables(tx)
      .insertInto('password_recoveries')
      .values({ username: account, address, language, origin, date_created: stamp, date_updated: stamp })
      .execute()
    await wakeJob(tx, RECOVERY_JOB)
  })
}

/** @throws {AppError} VALIDATION at `token_recover` when the link is unknown, used or too old; TOO_MANY */
export async function checkRecovery(runtime: Runtime, token: string, address: string): Promise<void> {
  const attempt = await openAttempt(
    runtime.database.db,
    { username: `token ${address}`, address: `token ${address}` },
    GUESSED,
    runtime.now(),
  )
  const row = await engineTables(runtime.database.db)
    .selectFrom('password_recoveries')
    .select('id')
    .where('hash', '=', tokenHash(token))
    .where('date_used', 'is', null)
    .where('date_expires', '>', runtime.now().toISOString())
    .executeTakeFirst()
  if (!row) throw deadLink()
  await attemptSucceeded(runtime.database.db, attempt)
}

/**
 * Sets a new password by the token of a mail, which works once; all sessions and API keys of the account end, and its
 * failed log-ins are forgiven.
 * @throws {AppError} VALIDATION at `password1`, `password2` or `token_recover`, TOO_MANY
 */
export async function saveRecovery(
  runtime: Runtime,
  token: string,
  [password1, password2]: readonly [string, string],
  { address, platform }: { readonly address: string; readonly platform: string },
): Promise<void> {
  const { database, now, words } = runtime
  await checkRecovery(runtime, token, address)
  if (password1 !== password2) throw new AppError('VALIDATION', { errors: { password2: { key: 'password_differs' } } })
  const password = await hashPassword(password1, { line: address, known: false })
  const email = await database.transaction(async (tx) => {
    const date = now()
    const stamp = date.toISOString()
    // A second request finds it used.
    const used = await engineTables(tx)
      .updateTable('password_recoveries')
      .set({ date_used: stamp })
      .where('hash', '=', tokenHash(token))
      .where('date_used', 'is', null)
      .where('date_expires', '>', stamp)
      .returning('id_user')
      .executeTakeFirst()
    const user = used && (await activeUser(tx, Number(used.id_user)))
    if (!user) throw deadLink()
    const error = await passwordError(password1, user)
    if (error) throw new AppError('VALIDATION', { errors: { password1: error } })
    await engineTables(tx)
      .updateTable('users')
      .set({ password, ...raised(date) })
      .where('id', '=', user.id)
      .execute()
    await engineTables(tx)
      .updateTable('password_recoveries')
      .set({ date_used: stamp })
      .where('id_user', '=', user.id)
      .where('date_used', 'is', null)
      .execute()
    await engineTables(tx)
      .updateTable('sessions')
      .set({ state: '0', date_closed: stamp })
      .where('id_user', '=', user.id)
      .where('state', '=', '1')
      .execute()
    await revokeKeysOf(tx, user.id, date)
    const name = [user.name, user.surname].filter(Boolean).join(' ')
    await writeLog(tx, {
      id_user: user.id,
      type_log: 'password_recovered',
      target: 'users',
      id_target: user.id,
      title: name,
      changes: { password: { changed: true } },
      platform,
      id_session: null,
      date,
    })
    await queueMail(
      tx,
      { recipient: user.email, ...(await writeMail(tx, words, engineMail('changed'), user.language, { name })) },
      date,
    )
    return user.email
  })
  for (const entity of ['users', 'sessions', 'api_keys']) runtime.changed(entity)
  await engineTables(database.db)
    .updateTable('login_attempts')
    .set({ result: 'forgiven' })
    .where('username', '=', email.toLowerCase())
    .where('result', '=', 'failed')
    .execute()
}

async function activeUser(tx: Tx, id: number): Promise<RecoveryAccount | undefined> {
  return livingRows(tx, 'users')
    .select(['id', 'name', 'surname', 'email', 'language'])
    .where('id', '=', id)
    .where('state', '=', '1')
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirst()
}

/** The error of a link that is unknown, used or too old. */
export const deadLink = (): AppError =>
  new AppError('VALIDATION', { say: 'errors.recovery_link', errors: { token_recover: { key: 'recovery_link' } } })

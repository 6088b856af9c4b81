import { sql } from 'kysely'
import { AppError } from '../../model/errors'
import type { Field } from '../../model/model'
import { writeLog } from '../audit'
import type { Runtime } from '../runtime'
import { attemptSucceeded, openAttempt } from './attempts'
import { passwordFits } from './password'
import { newToken } from './token'

/** What a client says of itself when it logs in; all of it optional, none of it trusted. */
export interface Device {
  readonly platform: string
  readonly device_brand: string | null
  readonly device_model: string | null
  readonly os: string | null
  readonly os_version: string | null
  readonly app_version_code: number | null
  readonly uuid: string | null
  readonly language: string | null
  readonly user_agent: string | null
  readonly address: string
}

interface Account {
  readonly id: number
  readonly name: string
  readonly surname: string | null
  readonly password: string | null
  readonly state: string
}

/**
 * Opens a session for the account of this e-mail address and password.
 * @returns the token, which is stored nowhere but as its hash
 * @throws {AppError} LOGIN_FAILED (the same for an unknown account as for a wrong password, and as slow), TOO_MANY
 */
export async function logIn(runtime: Runtime, username: string, password: string, device: Device): Promise<string> {
  const { database: { db, transaction }, now } = runtime
  const account = accountName(runtime, username)
  const counted = account.toLowerCase().slice(0, 255)
  const attempt = await openAttempt(db, counted, device.address, now())
  // As the unique index over addresses has it: nobody minds their capitals.
  const user = await db.selectFrom('users').select(['id', 'name', 'surname', 'password', 'state'])
    .where(sql`lower(email collate "C")`, '=', sql`lower(${account} collate "C")`).where('date_deleted', 'is', null)
    .executeTakeFirst() as Account | undefined
  const fits = await passwordFits(password, user?.password ?? null)
  if (!user || !fits) throw new AppError('LOGIN_FAILED')
  await attemptSucceeded(db, attempt, counted)
  // Said only to someone who knows the password.
  if (user.state !== '1') throw new AppError('LOGIN_FAILED', { say: 'errors.account_inactive' })
  const { token, hash } = newToken()
  const date = now().toISOString()
  await transaction(async (tx) => {
    const session = await tx.insertInto('sessions')
      .values({ ...device, hash, id_user: user.id, last_activity: date, date_created: date, date_updated: date })
      .returning('id').executeTakeFirstOrThrow() as { id: number }
    await writeLog(tx, {
      id_user: user.id, type_log: 'login', target: 'users', id_target: user.id, title: [user.name, user.surname].filter(Boolean).join(' '),
      platform: device.platform, id_session: session.id, date: now(),
    })
  })
  return token
}

/** Ends a session: its token is dead from the next call on. */
export async function closeSession(runtime: Runtime, id: number): Promise<void> {
  const date = runtime.now().toISOString()
  await runtime.database.db.updateTable('sessions').set({ state: '0', date_closed: date, date_updated: date })
    .where('id', '=', id).execute()
  runtime.changed('sessions')
}

// As the e-mail address is stored, so that `Ana@Demo.Test ` finds `ana@demo.test`.
function accountName(runtime: Runtime, username: string): string {
  const field: Field | undefined = runtime.model().entities.users?.fields.email
  const canonical = field ? runtime.fieldTypes[field.type]?.canonical(username, field) : username
  return typeof canonical === 'string' ? canonical : username.trim()
}

import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Json } from '../../../model/json'
import type { Db, Tx } from '../../platform/database/database'
import { engineMail } from '../mail/mail-kinds'
import { queueMail } from '../mail/queue-mail'
import { writeMail } from '../mail/write-mail'
import type { Runtime } from '../../language/runtime'
import { keyringFor, openSecret } from '../../platform/secrets/keyring'
import { passkeyQuestion, provedBy, type PasskeySite } from './passkeys'
import { spendCode } from './recovery-codes'
import { stepOf } from './totp'
import { raised } from '../../records/write/raised'
import { engineTables } from '../../platform/database/engine-tables'

const PLACE = 'second_factors.secret'
const MAX_CODE = 40

/** Who proves themselves by it. */
export interface FactorOwner {
  readonly id: number
  readonly name: string
  readonly email: string | null
  readonly language: string
}

/** What somebody proves themselves with. */
export interface FactorProof {
  readonly code?: unknown
  /** The answer of a passkey instead of a code. */
  readonly passkey?: unknown
  readonly site: PasskeySite | null
}

/**
 * Whether a code or a passkey proves the account's second factor. A code is one of its authenticator application, which
 * opens once, or an unused recovery code, which is used up and told to the owner.
 * @throws {AppError} SECOND_FACTOR without either: `passkey` in its body is what the browser asks the account's
 * passkeys, null where it has none here
 */
export async function factorFits(
  runtime: Runtime,
  owner: FactorOwner,
  { code: given, passkey, site }: FactorProof,
): Promise<boolean> {
  if (passkey !== undefined && passkey !== null) {
    const proved = site && (await provedBy(runtime, site, passkey, 'second', owner.id))
    return proved !== null
  }
  const code = typeof given === 'string' ? given.trim() : ''
  if (code === '') {
    const {
      database: { db: here },
      now: at,
    } = runtime
    throw new AppError('SECOND_FACTOR', {
      body: { passkey: site && ((await passkeyQuestion(here, site, 'second', owner.id, at())) as Json) },
    })
  }
  if (code.length > MAX_CODE) return false
  const {
    database: { db, transaction },
    now,
    words,
  } = runtime
  const date = now()
  const digits = code.replace(/\s/g, '')
  if (/^\d{6}$/.test(digits)) return spendStep(db, owner.id, digits, date)
  return transaction(async (tx) => {
    const left = await spendCode(tx, owner.id, code, date)
    if (left !== null && owner.email !== null) {
      await queueMail(
        tx,
        {
          recipient: owner.email,
          ...(await writeMail(tx, words, engineMail('recovery_code'), owner.language, { name: owner.name, left })),
        },
        date,
      )
    }
    return left !== null
  })
}

/** Whether a code of the application is right and newer than the last one that was used, which it becomes. */
export async function spendStep(db: Db, id_user: number, code: string, now: Date): Promise<boolean> {
  const row = await engineTables(db)
    .selectFrom('second_factors')
    .select('secret')
    .where('id_user', '=', id_user)
    .executeTakeFirst()
  const secret = openSecret(db, PLACE, typeof row?.secret === 'string' ? row.secret : null)
  const step = secret === null ? null : stepOf(secret, code, now)
  if (step === null) return false
  // Two at once: the second finds the step taken.
  const used = await engineTables(db)
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('id_user', '=', id_user)
    .where(sql<boolean>`coalesce(last_step, 0) < ${step}`)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** A secret that counts once a code of it was given, in place of one that never had any. */
export async function beginFactor(db: Db, tx: Tx, id_user: number, secret: string, now: Date): Promise<void> {
  const date = now.toISOString()
  await engineTables(tx)
    .deleteFrom('second_factors')
    .where('id_user', '=', id_user)
    .where('date_confirmed', 'is', null)
    .execute()
  await engineTables(tx)
    .insertInto('second_factors')
    .values({ id_user, secret: keyringFor(db).seal(secret, PLACE), date_created: date, date_updated: date })
    .execute()
}

/** Ends an account's second factor for good: the secret, its passkeys and its recovery codes. */
export async function dropFactor(tx: Tx, id_user: number, now: Date): Promise<void> {
  for (const table of ['second_factors', 'passkeys'] as const)
    await tx.deleteFrom(table).where('id_user', '=', id_user).execute()
  await settleFactor(tx, id_user, now)
}

/** After something of it came or went: whether the account has one. Recovery codes go with the last of it. */
export async function settleFactor(tx: Tx, id_user: number, now: Date): Promise<boolean> {
  const { application, passkeys } = await factorsOf(tx, id_user)
  const on = application || passkeys > 0
  if (!on) await engineTables(tx).deleteFrom('recovery_codes').where('id_user', '=', id_user).execute()
  await markFactor(tx, id_user, on, now)
  return on
}

/** What an account proves itself with beside the password. */
export async function factorsOf(
  db: Db | Tx,
  id_user: number,
): Promise<{ readonly application: boolean; readonly passkeys: number }> {
  const [code, keys] = [
    await engineTables(db)
      .selectFrom('second_factors')
      .select('id')
      .where('id_user', '=', id_user)
      .where('date_confirmed', 'is not', null)
      .executeTakeFirst(),
    await engineTables(db).selectFrom('passkeys').select('id').where('id_user', '=', id_user).execute(),
  ]
  return { application: code !== undefined, passkeys: keys.length }
}

/** What lists show of it and sessions ask for. */
async function markFactor(tx: Tx, id_user: number, on: boolean, now: Date): Promise<void> {
  await engineTables(tx)
    .updateTable('users')
    .set({ second_factor: on, ...raised(now) })
    .where('id', '=', id_user)
    .execute()
}

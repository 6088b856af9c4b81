import { sql } from 'kysely'
import { AppError } from '../../model/errors'
import type { Db } from '../database/database'

const WINDOW_MS = 15 * 60_000
// Older rows are of no use to anyone.
const KEEP_MS = 24 * 3_600_000

/** Failures in 15 minutes after which more are refused. */
interface AttemptLimits { readonly account: number; readonly address: number }
const LOGIN: AttemptLimits = { account: 10, address: 50 }

interface Tally { readonly [count: string]: unknown }

/**
 * Counts an attempt before the password is checked, so that many at once cannot slip by, and refuses one too many: for log-ins, 10
 * failures per account and 50 per address in 15 minutes. A success forgives the account's failures, never the address's.
 * @returns the row to close with `attemptSucceeded`
 * @throws {AppError} TOO_MANY with `retry_s`
 */
export async function openAttempt(
  db: Db, username: string, address: string, now: Date, limits: AttemptLimits = LOGIN,
): Promise<number> {
  const since = new Date(now.getTime() - WINDOW_MS).toISOString()
  await db.deleteFrom('login_attempts').where('date_created', '<', new Date(now.getTime() - KEEP_MS).toISOString()).execute()
  const row = await db.insertInto('login_attempts').values({ username, address, result: 'failed', date_created: now.toISOString() })
    .returning('id').executeTakeFirstOrThrow() as { id: number }
  const tally = await db.selectFrom('login_attempts')
    .where('date_created', '>', since).where('result', '<>', 'ok')
    .where((is) => is.or([is('username', '=', username), is('address', '=', address)]))
    .select([
      sql`count(*) filter (where username = ${username} and result = 'failed')`.as('account'),
      sql`count(*) filter (where address = ${address})`.as('address'),
      sql`extract(epoch from min(date_created) filter (where username = ${username} and result = 'failed')) * 1000`.as('account_ms'),
      sql`extract(epoch from min(date_created) filter (where address = ${address})) * 1000`.as('address_ms'),
    ]).executeTakeFirstOrThrow() as Tally
  const oldest = [
    ...Number(tally.account) > limits.account ? [Number(tally.account_ms)] : [],
    ...Number(tally.address) > limits.address ? [Number(tally.address_ms)] : [],
  ]
  if (oldest.length === 0) return row.id
  // A refused attempt is not counted: further tries must not lock the owner out for longer.
  await db.deleteFrom('login_attempts').where('id', '=', row.id).execute()
  const retry_s = Math.max(1, Math.ceil((Math.max(...oldest) + WINDOW_MS - now.getTime()) / 1000))
  throw new AppError('TOO_MANY', { say: 'errors.too_many_logins', params: { retry_s, minutes: Math.ceil(retry_s / 60) } })
}

/** Marks an attempt as a success and forgives the account's earlier failures. */
export async function attemptSucceeded(db: Db, id: number, username: string): Promise<void> {
  await db.updateTable('login_attempts').set({ result: 'ok' }).where('id', '=', id).execute()
  await db.updateTable('login_attempts').set({ result: 'forgiven' })
    .where('username', '=', username).where('result', '=', 'failed').execute()
}

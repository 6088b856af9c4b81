import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../../model/errors'
import { DAY_MS } from '../../../model/values/zone-time'
import type { Db } from '../../platform/database/database'
import { engineTables } from '../../platform/database/engine-tables'

const WINDOW_MS = 15 * 60_000
// Older rows are of no use to anyone.
const KEEP_MS = DAY_MS

/** Who tries what, and from where. */
interface AttemptOrigin {
  readonly username: string
  readonly address: string
  /** The device or network by which an account's failures are kept apart; absent: they are not. */
  readonly source?: string
  /** Whether the account is known to come from this source. */
  readonly known?: boolean
}

/** Failures in 15 minutes after which more are refused, of those with the same values in these columns. */
export interface AttemptLimit {
  readonly by: readonly (keyof AttemptOrigin)[]
  readonly max: number
  /** A success clears earlier failures; otherwise they count to the end of the 15 minutes. */
  readonly forgives: boolean
}

/** An attempt that is counted as a failure until `attemptSucceeded`. */
export interface Attempt extends AttemptOrigin {
  readonly id: number
  /** The limits that one more failure would pass. */
  readonly reached: readonly AttemptLimit[]
}

/** Limits of one name and of one address, whatever the name. */
export const attemptLimits = ({
  account,
  address,
}: {
  readonly account: number
  readonly address: number
}): readonly AttemptLimit[] => [
  { by: ['username'], max: account, forgives: true },
  { by: ['address'], max: address, forgives: false },
]

/** Refuses an attempt: TOO_MANY with `retry_s`, and the limits that were passed. */
export class TooManyAttempts extends AppError {
  constructor(
    retry_s: number,
    readonly limits: readonly AttemptLimit[],
  ) {
    super('TOO_MANY', { say: 'errors.too_many_logins', params: { retry_s, minutes: Math.ceil(retry_s / 60) } })
  }
}

/**
 * Counts an attempt before anything is checked, so that many at once cannot slip by, and refuses one too many.
 * @throws {TooManyAttempts} which is not counted itself: further tries must not lock anybody out for longer
 */
export async function openAttempt(
  db: Db,
  asked: AttemptOrigin,
  limits: readonly AttemptLimit[],
  now: Date,
): Promise<Attempt> {
  const since = new Date(now.getTime() - WINDOW_MS).toISOString()
  await engineTables(db)
    .deleteFrom('login_attempts')
    .where('date_created', '<', new Date(now.getTime() - KEEP_MS).toISOString())
    .execute()
  const row = await engineTables(db)
    .insertInto('login_attempts')
    .values({ ...asked, result: 'failed', date_created: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const id = Number(row.id)
  const conditions = limits.map((limit) => conditionOf(asked, limit))
  const tally: { readonly [column: string]: unknown } = await engineTables(db)
    .selectFrom('login_attempts')
    .where('date_created', '>', since)
    .where(sql<boolean>`(${sql.join(conditions, sql` or `)})`)
    .select(
      conditions.flatMap((condition, at) => [
        sql`count(*) filter (where ${condition})`.as(`count_${at}`),
        sql`extract(epoch from min(date_created) filter (where ${condition})) * 1000`.as(`oldest_${at}`),
      ]),
    )
    .executeTakeFirstOrThrow()
  const passed = limits.flatMap((limit, at) =>
    Number(tally[`count_${at}`]) > limit.max ? [{ limit, oldest_ms: Number(tally[`oldest_${at}`]) }] : [],
  )
  if (passed.length === 0)
    return { ...asked, id, reached: limits.filter(({ max }, at) => Number(tally[`count_${at}`]) >= max) }
  await engineTables(db).deleteFrom('login_attempts').where('id', '=', id).execute()
  const free_ms = Math.max(...passed.map(({ oldest_ms }) => oldest_ms)) + WINDOW_MS
  throw new TooManyAttempts(
    Math.max(1, Math.ceil((free_ms - now.getTime()) / 1000)),
    passed.map(({ limit }) => limit),
  )
}

function conditionOf(asked: AttemptOrigin, { by, forgives }: AttemptLimit): RawBuilder<boolean> {
  const same = by.map((column) => sql`${sql.ref(column)} = ${asked[column]}`)
  return sql<boolean>`(${sql.join([...same, forgives ? sql`result = 'failed'` : sql`result in ('failed', 'forgiven')`], sql` and `)})`
}

/** An attempt that came to nothing, since too many waited before it, counts for nothing. */
export async function forgetAttempt(db: Db, { id }: Attempt): Promise<void> {
  await engineTables(db).deleteFrom('login_attempts').where('id', '=', id).execute()
}

/**
 * Marks an attempt as a success and forgives earlier failures of the same name, from the same source where there is
 * one.
 */
export async function attemptSucceeded(db: Db, { id, username, source }: Attempt): Promise<void> {
  await engineTables(db).updateTable('login_attempts').set({ result: 'ok' }).where('id', '=', id).execute()
  let failures = engineTables(db)
    .updateTable('login_attempts')
    .set({ result: 'forgiven' })
    .where('username', '=', username)
    .where('result', '=', 'failed')
  if (source !== undefined) failures = failures.where('source', '=', source)
  await failures.execute()
}

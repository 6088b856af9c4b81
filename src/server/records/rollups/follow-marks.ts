import { sql, type RawBuilder } from 'kysely'
import type { Database, Db, Tx } from '../../platform/database/database'
import { bucketsOfMark } from './buckets'
import { recountBuckets } from './recount'
import { lockRollups, storedRollups, type MadeRollup } from './stored-rollup'

/** As many days as one transaction counts again: a second of work where each has 30,000 rows. */
const DAYS_AT_ONCE = 4

/** The buckets of marks, each once. @param marks has a column `at` */
export function markedBuckets(rollup: MadeRollup, marks: RawBuilder<unknown>): RawBuilder<unknown> {
  const each = bucketsOfMark(rollup, sql`m.at`).map((bucket) => sql`select ${bucket} as b from ${marks} as m`)
  return sql`select distinct b from (${sql.join(each, sql` union all `)}) as marked`
}

/**
 * Counts again what writes have marked, the newest days first, and takes the marks away in the same transaction:
 * whoever dies in the middle has done nothing.
 * @returns how many buckets were counted
 */
export async function followMarks(database: Database, signal: AbortSignal): Promise<number> {
  let counted = 0
  const days = await markedDays(database.db)
  for (let from = 0; from < days.length && !signal.aborted; from += DAYS_AT_ONCE) {
    const some = days.slice(from, from + DAYS_AT_ONCE)
    counted += await database.transaction(async (tx) => {
      await lockRollups(tx)
      return followDays(tx, some)
    })
  }
  return counted
}

/** Days in UTC that have marks; null: rows without a moment. */
async function markedDays(db: Db): Promise<readonly (string | null)[]> {
  const { rows } = await sql<{
    day: string | null
  }>`select distinct date_trunc('day', at, 'UTC')::text as day from engine_rollup_marks
    order by 1 desc nulls first`.execute(db)
  return rows.map(({ day }) => day)
}

async function followDays(tx: Tx, days: readonly (string | null)[]): Promise<number> {
  const known = days.filter((day) => day !== null)
  const isTheirs = sql`(date_trunc('day', at, 'UTC') = any(${known}::text[]::timestamptz[])
    ${known.length < days.length ? sql`or at is null` : sql``})`
  const { rows: marks } = await sql<{ entity: string; field: string; at: string | null }>`
    with taken as (delete from engine_rollup_marks where ${isTheirs} returning entity, field, at)
    select distinct entity, field, at::text as at from taken`.execute(tx)
  let counted = 0
  // By what the database keeps, not by this server's Model: another one may have added a rollup.
  for (const { made } of await storedRollups(tx)) {
    if (!made) continue
    const at = marks.filter(({ entity, field }) => entity === made.entity && field === made.at).map((mark) => mark.at)
    if (at.length === 0) continue
    const { rows } = await sql<{
      b: string | null
    }>`select b::text as b from (${markedBuckets(made, sql`(select unnest(${at}::text[]::timestamptz[]) as at)`)}) as
      all_of_them`.execute(tx)
    await recountBuckets(
      tx,
      made,
      rows.map(({ b }) => b),
    )
    counted += rows.length
  }
  return counted
}

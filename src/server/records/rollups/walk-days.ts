import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database'
import { bucketOf, bucketType } from './buckets'
import { lockRollups, type MadeRollup } from './stored-rollup'

/** As many days in UTC as a step counts. */
const DAYS_A_STEP = 4

/** Where a walk over a rollup's time is: everything from this moment on is behind it; null: nothing yet. */
type Reached = string | null

/**
 * Walks a rollup's time backwards, some days a step, each in a transaction of its own that locks no row of the entity:
 * over the buckets that have rows, or counts of rows that are gone, and at last over the rows without a moment.
 * @param visit gets the buckets of a step, and where the walk is afterwards
 * @param from where a walk that was interrupted goes on; `between`: what is done after each step
 * @returns whether it has come to the end
 */
export async function walkDays(
  database: Database,
  rollup: MadeRollup,
  signal: AbortSignal,
  visit: (tx: Tx, buckets: readonly (string | null)[], reached: Reached) => Promise<void>,
  { from = null, between }: { readonly from?: Reached; readonly between?: () => Promise<unknown> } = {},
): Promise<boolean> {
  let reached: Reached = from
  for (;;) {
    if (signal.aborted) return false
    const next: Reached = await database.transaction(async (tx) => {
      await lockRollups(tx)
      const there = await isThere(tx, rollup)
      const step = there ? await stepBefore(tx, rollup, reached) : null
      if (!there) return null
      await visit(tx, step ? step.buckets : [null], step ? step.from : reached)
      return step?.from ?? null
    })
    await between?.()
    if (next === null) return true
    reached = next
  }
}

/** Whether nobody has dropped it meanwhile. */
async function isThere(tx: Tx, { table }: MadeRollup): Promise<boolean> {
  const { rows } = await sql`select from engine_rollups where name = ${table}`.execute(tx)
  return rows.length > 0
}

async function stepBefore(
  tx: Tx,
  rollup: MadeRollup,
  reached: Reached,
): Promise<{ readonly from: string; readonly buckets: readonly string[] } | null> {
  const [base, kept, at] = [sql.table(rollup.entity), sql.table(rollup.table), sql.id(rollup.at)]
  const type = bucketType(rollup)
  const [before, keptBefore] =
    reached === null
      ? [sql``, sql``]
      : [sql`and ${at} < ${reached}::timestamptz::${type}`, sql`and ${at} < ${reached}::timestamptz::${type}`]
  const {
    rows: [last],
  } = await sql<{ day: string | null }>`select date_trunc('day', greatest(
      (select max(${at})::timestamptz from ${base} where date_deleted is null ${before}),
        (select max(${at})::timestamptz from ${kept} where true ${keptBefore})), 'UTC')::text as day`.execute(tx)
  if (!last || last.day === null) return null
  const first = sql`(${last.day}::timestamptz - ${sql.lit(`${DAYS_A_STEP - 1} days`)}::interval)`
  const { rows } = await sql<{
    b: string | null
    first: string
  }>`select distinct b::text as b, ${first}::text as first from (
      select ${bucketOf(rollup, at)} as b from ${base}
      where date_deleted is null and ${at} >= ${first}::${type} ${before}
      union all select ${at} from ${kept} where ${at} >= ${first}::${type} ${keptBefore}) as found`.execute(tx)
  return { from: rows[0]?.first ?? last.day, buckets: rows.flatMap(({ b }) => b ?? []) }
}

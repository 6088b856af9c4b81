import { sql, type RawBuilder } from 'kysely'
import type { Database, Tx } from '../../platform/database/database'
import { markedBuckets } from './follow-marks'
import { freshCounts, freshTimeless, listed } from './recount'
import type { MadeRollup } from './stored-rollup'
import { walkDays } from './walk-days'

/** As many differences as are told of one rollup. */
const MAX_TOLD = 20

/**
 * Compares a rollup with its rows, bucket by bucket, but for those that are to be counted again anyway.
 * @returns how many counts differ
 */
export async function compareRollup(
  database: Database,
  rollup: MadeRollup,
  log: (line: string) => void,
): Promise<number> {
  let differ = 0
  await walkDays(database, rollup, new AbortController().signal, async (tx, buckets) => {
    for (const line of await differences(tx, rollup, buckets)) {
      if (differ < MAX_TOLD) log(line)
      differ++
    }
  })
  return differ
}

/** One statement, and so one moment: what is kept, what the rows say, and which buckets are marked. */
async function differences(
  tx: Tx,
  rollup: MadeRollup,
  buckets: readonly (string | null)[],
): Promise<readonly string[]> {
  const known = listed(
    rollup,
    buckets.filter((bucket) => bucket !== null),
  )
  const [at, table] = [sql.id(rollup.at), sql.table(rollup.table)]
  const isTimeless = buckets.includes(null)
  const fresh: RawBuilder<unknown> = isTimeless ? freshTimeless(rollup) : freshCounts(rollup, known)
  const kept = sql`select * from ${table} where ${isTimeless ? sql`${at} is null` : sql`${at} = any(${known})`}`
  const marks = sql`(select at from engine_rollup_marks where entity = ${rollup.entity} and field = ${rollup.at})`
  const { rows } = await sql<{ side: string; row: { readonly [column: string]: unknown } }>`
    with fresh as materialized (${fresh}), kept as materialized (${kept}),
      marked as materialized (${markedBuckets(rollup, marks)})
    select side, to_jsonb(differing) - 'side' as row from (
      select 'kept' as side, k.* from (table kept except all table fresh) as k union all
      select 'rows' as side, f.* from (table fresh except all table kept) as f) as differing
    where not exists (select from marked where marked.b is not distinct from differing.${at}) order by 2, 1`.execute(tx)
  return rows.map(
    ({ side, row }) =>
      `${rollup.table}: ${side === 'kept' ? 'kept' : 'the rows say'} ${Object.entries(row)
        .map(([name, value]) => `${name} ${value === null ? 'none' : String(value)}`)
        .join(', ')}`,
  )
}

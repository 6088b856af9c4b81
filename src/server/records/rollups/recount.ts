import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/database/database'
import { bucketType, isWithin } from './buckets'
import { filledColumn, ROWS_COLUMN, sumColumn, type MadeRollup } from './stored-rollup'
import { living } from '../fields/in-scope'

/** As many buckets as one statement counts. */
const BUCKETS_AT_ONCE = 50

/** A rollup's columns over rows `s` of its bucket `b`, in the order of its table. */
function countedColumns({ at, by, sum }: MadeRollup): RawBuilder<unknown> {
  return sql.join([
    sql`b.b as ${sql.id(at)}`,
    ...by.map((name) => sql.ref(`s.${name}`)),
    sql`count(*)::integer as ${sql.id(ROWS_COLUMN)}`,
    ...sum.flatMap((name) => [
      sql`sum(${sql.ref(`s.${name}`)})::numeric as ${sql.id(sumColumn(name))}`,
      sql`count(${sql.ref(`s.${name}`)})::integer as ${sql.id(filledColumn(name))}`,
    ]),
  ])
}

/**
 * Living rows of some buckets `b`, by their fields; the fence keeps the planner at the index of each bucket, where it
 * would read the whole table.
 */
export function rowsOfBuckets(
  rollup: MadeRollup,
  fields: readonly string[],
  buckets: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const columns = sql.join([sql`1`, ...fields.map((name) => sql.ref(`s.${name}`))])
  return sql`${buckets} cross join lateral (select ${columns} from ${sql.table(rollup.entity)} as s where ${living('s')}
    and ${isWithin(rollup, sql`b.b`)} offset 0) as s`
}

const groups = ({ by }: MadeRollup): RawBuilder<unknown> =>
  sql.join([sql`b.b`, ...by.map((name) => sql.ref(`s.${name}`))])

/** Buckets that were read as texts. */
export const listed = (rollup: MadeRollup, buckets: readonly string[]): RawBuilder<unknown> =>
  sql`${buckets}::text[]::${bucketType(rollup)}[]`

/** Counts of some buckets as their rows are now. @param buckets an array */
export function freshCounts(rollup: MadeRollup, buckets: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select ${countedColumns(rollup)}
    from ${rowsOfBuckets(rollup, [...rollup.by, ...rollup.sum], sql`unnest(${buckets}) as b(b)`)}
      group by ${groups(rollup)}`
}

/** Counts of the rows without a moment. */
export function freshTimeless(rollup: MadeRollup): RawBuilder<unknown> {
  return sql`select ${countedColumns(rollup)} from (select null::${bucketType(rollup)} as b) as b
    cross join ${sql.table(rollup.entity)} as s
    where ${living('s')} and ${sql.ref(`s.${rollup.at}`)} is null group by ${groups(rollup)}`
}

/**
 * Counts buckets again from their rows, and puts that in the place of what was counted before: right after whatever has
 * happened, however often it is done.
 * @param buckets as texts; null: the rows that have no moment
 */
export async function recountBuckets(tx: Tx, rollup: MadeRollup, buckets: readonly (string | null)[]): Promise<void> {
  const table = sql.table(rollup.table)
  const at = sql.ref(rollup.at)
  const known = buckets.filter((bucket) => bucket !== null)
  // How many groups a bucket has nobody knows, and the planner guesses few: sorting its rows takes as long as reading
  // them.
  await sql`set local enable_sort = off`.execute(tx)
  for (let from = 0; from < known.length; from += BUCKETS_AT_ONCE) {
    const some = listed(rollup, known.slice(from, from + BUCKETS_AT_ONCE))
    await sql`delete from ${table} where ${at} = any(${some})`.execute(tx)
    await sql`insert into ${table} ${freshCounts(rollup, some)}`.execute(tx)
  }
  await sql`set local enable_sort to default`.execute(tx)
  if (known.length === buckets.length) return
  await sql`delete from ${table} where ${at} is null`.execute(tx)
  await sql`insert into ${table} ${freshTimeless(rollup)}`.execute(tx)
}

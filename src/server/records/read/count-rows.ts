import { sql, type RawBuilder } from 'kysely'
import type { RecordContext } from '../record-context'
import type { Query } from './query'
import { orderBy, type RowOrder } from './row-order'

/** How the rows of a list are counted. */
export interface Counting {
  /** Rows are counted up to this number; null: all of them. */
  readonly max: number | null
  /** The order along which so many are soon met; absent: the planner's choice. */
  readonly along?: Pick<RowOrder, 'by' | 'id' | 'direction'>
}

/** The number of an entity's rows that meet a condition over `t`, as an expression of SQL. */
export function countSql(
  { entity }: RecordContext,
  where: RawBuilder<boolean>,
  { max, along }: Counting,
): RawBuilder<number> {
  const from = sql`from ${sql.table(entity.name)} as t where ${where}`
  if (max === null) return sql<number>`(select count(*)::int ${from})`
  const order = along ? sql`order by ${orderBy(along)}` : sql``
  return sql<number>`(select count(*)::int from (select 1 ${from} ${order} limit ${sql.lit(max)}) as c)`
}

/** Number of the rows that a query finds. */
export async function countRows(context: RecordContext, query: Query, counting: Counting): Promise<number> {
  const counted = countSql(context, query.where, counting)
  return (await sql<{ n: number }>`select ${counted} as n`.execute(context.runtime.database.db)).rows[0]?.n ?? 0
}

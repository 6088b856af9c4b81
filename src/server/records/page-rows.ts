import { sql, type RawBuilder } from 'kysely'
import { PREPARED, withoutMark } from '../database/prepared'
import type { RecordContext } from './record-context'
import { readId } from './record-id'
import type { Row } from './row-columns'
import { afterCursor, orderBy, writeCursor, type Cursor, type RowOrder } from './row-order'
import { reachOfEverybody } from './shared-plan'
import type { WireColumns } from './wire-columns'
import { all, withinReach } from './within-reach'

/** Which rows, in which order, from where. */
export interface PageOf {
  readonly where: readonly RawBuilder<boolean>[]
  readonly order: RowOrder
  readonly limit: number
  readonly offset: number
  readonly after: Cursor | null
}

export interface RowPage {
  readonly rows: readonly Row[]
  /** Where the next page begins; null: there is none. */
  readonly next: string | null
  /** The query's text. */
  sql(): string
}

/**
 * One page of raw rows in one query. The inner query finds the page's rows, the outer one joins what their references show: a jump to a
 * far page joins ten rows, not all before them.
 */
export async function pageRows(context: RecordContext, { columns, joins }: WireColumns, page: PageOf): Promise<RowPage> {
  const { order, limit } = page
  const value = order.by ? sql`(${order.by})::text` : sql`null`
  // A filter's values each want a plan of their own; the plain pages of everybody do not.
  const everybodys = page.where.length === 0 && page.offset === 0 ? reachOfEverybody(context) : null
  const query = sql<Row>`${everybodys ? PREPARED : sql``}select ${columns}, ${value} as sorted, t.id as last_id
    from (${found(context, page, everybodys ?? withinReach(context))}) as t ${joins} order by ${orderBy(order)}`
  const { rows } = await query.execute(context.runtime.database.db)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    rows: last ? rows.slice(0, limit) : rows,
    sql: () => withoutMark(query.compile(context.runtime.database.db).sql),
    next: last ? writeCursor(order, { value: last.sorted as string | null, id: readId(context.entity, last.last_id) }) : null,
  }
}

/** Number of rows within reach that meet the conditions, counted up to `most`. */
export async function countRows(context: RecordContext, where: readonly RawBuilder<boolean>[], most: number | null): Promise<number> {
  const from = sql`from ${sql.table(context.entity.name)} as t where ${all([withinReach(context), ...where])}`
  const query =
    most === null
      ? sql<{ n: number }>`select count(*)::int as n ${from}`
      : sql<{ n: number }>`select count(*)::int as n from (select 1 ${from} limit ${most}) as c`
  return (await query.execute(context.runtime.database.db)).rows[0]?.n ?? 0
}

function found(context: RecordContext, { where, order, limit, offset, after }: PageOf, reach: RawBuilder<boolean>): RawBuilder<unknown> {
  const table = sql.table(context.entity.name)
  // One more than asked for tells whether there is a next page.
  const bounded = (conditions: readonly RawBuilder<boolean>[]) =>
    sql`select t.* from ${table} as t where ${all([reach, ...where, ...conditions])}
      order by ${orderBy(order)} limit ${sql.lit(limit + 1)}`
  if (!after) return offset > 0 ? sql`${bounded([])} offset ${offset}` : bounded([])
  const [one, two] = afterCursor(order, after)
  if (!one || !two) return bounded(one ? [one] : [])
  return sql`select t.* from ((${bounded([one])}) union all (${bounded([two])})) as t order by ${orderBy(order)} limit ${sql.lit(limit + 1)}`
}

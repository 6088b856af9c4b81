import { type CompiledQuery, sql, type RawBuilder } from 'kysely'
import type { JsonObject } from '../../../model/json'
import type { Actor } from '../../../model/rights/actor'
import { PREPARED, withoutMark } from '../../platform/database/prepared'
import type { RecordContext } from '../record-context'
import { idOrder, readId, type RecordId } from '../record-id'
import type { Row } from '../fields/row-columns'
import { walksOf } from './ahead-rows'
import type { Query } from './query'
import { afterCursor, orderBy, writeCursor } from './row-order'
import type { WireColumns } from './wire-columns'
import { type Counting, countSql } from './count-rows'
import { all, isOfOwnerAlone, ownRows, withinScope } from '../fields/in-scope'
import { varies } from '../../../model/rules/settle'
import { recordsQuery } from './record-query'
import { scopeOfEverybody } from './scope-of-everybody'

interface RowPage {
  readonly rows: readonly Row[]
  /** Where the next page begins; null: there is none. */
  readonly next: string | null
  /** The number of all rows, counted in the same statement; null: it was not asked for, or the page shows it. */
  readonly counted: number | null
  /** The query's text. */
  sql(): string
}

/**
 * One page of raw rows. The inner query finds the page's rows, the outer one joins the labels of their references: a
 * far page then joins ten rows, not all before them. A page that is planned for its own values, and has many
 * references, is two statements: one finds its ids, and one that each connection plans once reads them. With thirteen
 * references, planning the joins took twenty times as long as reading.
 */
export async function pageRows(
  context: RecordContext,
  columns: WireColumns,
  asked: Query,
  counting: Counting | null = null,
): Promise<RowPage> {
  const {
    order,
    page: { limit },
  } = asked
  const { query, isWhole } = pageQuery(context, columns, asked, counting)
  for (let tries = 1; ; tries++) {
    const { rows } = await context.runtime.database.db.executeQuery<Row>(query)
    const last = rows.length > limit ? rows[limit - 1] : undefined
    const shown = last ? rows.slice(0, limit) : rows
    const whole = isWhole ? { rows: shown, isOfFound: true } : await readWhole(context, columns, shown)
    // Somebody wrote one of them in between: it may no longer be what was asked for.
    if (!whole.isOfFound && tries < MAX_TRIES) continue
    return {
      rows: whole.rows,
      counted: (rows[0]?.counted as number | null | undefined) ?? null,
      sql: () => withoutMark(query.sql),
      next: last
        ? writeCursor(order, { value: last.sorted as string | null, id: readId(context.entity, last.last_id) })
        : null,
    }
  }
}

/** Of a page whose rows are written all the time the last reading counts. */
const MAX_TRIES = 3

/** The rows of these ids, in their order, and whether they are as they were found. */
interface WholeRows {
  readonly rows: readonly Row[]
  readonly isOfFound: boolean
}

/** One that was removed, or left the asker's scope, a moment ago is left out. */
async function readWhole(context: RecordContext, columns: WireColumns, found: readonly Row[]): Promise<WholeRows> {
  if (found.length === 0) return { rows: [], isOfFound: true }
  const ids = found.map(({ last_id }) => readId(context.entity, last_id))
  const { rows } = await context.runtime.database.db.executeQuery<Row>(recordsQuery(context, columns, ids))
  const byId = new Map<RecordId, Row>(rows.map((row) => [readId(context.entity, row.own_id), row]))
  const whole = ids.flatMap((id): readonly Row[] => {
    const row = byId.get(id)
    return row ? [row] : []
  })
  const isOfFound = found.every(({ found_version }, at) => byId.get(ids[at] ?? '')?.own_version === found_version)
  return { rows: whole, isOfFound }
}

/** A page's statement; `isWhole`: it reads the rows as well as their ids. */
interface PageQuery {
  readonly query: CompiledQuery<Row>
  readonly isWhole: boolean
}

// Writing the SQL of a list's first page takes as long as decoding its rows. It is another one only for another asker,
// or with other settings.
const firstPages = new WeakMap<
  Actor,
  WeakMap<WireColumns, { readonly settings: JsonObject; readonly queries: Map<string, PageQuery> }>
>()
/** A list has few orders and lengths of its own; a caller may think of many. */
const MAX_FIRST_PAGES = 20

function pageQuery(context: RecordContext, columns: WireColumns, asked: Query, counting: Counting | null): PageQuery {
  const { actor, resource, settings } = context
  const { order, page } = asked
  const where = ownRows(context)
  const isFirst = isPlainPage(asked) && !page.after
  if (!isFirst || (typeof where !== 'boolean' && varies(where))) return compiledPage(context, columns, asked, counting)
  const ofActor =
    firstPages.get(actor) ??
    new WeakMap<WireColumns, { readonly settings: JsonObject; readonly queries: Map<string, PageQuery> }>()
  firstPages.set(actor, ofActor)
  const known = ofActor.get(columns)
  const queries = known?.settings === settings ? known.queries : new Map<string, PageQuery>()
  if (queries !== known?.queries) ofActor.set(columns, { settings, queries })
  const key = [resource.name, order.key, order.direction, page.limit, counting === null ? 'none' : counting.max].join(
    ' ',
  )
  const query = queries.get(key) ?? compiledPage(context, columns, asked, counting)
  if (queries.size < MAX_FIRST_PAGES) queries.set(key, query)
  return query
}

/** Whether a page from the top is asked for, and nothing of its rows. */
const isPlainPage = ({ conditions, page }: Query): boolean => conditions.length === 0 && page.offset === 0

/** Of so many references, planning them once is worth another statement. */
const MANY_JOINS = 3

function compiledPage(
  context: RecordContext,
  { columns, joins, joined }: WireColumns,
  asked: Query,
  counting: Counting | null,
): PageQuery {
  const { order } = asked
  const value = order.by ? sql`(${order.by})::text` : sql`null`
  // Filter values each need a plan of their own; plain pages share one.
  // So does an order in several walks: for an owner's own rows another index is walked than for all.
  const everybodys = isPlainPage(asked) && !order.ahead ? scopeOfEverybody(context) : null
  const where = everybodys ? asked.whereIn(everybodys) : asked.where
  const counted =
    counting && (everybodys ? countOfEverybody(context, everybodys, counting) : countSql(context, where, counting))
  const number = counted ? countedAs(counted, asked) : sql``
  const isWhole = everybodys !== null || joined < MANY_JOINS
  const query = sql<Row>`${everybodys ? PREPARED : sql``}select ${isWhole ? sql`${columns}, ` : sql`t.version as found_version, `}${value} as sorted, t.id as last_id${number}
    from (${found(context, asked, where)}) as t ${isWhole ? joins : sql``} order by ${orderBy(order)}`
  return { query: query.compile(context.runtime.database.db), isWhole }
}

/** The number of all rows beside those of the page, counted unless the page is the last one, which shows it itself. */
function countedAs(counted: RawBuilder<number>, { page: { limit, after } }: Query): RawBuilder<unknown> {
  if (after) return sql`, ${counted} as counted`
  return sql`, case when count(*) over () > ${sql.lit(limit)} then ${counted} end as counted`
}

/**
 * The count within a statement whose plan serves every asker. An owner's rows are counted along the index that has them
 * in the order of ids: the planner knows no owner's number of rows, and would read a large table whole for one of few.
 * Null where no index has them in an order: those are counted apart.
 */
function countOfEverybody(
  context: RecordContext,
  scope: RawBuilder<boolean>,
  counting: Counting,
): RawBuilder<number> | null {
  const { entity } = context
  const isOwned = withinScope(context, 't', 'read').length > 0
  if (entity.size === 'small' || (!isOwned && isOfOwnerAlone(context))) return countSql(context, scope, counting)
  if (counting.max === null || !isOfOwnerAlone(context)) return null
  return countSql(context, scope, { ...counting, along: { by: null, id: idOrder(entity), direction: 'desc' } })
}

/** Rows on the way to a page that are read whole, where they come by several walks. */
const MAX_WALKED = 1000

function found(
  context: RecordContext,
  { order, page: { limit, offset, after } }: Query,
  where: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const table = sql.table(context.entity.name)
  // One more than asked for shows whether there is a next page.
  const bounded = (conditions: readonly RawBuilder<boolean>[], by = orderBy(order), most = limit + 1) =>
    sql`select t.* from ${table} as t where ${all([where, ...conditions])}
      order by ${by} limit ${sql.lit(most)}`
  if (order.ahead && offset <= MAX_WALKED) {
    const walks = walksOf(order, after).map((walk) => sql`(${bounded(walk.where, walk.order, offset + limit + 1)})`)
    return sql`select t.* from (${sql.join(walks, sql` union all `)}) as t
      order by ${orderBy(order)} limit ${sql.lit(limit + 1)} offset ${sql.lit(after ? 0 : offset)}`
  }
  // An index alone leads to a far page; rows are read once they are known to be on it.
  if (!after && offset > 0) {
    return sql`select t.* from (select t.id from ${table} as t where ${where} order by ${orderBy(order)}
      limit ${sql.lit(limit + 1)} offset ${offset}) as page
      join ${table} as t on t.id = page.id`
  }
  if (!after) return bounded([])
  const [one, two] = afterCursor(order, after)
  if (!one || !two) return bounded(one ? [one] : [])
  return sql`select t.* from ((${bounded([one])}) union all (${bounded([two])})) as t order by ${orderBy(order)}
    limit ${sql.lit(limit + 1)}`
}

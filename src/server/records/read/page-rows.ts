import { type CompiledQuery, sql, type RawBuilder } from 'kysely'
import type { JsonObject } from '../../../model/json'
import type { Actor } from '../../../model/rights/actor'
import { PREPARED, withoutMark } from '../../platform/database/prepared'
import type { RecordContext } from '../record-context'
import { idOrder, readId } from '../record-id'
import type { Row } from './row-columns'
import { walksOf } from './ahead-rows'
import { afterCursor, orderBy, writeCursor, type Cursor, type RowOrder } from './row-order'
import type { WireColumns } from './wire-columns'
import { type Counting, countSql } from './count-rows'
import { all, inScope, isOfOwnerAlone, living, ownRows, withinScope } from './in-scope'
import { varies } from '../../../model/rules/settle'
import type { Db } from '../../platform/database/database'
import { ruleSql } from '../rule-readings'

/**
 * `inScope` written so that one plan serves every asker: what the catalogue itself fixes is in the text, where the planner can use it; the scope's values are
 * looked up, so that the planner does not estimate by any owner's number of rows (the index by owner and order suits all).
 * Null where a value of the catalogue's rule has no literal.
 */
function scopeOfEverybody(context: RecordContext): RawBuilder<boolean> | null {
  const { db } = context.runtime.database
  const where = ownRows(context)
  if (where === false) return sql<boolean>`false`
  const own = where === true ? null : ruleSql(context, where, context.entity, 't')
  const condition = own && where !== true && (varies(where) ? lookedUp(db, own) : inText(db, own))
  if (own && !condition) return null
  return all([living('t'), ...(condition ? [condition] : []), ...withinScope(context, 't', 'read').map((scope) => lookedUp(db, scope))])
}

/** The condition with its values as literals; null when one of them is no plain value. */
function inText(db: Db, condition: RawBuilder<boolean>): RawBuilder<boolean> | null {
  const { parameters } = condition.compile(db)
  if (parameters.some((value) => typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')) return null
  return rewritten(db, condition, (value, cast) => sql`${sql.lit(value)}${sql.raw(cast)}`)
}

/** The condition with its values in scalar subqueries, which no planner evaluates; lists stay as they are. */
function lookedUp(db: Db, condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return rewritten(db, condition, (value, cast) => (cast.endsWith('[]') ? sql`${value}${sql.raw(cast)}` : sql`(select ${value}${sql.raw(cast)})`))
}

/** A parameter of compiled SQL with its cast. */
const PARAMETER = /\$(\d+)((?:::\w+(?:\[\])?)?)/

function rewritten(db: Db, condition: RawBuilder<boolean>, write: (value: unknown, cast: string) => RawBuilder<unknown>): RawBuilder<boolean> {
  const { sql: text, parameters } = condition.compile(db)
  const pieces: RawBuilder<unknown>[] = []
  let rest = text
  for (let found = PARAMETER.exec(rest); found; found = PARAMETER.exec(rest)) {
    pieces.push(sql.raw(rest.slice(0, found.index)), write(parameters[Number(found[1]) - 1], found[2] ?? ''))
    rest = rest.slice(found.index + found[0].length)
  }
  return sql<boolean>`${sql.join([...pieces, sql.raw(rest)], sql``)}`
}

/** Which rows, in which order, from which place. */
export interface PageOf {
  readonly where: readonly RawBuilder<boolean>[]
  readonly order: RowOrder
  readonly limit: number
  readonly offset: number
  readonly after: Cursor | null
}

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
 * One page of raw rows in one query. The inner query finds the page's rows, the outer one joins the labels of their references: a far page then joins ten rows,
 * not all before them.
 */
export async function pageRows(
  context: RecordContext, columns: WireColumns, page: PageOf, counting: Counting | null = null,
): Promise<RowPage> {
  const { order, limit } = page
  const query = pageQuery(context, columns, page, counting)
  const { rows } = await context.runtime.database.db.executeQuery(query)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    rows: last ? rows.slice(0, limit) : rows,
    counted: (rows[0]?.counted as number | null | undefined) ?? null,
    sql: () => withoutMark(query.sql),
    next: last ? writeCursor(order, { value: last.sorted as string | null, id: readId(context.entity, last.last_id) }) : null,
  }
}

// Writing the SQL of a list's first page takes as long as decoding its rows. It is another one only for another asker, or with other settings.
const firstPages = new WeakMap<Actor, WeakMap<WireColumns, { readonly settings: JsonObject; readonly queries: Map<string, CompiledQuery<Row>> }>>()
/** A list has few orders and lengths of its own; a caller may think of many. */
const MAX_FIRST_PAGES = 20

function pageQuery(
  context: RecordContext, columns: WireColumns, page: PageOf, counting: Counting | null,
): CompiledQuery<Row> {
  const { actor, resource, settings } = context
  const { order, limit } = page
  const where = ownRows(context)
  const isFirst = page.where.length === 0 && page.offset === 0 && !page.after
  if (!isFirst || (typeof where !== 'boolean' && varies(where))) return compiledPage(context, columns, page, counting)
  const ofActor = firstPages.get(actor) ?? new WeakMap<WireColumns, { readonly settings: JsonObject; readonly queries: Map<string, CompiledQuery<Row>> }>()
  firstPages.set(actor, ofActor)
  const known = ofActor.get(columns)
  const queries = known?.settings === settings ? known.queries : new Map<string, CompiledQuery<Row>>()
  if (queries !== known?.queries) ofActor.set(columns, { settings, queries })
  const key = [resource.name, order.key, order.direction, limit, counting === null ? 'none' : counting.max].join(' ')
  const query = queries.get(key) ?? compiledPage(context, columns, page, counting)
  if (queries.size < MAX_FIRST_PAGES) queries.set(key, query)
  return query
}

function compiledPage(
  context: RecordContext, { columns, joins }: WireColumns, page: PageOf, counting: Counting | null,
): CompiledQuery<Row> {
  const { order } = page
  const value = order.by ? sql`(${order.by})::text` : sql`null`
  // Filter values each need a plan of their own; plain pages share one.
  // So does an order in several walks: for an owner's own rows another index is walked than for all.
  const isPlain = page.where.length === 0 && page.offset === 0 && !order.ahead
  const everybodys = isPlain ? scopeOfEverybody(context) : null
  const scope = everybodys ?? inScope(context)
  const counted = counting && (everybodys
    ? countOfEverybody(context, everybodys, counting)
    : countSql(context, all([scope, ...page.where]), counting))
  const number = counted ? countedAs(counted, page) : sql``
  return sql<Row>`${everybodys ? PREPARED : sql``}select ${columns}, ${value} as sorted, t.id as last_id${number}
    from (${found(context, page, scope)}) as t ${joins} order by ${orderBy(order)}`.compile(context.runtime.database.db)
}

/** The number of all rows beside those of the page, counted unless the page is the last one, which shows it itself. */
function countedAs(counted: RawBuilder<number>, { limit, after }: PageOf): RawBuilder<unknown> {
  if (after) return sql`, ${counted} as counted`
  return sql`, case when count(*) over () > ${sql.lit(limit)} then ${counted} end as counted`
}

/**
 * The count within a statement whose plan serves every asker. An owner's rows are counted along the index that has them
 * in the order of ids: the planner knows no owner's number of rows, and would read a large table whole for one of few.
 * Null where no index has them in an order: those are counted apart.
 */
function countOfEverybody(
  context: RecordContext, scope: RawBuilder<boolean>, counting: Counting,
): RawBuilder<number> | null {
  const { entity } = context
  const isOwned = withinScope(context, 't', 'read').length > 0
  if (entity.size === 'small' || (!isOwned && isOfOwnerAlone(context))) return countSql(context, scope, counting)
  if (counting.max === null || !isOfOwnerAlone(context)) return null
  return countSql(context, scope, { ...counting, along: { by: null, id: idOrder(entity), direction: 'desc' } })
}

/** Rows on the way to a page that are read whole, where they come by several walks. */
const MAX_WALKED = 1000

function found(context: RecordContext, { where, order, limit, offset, after }: PageOf, scope: RawBuilder<boolean>): RawBuilder<unknown> {
  const table = sql.table(context.entity.name)
  // One more than asked for shows whether there is a next page.
  const bounded = (conditions: readonly RawBuilder<boolean>[], by = orderBy(order), most = limit + 1) =>
    sql`select t.* from ${table} as t where ${all([scope, ...where, ...conditions])}
      order by ${by} limit ${sql.lit(most)}`
  if (order.ahead && offset <= MAX_WALKED) {
    const walks = walksOf(order, after).map((walk) => sql`(${bounded(walk.where, walk.order, offset + limit + 1)})`)
    return sql`select t.* from (${sql.join(walks, sql` union all `)}) as t
      order by ${orderBy(order)} limit ${sql.lit(limit + 1)} offset ${sql.lit(after ? 0 : offset)}`
  }
  // An index alone leads to a far page; rows are read once they are known to be on it.
  if (!after && offset > 0) {
    return sql`select t.* from (select t.id from ${table} as t where ${all([scope, ...where])} order by ${orderBy(order)} limit ${sql.lit(limit + 1)} offset ${offset}) as page
      join ${table} as t on t.id = page.id`
  }
  if (!after) return bounded([])
  const [one, two] = afterCursor(order, after)
  if (!one || !two) return bounded(one ? [one] : [])
  return sql`select t.* from ((${bounded([one])}) union all (${bounded([two])})) as t order by ${orderBy(order)} limit ${sql.lit(limit + 1)}`
}

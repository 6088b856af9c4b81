import { maySee } from '../../../model/rights/access'
import type { JsonObject } from '../../../model/json'
import type { Resource } from '../../../model/resource'
import { stateObjects } from '../../language/words/state-objects'
import { askedKeys, chosenOf, type AskedKeys } from './asked-keys'
import type { Query } from './query'
import { isFull } from './query-page'
import { readQuery } from './read-query'
import { withDays } from './look-up-days'
import { type Counting, countRows } from './count-rows'
import { pageRows } from './page-rows'
import { presented } from './presented'
import type { RecordContext } from '../record-context'
import { childrenFields, withRowsIn } from './children-rows'
import { forbidden } from '../why-not'
import type { Row } from '../fields/row-columns'
import { wireColumns, type WireColumns } from './wire-columns'
import { columnsInText, withText, writtenItems } from './written-items'

/** A large table's rows are counted up to this number: "1.000+". */
const COUNT_TO = 1000
/** What many match, and only row by row, is counted up to this number. */
const COUNT_SEARCHED_TO = 100

interface ListPage {
  readonly items: readonly JsonObject[]
  /** Absent when it was not asked for (`count=none`). */
  readonly total?: number
  /** False: there are at least `total`. */
  readonly total_is_exact?: boolean
  /** Opaque key of the next page; absent on the last one. */
  readonly after?: string
  /** Only for root users while the setting `debug` is on. */
  readonly sql?: string
}

/**
 * A list call: one query for the rows, and one for their number where the page does not show it.
 * @throws {AppError} FORBIDDEN, FILTER_UNKNOWN, MALFORMED
 */
export async function listRecords(context: RecordContext, query: JsonObject): Promise<ListPage> {
  assertSees(context)
  const asked = isFull(query) ? null : askedKeys(context, query)
  const page = await listPage(context, await queryOf(context, query), asked)
  if (!isFull(query)) return page
  const rows = new Set(childrenFields(context.entity).map(({ name }) => name))
  return { ...page, items: await withRowsIn(context, context.runtime.database.db, page.items, rows) }
}

/**
 * The answer of a list call: as text where PostgreSQL writes the rows.
 * @throws {AppError} FORBIDDEN, FILTER_UNKNOWN, MALFORMED
 */
export async function answerList(context: RecordContext, query: JsonObject): Promise<string | JsonObject | ListPage> {
  if (context.resource.answers) return namedList(context, context.resource.answers, query)
  const keys = isFull(query) ? null : askedKeys(context, query)
  const columns = isFull(query) ? null : columnsInText(context, keys)
  if (!columns) return listRecords(context, query)
  assertSees(context)
  const { rows, rest } = await readPage(context, columns, await queryOf(context, query))
  return withText('items', `[${(await writtenItems(context, columns, rows, keys)).join(',')}]`, rest)
}

/** The query of a list, whose period of days is found by ids where that is sooner. */
const queryOf = async (context: RecordContext, asked: JsonObject): Promise<Query> =>
  withDays(context, readQuery(context, asked), asked.order_col)

/** A page whose rows, and the states that they may be in, stand under names of the catalogue's own too (`answers`). */
async function namedList(
  context: RecordContext,
  { items, states }: NonNullable<Resource['answers']>,
  query: JsonObject,
): Promise<JsonObject> {
  const page = await listRecords(context, query)
  const {
    entity: { name, flow },
    model,
    actor,
    runtime: { words },
  } = context
  const teller = { model, say: (key: string) => words.say(actor.language, key) }
  const known =
    states === undefined ? {} : { [states]: [...stateObjects(teller, name, flow?.field ?? 'state').values()] }
  return { ...page, [items]: page.items, ...known }
}

/** The page of a query. @param asked the keys that its records have; null: all */
export async function listPage(
  context: RecordContext,
  query: Query,
  asked: AskedKeys | null = null,
): Promise<ListPage> {
  const columns = wireColumns(context, asked?.read)
  const { rows, rest } = await readPage(context, columns, query)
  const decoded = rows.map((row) => columns.decode(row, context.origin.id_session))
  const items = await presented(context, context.runtime.database.db, decoded, { asked })
  return { items: asked ? items.map((item) => chosenOf(asked, item)) : items, ...rest }
}

/** The rows of a page, and what its answer says beside them. */
async function readPage(
  context: RecordContext,
  columns: WireColumns,
  query: Query,
): Promise<{ readonly rows: readonly Row[]; readonly rest: Omit<ListPage, 'items'> }> {
  const { rows, next, counted, sql } = await pageRows(context, columns, query, countingOf(context, query))
  const debug = context.actor.root && context.settings.debug === 1
  return {
    rows,
    rest: {
      ...(await countOf(context, query, { found: rows.length, next, counted })),
      ...(next === null ? {} : { after: next }),
      ...(debug ? { sql: sql() } : {}),
    },
  }
}

/** @throws {AppError} FORBIDDEN without the right to see the module */
export function assertSees(context: RecordContext): void {
  if (!maySee(context.actor, context.resource)) throw forbidden(context, 'see')
}

/** How the list is counted; null: it is not. */
function countingOf(
  { entity, found, manyIn }: RecordContext,
  { page: { count }, order, isWithinDays }: Query,
): Counting | null {
  if (count === 'none') return null
  if (entity.size === 'small' || count === 'exact') return { max: null }
  const max = ((found && !found.isRare) || manyIn?.size ? COUNT_SEARCHED_TO : COUNT_TO) + 1
  const areas = [...(manyIn?.values() ?? [])]
  const isEverywhere = areas.length > 0 && areas.every((how) => how === 'everywhere')
  return isEverywhere || isWithinDays ? { max, along: order } : { max }
}

/** What a page says of the number of rows: its own, whether another follows, and what was counted with it. */
interface PageSays {
  readonly found: number
  readonly next: string | null
  readonly counted: number | null
}

async function countOf(
  context: RecordContext,
  query: Query,
  { found, next, counted: known }: PageSays,
): Promise<Pick<ListPage, 'total' | 'total_is_exact'>> {
  const counting = countingOf(context, query)
  if (!counting) return {}
  const { after, offset } = query.page
  // The last page shows the total itself; an empty page beyond the end does not.
  if (next === null && after === null && (found > 0 || offset === 0))
    return { total: offset + found, total_is_exact: true }
  const counted = known ?? (await countRows(context, query, counting))
  if (counting.max === null || counted < counting.max) return { total: counted, total_is_exact: true }
  // Far pages prove that there are more rows than were counted; a lower total would end the paging there.
  const seen = offset + found + (next === null ? 0 : 1)
  return { total: Math.max(counting.max - 1, seen), total_is_exact: false }
}

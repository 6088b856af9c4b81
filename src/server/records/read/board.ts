import { sql } from 'kysely'
import { columnKey, isDivider, isSummable, type BoardAnswer, type BoardColumn } from '../../../model/board'
import { typeOf } from '../../../model/canonical'
import { AppError } from '../../../model/errors'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import type { Layout } from '../../../model/layout'
import { parsedObject } from '../json-object'
import type { RecordContext } from '../record-context'
import { askableKeys, askedColumn, type AskedColumn } from './asked-column'
import { boardCards } from './board-cards'
import { columnColour, columnLabel, declaredValues } from './board-words'
import { assertSees } from './list'
import type { Query } from './query'
import { MAX_ROWS } from './query-page'
import { readQuery } from './read-query'
import { sqlTypeOf } from '../fields/row-columns'
import { malformed } from '../../platform/answers/malformed'

/** Cards of a column where the call names no number. */
const CARDS = 50
/** More columns than anyone looks at: the others are counted. */
const MAX_COLUMNS = 40

/** One call reads no more cards; columns that ask for more share them, and go on by `after`. */
const MAX_CARDS = 5000

/** A column before its cards are read. */
interface Counted {
  readonly value: string | number | null
  readonly count: number
  readonly sum: Json
}

/** The query keys of the board itself; all others are those of the list. */
const OWN = ['by', 'sum', 'limits'] as const

/** What a board asks beside the list's own questions. */
interface BoardQuery {
  readonly by?: Json
  readonly sum?: Json
  /** How many cards of a column, by its key (`columnKey`). */
  readonly limits?: Json
}

/** The board of a catalogue, which people see who know its field. */
export const boardOf = ({ list }: RecordContext['resource']): Extract<Layout, { kind: 'board' }> | undefined =>
  list.layouts.find((layout) => layout.kind === 'board')

/**
 * `GET {endpoint}/board`: the list of the same query divided by the values of `by`: each with its number of records,
 * their sum and the first of them.
 * @throws {AppError} NOT_FOUND where the catalogue has no board, and what a list throws
 */
export async function readBoard(context: RecordContext, query: JsonObject): Promise<BoardAnswer> {
  assertSees(context)
  const asked = Object.fromEntries(Object.entries(query).filter(([key]) => !OWN.some((one) => one === key)))
  return board(context, query, readQuery(context, { limit: CARDS, ...asked, count: 'none' }))
}

/** The same for a query that is read already: one statement for the numbers, one for all cards. */
export async function board(context: RecordContext, asked: BoardQuery, query: Query): Promise<BoardAnswer> {
  const layout = boardOf(context.resource)
  if (!layout) throw new AppError('NOT_FOUND', { say: 'errors.no_such_call' })
  const by = column(context, asked.by ?? layout.by, isDivider)
  const { sum: said = null } = layout
  // Who does not see the number gets the board without it.
  const summed =
    asked.sum !== undefined ? column(context, asked.sum, isSummable) : said === null ? null : askedColumn(context, said)
  const limitOf = readLimits(asked.limits, query.page.limit)
  const { counted, total, groups } = await countedColumns(context, by, summed, query)
  const columns = arranged(context, by.field, counted)
  const shown = columns.slice(0, MAX_COLUMNS)
  const wanted = shown
    .filter(({ count }) => count > 0)
    .map(({ value, count }) => ({ value, limit: limitOf(columnKey(value)), count }))
  const isMuch = wanted.reduce((sum, { limit, count }) => sum + Math.min(limit, count), 0) > MAX_CARDS
  const share = isMuch ? Math.floor(MAX_CARDS / wanted.length) : MAX_CARDS
  const cards = await boardCards(
    context,
    by,
    query,
    wanted.map(({ value, limit }) => ({ value, limit: Math.min(limit, share) })),
  )
  const drawn = shown.map(({ value, count, sum }): BoardColumn => {
    const { items = [], after } = cards.get(columnKey(value)) ?? {}
    const colour = columnColour(by.field, value)
    return {
      value,
      label: columnLabel(context, by.field, value, items[0]),
      ...(colour !== undefined && { color: colour }),
      count,
      ...(summed && { sum }),
      items,
      ...(after !== undefined && { after }),
    }
  })
  const inOthers = total - shown.reduce((sum, { count }) => sum + count, 0)
  const others = groups - shown.filter(({ count }) => count > 0).length
  return {
    by: by.key,
    total,
    columns: byLabel(context, by.field, drawn),
    ...(others > 0 && { others: { columns: others, count: inOthers } }),
  }
}

/** A field of the catalogue that the asker sees. @throws {AppError} FILTER_UNKNOWN for any other */
function column(context: RecordContext, name: Json, fits: typeof isDivider): AskedColumn {
  const key = typeof name === 'string' ? name : ''
  const asked = Object.hasOwn(context.entity.fields, key) ? askedColumn(context, key) : null
  if (asked && fits(asked.field, typeOf(asked.field, context.runtime.fieldTypes))) return asked
  const known = askableKeys(context).filter((one) => {
    const field = context.entity.fields[one]
    return field && fits(field, typeOf(field, context.runtime.fieldTypes))
  })
  throw new AppError('FILTER_UNKNOWN', {
    say: 'records.column_unknown',
    params: { name: key.slice(0, 80), known: known.join(', ') },
  })
}

/** @throws {AppError} MALFORMED */
function readLimits(limits: Json | undefined, otherwise: number): (key: string) => number {
  const said = limits === undefined || limits === '' ? {} : parsedObject(limits)
  if (!said) throw malformed('limits')
  for (const limit of Object.values(said)) {
    if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > MAX_ROWS)
      throw malformed('limits')
  }
  return (key) => (Object.hasOwn(said, key) ? Number(said[key]) : otherwise)
}

interface Group {
  readonly value: unknown
  readonly n: number
  readonly s: unknown
  readonly total: string | number
  readonly groups: string | number
}

/** Numbers and sums by value: the largest columns, and the records without a value whatever their number. */
async function countedColumns(
  context: RecordContext,
  by: AskedColumn,
  summed: AskedColumn | null,
  { where }: Query,
): Promise<{ readonly counted: readonly Counted[]; readonly total: number; readonly groups: number }> {
  const {
    runtime: {
      fieldSql,
      database: { db },
    },
    entity,
  } = context
  const { rows: found } =
    await sql<Group>`select g.value, g.n, g.s, sum(g.n) over () as total, count(*) over () as groups
    from (select v.value, count(*)::int as n, ${summed ? sql`sum(v.summed)` : sql`null`} as s
      from (select ${by.column} as value, ${summed?.column ?? sql`null`} as summed from ${sql.table(entity.name)} as t
        where ${where}) as v group by v.value) as g
    order by (g.value is null) desc, g.n desc, g.value limit ${sql.lit(MAX_COLUMNS * 5)}`.execute(db)
  const read = (field: Field, raw: unknown): Json =>
    raw === null || raw === undefined ? null : sqlTypeOf(fieldSql, field).decode(raw, field)
  return {
    counted: found.map(({ value, n, s }) => ({
      value: read(by.field, value) as Counted['value'],
      count: n,
      sum: summed ? read(summed.field, s) : null,
    })),
    total: Number(found[0]?.total ?? 0),
    groups: Number(found[0]?.groups ?? 0),
  }
}

/**
 * The columns in which records may be, in the order of their choices; of a reference those that there are, the largest
 * first.
 */
function arranged(context: RecordContext, field: Field, counted: readonly Counted[]): readonly Counted[] {
  const declared = declaredValues(context, field)
  if (!declared) return counted
  const of = (value: Counted['value']): Counted =>
    counted.find((one) => one.value === value) ?? { value, count: 0, sum: null }
  const others = counted.filter(({ value }) => value !== null && !declared.includes(value))
  return [...counted.filter(({ value }) => value === null), ...declared.map(of), ...others]
}

/**
 * References by their names, after the records without one: their numbers change, and columns that change places cannot
 * be read.
 */
function byLabel({ actor }: RecordContext, field: Field, columns: readonly BoardColumn[]): readonly BoardColumn[] {
  if (!field.ref) return columns
  const { compare } = new Intl.Collator(actor.language, { numeric: true })
  return columns.toSorted((a, b) => Number(b.value === null) - Number(a.value === null) || compare(a.label, b.label))
}

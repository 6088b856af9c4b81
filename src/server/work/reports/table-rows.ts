import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../../model/errors'
import { closedKey } from '../../../model/closed-key'
import type { Json, JsonObject } from '../../../model/json'
import type { TableBlock, TableColumn } from '../../../model/report'
import type { TableAnswer } from '../../../model/report-answer'
import { statNeeds } from '../../../model/stat'
import { todayIn } from '../../../model/values/zone-time'
import { askedColumn } from '../../records/read/asked-column'
import { MAX_ROWS, wholeNumber } from '../../records/read/query-page'
import type { Query } from '../../records/read/query'
import { filtersQuery, filtersSql, readQuery } from '../../records/read/read-query'
import { RowColumns, type Read, type Row } from '../../records/fields/row-columns'
import { asDays, joinedFilters } from '../../records/stats/drill'
import { withClosed } from '../../records/read/closed-references'
import { partLabels } from '../../records/fields/part-labels'
import { seenFields } from '../../records/fields/seen-fields'
import { numberReader } from '../../records/stats/aggregate'
import { sourceOfAll, type Source } from '../../records/stats/source'
import { partsOf, type Parts } from '../../records/stats/parts'
import { timesBetween } from '../../records/stats/stat-parts'
import { ofShare } from '../../records/stats/stat-base'
import type { SeenBlock } from './block-context'
import type { limitWork } from './limit-work'
import { referredFields } from './referred-fields'
import type { ReportQuery } from './report-query'
import { malformed } from '../../platform/answers/malformed'

type NumberColumn = TableColumn & { readonly kind: 'number' }

/** The columns of a table that the asker sees. */
export const seenNumbers = ({ block, context }: SeenBlock<TableBlock>): readonly NumberColumn[] =>
  block.columns.filter(
    (column): column is NumberColumn =>
      column.kind === 'number' && statNeeds(column.stat).every((name) => askedColumn(context, name) !== null),
  )

const MAX_PAGE = 10_000_000

/**
 * A page of a table: a row for each value of a field that the rows of the list have, with the numbers over the rows of
 * that value.
 * @throws {AppError} FILTER_UNKNOWN for a column that is none, MALFORMED
 */
export async function tableRows(
  seen: SeenBlock<TableBlock>,
  { page: query, to }: Pick<ReportQuery, 'page' | 'to'>,
  run: ReturnType<typeof limitWork>,
): Promise<TableAnswer> {
  const { block, context, asked } = seen
  const list = readQuery(context, asked)
  const both = list.and(filtersQuery(context, block.filters))
  const parts = partsOf(context, block.by, block.each)
  const columns = seenNumbers(seen)
  const limit = block.each ? MAX_ROWS : (wholeNumber(query, 'limit', 1, MAX_ROWS) ?? Math.min(block.limit, MAX_ROWS))
  const offset = block.each ? 0 : ((wholeNumber(query, 'page', 1, MAX_PAGE) ?? 1) - 1) * limit
  const source = await run(() =>
    sourceOfAll(
      context,
      columns.map(({ stat }) => ({ ...stat, by: block.by, ...(block.each && { each: block.each }) })),
      both,
    ),
  )
  const from = sql`from ${source.from} where ${both.where} and ${parts.key} is not null`
  const db = context.runtime.database.db
  const row = new RowColumns(context.runtime.fieldSql)
  const key = row.any(parts.key)
  const reads = columns.map((column) => [column, numberOf(seen, source, row, column)] as const)
  const lacks = lackingReads(seen, source, row, columns)
  const order = orderOf(seen, columns, query, parts)
  const [{ rows }, totals] = await Promise.all([
    run(() =>
      sql<Row>`select g.*, count(*) over () as total from (select ${sql.join(row.columns)} ${from} group by 1) as g
        order by ${order} limit ${sql.lit(limit)} offset ${offset}`.execute(db),
    ),
    run(() => totalsOf(seen, source, columns, from, parts)),
  ])
  const keys = rows.map((at) => String(key(at)))
  const [labels, fields, closed] = await Promise.all([
    run(() => partLabels(context, parts, keys)),
    run(() => referredFields(seen, keys)),
    run(() => closedKeys(seen, parts, keys)),
  ])
  const items = rows.map((at, place): JsonObject => {
    const value = keys[place] ?? ''
    return {
      ...identityOf(parts, value, labels),
      ...closed[place],
      ...fields.get(value),
      ...Object.fromEntries(reads.map(([{ name }, read]) => [name, read(at)])),
      ...lacks(at),
      ...drillsOf(seen, columns, parts, value, list),
    }
  })
  return {
    id: block.id,
    items: block.each
      ? withEmpty(items, block, columns, (value) => drillsOf(seen, columns, parts, value, list), untilOf(to, context))
      : items,
    ...totals,
    filters: joinedFilters(list.filters, list.days, block.filters),
  }
}

/** `id` is that of the record; of time, its start. */
const identityOf = (
  { field, each, filterOf }: Parts,
  key: string,
  labels: ReadonlyMap<string, string>,
): JsonObject => ({
  id: field.ref && each === undefined ? filterOf(key) : key,
  name: each === undefined ? (labels.get(key) ?? key) : key,
})

/** That the record which a row is about is not the asker's to open. */
async function closedKeys(
  { block, context }: SeenBlock<TableBlock>,
  { field, each, filterOf }: Parts,
  keys: readonly string[],
): Promise<readonly JsonObject[]> {
  if (!field.ref || each !== undefined) return []
  const named = keys.map((key): JsonObject => ({ [block.by]: filterOf(key) }))
  const marked = await withClosed(context, context.runtime.database.db, named)
  const key = closedKey(block.by)
  return marked.map((one) => (one[key] === true ? { [key]: true } : {}))
}

/** One number over the rows of a group. */
function numberOf({ context }: SeenBlock<TableBlock>, source: Source, row: RowColumns, { stat }: NumberColumn): Read {
  const { value, field } = source.aggregate(stat, ofShare(context, stat), filtersSql(context, stat.filters))
  return numberReader(row, value, field)
}

/** How many rows of a group hide what a column adds up, by the columns where some do. */
function lackingReads(
  { context }: SeenBlock<TableBlock>,
  source: Source,
  row: RowColumns,
  columns: readonly NumberColumn[],
): (at: Row) => { readonly lacking?: { readonly [column: string]: number } } {
  const reads = columns.flatMap(({ name, stat }) => {
    const lacking = source.lacking(stat, filtersSql(context, stat.filters))
    return lacking ? [[name, row.any(lacking)] as const] : []
  })
  return (at) => {
    const lacking = Object.fromEntries(
      reads.flatMap(([name, read]) => {
        const n = Number(read(at) ?? 0)
        return n > 0 ? [[name, n] as const] : []
      }),
    )
    return Object.keys(lacking).length > 0 ? { lacking } : {}
  }
}

/** By a number, or by what the row is called. */
function orderOf(
  { block, context }: SeenBlock<TableBlock>,
  columns: readonly NumberColumn[],
  query: JsonObject,
  { field, each }: Parts,
): RawBuilder<unknown> {
  const [first, standard] = block.sort
  const name =
    query.order_col === undefined
      ? first === 'name' || columns.some((column) => column.name === first)
        ? first
        : 'name'
      : String(query.order_col)
  const asked =
    query.order_dir === undefined
      ? name === first
        ? standard
        : name === 'name'
          ? 'asc'
          : 'desc'
      : String(query.order_dir).toLowerCase()
  if (asked !== 'asc' && asked !== 'desc') throw malformed('order_dir')
  const turn = sql.raw(asked)
  const at = columns.findIndex((column) => column.name === name)
  // The first column of the groups is their key.
  if (at >= 0) return sql`${sql.id(`c${at + 1}`)} ${turn} nulls last, c0`
  if (name !== 'name')
    throw new AppError('FILTER_UNKNOWN', {
      say: 'records.order_unknown',
      params: { name: name.slice(0, 80), known: ['name', ...columns.map((column) => column.name)].join(', ') },
    })
  const target = each === undefined && field.ref ? context.model.entities[field.ref.to] : undefined
  const part = target?.represent.find(
    (one) =>
      'field' in one &&
      !target.fields[one.field]?.virtual &&
      seenFields(context, target).fields.get(one.field) === null,
  )
  if (!target || !part || !('field' in part)) return sql`c0 ${turn}`
  return sql`(select lower(${sql.ref(`x.${part.field}`)}::text) from ${sql.table(target.name)} as x
    where x.id = ${target.key ? sql`g.c0` : sql`g.c0::integer`}) ${turn} nulls last, c0`
}

/** How many values there are, and the numbers over the rows of all. */
async function totalsOf(
  seen: SeenBlock<TableBlock>,
  source: Source,
  columns: readonly NumberColumn[],
  from: RawBuilder<unknown>,
  { key }: Parts,
): Promise<Pick<TableAnswer, 'total' | 'totals' | 'lacking'>> {
  const { context } = seen
  const row = new RowColumns(context.runtime.fieldSql)
  const total = row.any(sql`count(distinct ${key})`)
  const reads = columns.map((column) => [column.name, numberOf(seen, source, row, column)] as const)
  const lacks = lackingReads(seen, source, row, columns)
  const {
    rows: [at = {}],
  } = await sql<Row>`select ${sql.join(row.columns)} ${from}`.execute(context.runtime.database.db)
  return {
    total: Number(total(at) ?? 0),
    totals: Object.fromEntries(reads.map(([name, read]) => [name, read(at)])),
    ...lacks(at),
  }
}

/**
 * The list's filters that find the rows of a value, and those that each number counts where it counts some of them
 * alone.
 */
function drillsOf(
  { block, context }: SeenBlock<TableBlock>,
  columns: readonly NumberColumn[],
  parts: Parts,
  key: string,
  { filters, days }: Pick<Query, 'filters' | 'days'>,
): JsonObject {
  const found = (...more: readonly JsonObject[]): JsonObject | null =>
    joinedFilters(filters, days, block.filters, asDays(block.by, parts.filterOf(key), context), ...more)
  const narrower = columns.flatMap(({ name, stat }) => {
    const own = [stat.filters, ...(stat.measure.what === 'share' ? [stat.measure.of] : [])]
    return own.some((one) => Object.keys(one).length > 0) ? [[name, found(...own)] as const] : []
  })
  return { filters: found(), ...(narrower.length > 0 && { parts: Object.fromEntries(narrower) }) }
}

const untilOf = (to: string | null, { settings, now }: SeenBlock['context']): string | null => {
  const today = todayIn(String(settings.timezone ?? 'UTC'), now)
  return to === null ? null : to < today ? to : today
}

/** Lengths of time one after the other: those without rows have nothing to count. */
function withEmpty(
  items: readonly JsonObject[],
  { each, sort: [, direction] }: TableBlock,
  columns: readonly NumberColumn[],
  drills: (key: string) => JsonObject,
  until: string | null,
): readonly JsonObject[] {
  if (each === undefined || each === 'hour_of_week' || items.length === 0) return items
  const known = new Map(items.map((item) => [String(item.id), item]))
  const times = timesBetween([...known.keys(), ...(until !== null && each === 'day' ? [until] : [])], each)
  if (!times) return items
  const empty = (key: string): JsonObject => ({
    id: key,
    name: key,
    ...Object.fromEntries(
      columns.map(({ name, stat: { measure } }): [string, Json] => [
        name,
        measure.what === 'count' || measure.what === 'sum' ? 0 : null,
      ]),
    ),
    ...drills(key),
  })
  const inOrder = times.map((key) => known.get(key) ?? empty(key))
  return direction === 'asc' ? inOrder : inOrder.toReversed()
}

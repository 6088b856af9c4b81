import { DENSITIES, type ColumnOrder, type Density } from '../../../model/list-view'
import type { Json, JsonObject } from '../../../model/json'
import { LAYOUT_KINDS, type LayoutKind } from '../../../model/layout'
import { splitDays } from '../../../model/list-days'
import { asObject } from '../../records/json-object'
import { MAX_ROWS } from '../../records/read/query-page'
import { readQuery } from '../../records/read/read-query'
import type { RecordContext } from '../../records/record-context'
import { rowOrder } from '../../records/read/row-order'
import { malformed } from '../../platform/answers/malformed'
import { givenName } from '../../platform/answers/given-name'

const MAX_NAME = 60
const MAX_COLUMNS = 300
const MAX_FILTER_CHARS = 8000

/** Columns of a row of `list_views`, ready to be written. */
export type ViewCells = { [column: string]: unknown }

/**
 * The list that views are of: the catalogue's own, or one inside another page (`users.vehicles`), under the catalogue's
 * name.
 * @throws {AppError} MALFORMED
 */
export function listName({ resource }: RecordContext, asked: Json | undefined): string {
  if (asked === undefined || asked === '') return resource.name
  const isOwn =
    typeof asked === 'string' &&
    asked.length <= 130 &&
    (asked === resource.name || (asked.endsWith(`.${resource.name}`) && /^[\w.-]+$/.test(asked)))
  if (!isOwn) throw malformed('list')
  return asked
}

/** A user's last look: columns, height of rows, rows per page, layout. @throws {AppError} MALFORMED */
export function readLook(input: JsonObject): ViewCells {
  const { columns, density, per_page, layout } = input
  return {
    ...(columns === undefined ? {} : { columns: columns === null ? null : JSON.stringify(columnsOf(columns)) }),
    ...(density === undefined ? {} : { density: density === null ? null : densityOf(density) }),
    ...(per_page === undefined ? {} : { per_page: per_page === null ? null : rowsOf(per_page) }),
    ...(layout === undefined ? {} : { layout: layout === null ? null : layoutOf(layout) }),
  }
}

/**
 * What is saved under a name; missing keys stay as they are.
 * @throws {AppError} VALIDATION at `name`; MALFORMED, FILTER_UNKNOWN for filters and an order that the list would
 * refuse too
 */
export function readView(context: RecordContext, input: JsonObject): ViewCells {
  const { name, filters, sort, is_default, shared } = input
  return {
    ...readLook(input),
    ...(name === undefined ? {} : { name: givenName(name, MAX_NAME) }),
    ...(filters === undefined ? {} : { asked: JSON.stringify(filtersOf(context, filters)) }),
    ...(sort === undefined ? {} : { sort: sort === null ? null : JSON.stringify(sortOf(context, sort)) }),
    ...(is_default === undefined ? {} : { is_default: flagOf(is_default, 'is_default') }),
    ...(shared === undefined ? {} : { shared: flagOf(shared, 'shared') }),
  }
}

function filtersOf(context: RecordContext, value: Json): JsonObject {
  const filters = asObject(value)
  if (!filters || JSON.stringify(filters).length > MAX_FILTER_CHARS) throw malformed('filters')
  const { days, filters: rest } = splitDays(filters, context.entity)
  // What the list would refuse later is refused now.
  readQuery(context, { filters: rest, ...days })
  return filters
}

function sortOf(context: RecordContext, value: Json): readonly [string, string] {
  const [field, direction] = Array.isArray(value) ? (value as readonly Json[]) : []
  if (typeof field !== 'string' || (direction !== 'asc' && direction !== 'desc')) throw malformed('sort')
  rowOrder(context, field, direction)
  return [field, direction]
}

function columnsOf(value: Json): ColumnOrder {
  const { order, shown } = asObject(value) ?? {}
  const areNames = (list: Json | undefined): list is readonly string[] & Json =>
    Array.isArray(list) &&
    list.length <= MAX_COLUMNS &&
    list.every((one: Json) => typeof one === 'string' && /^\w{1,120}$/.test(one))
  if (!areNames(order) || !areNames(shown)) throw malformed('columns')
  return { order, shown }
}

function densityOf(value: Json): Density {
  const density = DENSITIES.find((one) => one === value)
  if (!density) throw malformed('density')
  return density
}

function layoutOf(value: Json): LayoutKind {
  const kind = LAYOUT_KINDS.find((one) => one === value)
  if (!kind) throw malformed('layout')
  return kind
}

function rowsOf(value: Json): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > MAX_ROWS)
    throw malformed('per_page')
  return value
}

function flagOf(value: Json, name: string): boolean {
  if (value === true || value === 1) return true
  if (value === false || value === 0) return false
  throw malformed(name)
}

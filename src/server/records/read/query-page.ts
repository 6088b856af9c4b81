import { AppError } from '../../../model/errors'
import type { JsonObject } from '../../../model/json'
import { flagIn } from '../../../model/values/flag-text'
import { malformed } from '../../platform/answers/malformed'
import type { RecordContext } from '../record-context'
import { defaultOrder, readCursor, rowOrder, type Cursor, type RowOrder } from './row-order'

export const MAX_ROWS = 1000
// No user pages further, and a larger `offset` would no longer fit its type.
const MAX_PAGE = 10_000_000

/** From which place, how many rows, and how all of them are counted. */
export interface Page {
  readonly limit: number
  readonly offset: number
  readonly after: Cursor | null
  /** `capped`: exact where that is cheap; `none`: for callers that continue by `after` and need no total. */
  readonly count: 'exact' | 'capped' | 'none'
}

/** The order that a call asks for (`order_col`, `order_dir`). @throws {AppError} FILTER_UNKNOWN, MALFORMED */
export function readOrder(context: RecordContext, given: JsonObject): RowOrder {
  const column = textIn(given, 'order_col')
  const direction = textIn(given, 'order_dir')?.toLowerCase() ?? null
  if (direction !== null && direction !== 'asc' && direction !== 'desc') throw malformed('order_dir')
  if (column !== null) return rowOrder(context, column, direction ?? 'asc')
  const order = defaultOrder(context)
  return direction === null ? order : rowOrder(context, order.key, direction)
}

/** The page that a call asks for (`page`, `limit`, `after`, `count`). @throws {AppError} MALFORMED */
export function readPage(context: RecordContext, given: JsonObject, order: RowOrder): Page {
  const limit = wholeNumber(given, 'limit', 1, MAX_ROWS) ?? usualLimit(context, given)
  const page = wholeNumber(given, 'page', 1, MAX_PAGE) ?? 1
  const after = textIn(given, 'after')
  const count = textIn(given, 'count')
  if (count !== null && count !== 'exact' && count !== 'none') throw malformed('count')
  return {
    limit,
    offset: after === null ? (page - 1) * limit : 0,
    after: after === null ? null : readCursor(order, after),
    count: count ?? 'capped',
  }
}

/**
 * Programs that name no page get one of the list; what is asked for in full, and a tree, whose rows mean nothing
 * without their parents, come whole.
 */
const usualLimit = ({ entity, resource }: RecordContext, given: JsonObject): number =>
  isFull(given) || entity.traits.includes('tree') ? MAX_ROWS : Math.min(resource.list.perPage || 10, MAX_ROWS)

/** Whether a list is asked for with the rows of its records (`full=1`). */
export const isFull = ({ full }: JsonObject): boolean => flagIn(full) === true

/** A text of a call's query; null: it has none of that name. @throws {AppError} MALFORMED */
export function textIn(given: JsonObject, key: string): string | null {
  const value = given[key]
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string') throw malformed(key)
  return value
}

/** A whole number of a call's query; null: it has none of that name. @throws {AppError} MALFORMED */
export function wholeNumber(given: JsonObject, key: string, least: number, max: number): number | null {
  const value = given[key]
  if (value === undefined || value === null || value === '') return null
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number) || number < least || number > max) {
    throw new AppError('MALFORMED', { say: 'records.number_malformed', params: { name: key, min: least, max } })
  }
  return number
}

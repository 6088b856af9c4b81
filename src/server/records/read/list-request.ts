import { AppError } from '../../../model/errors'
import type { JsonObject } from '../../../model/json'
import type { PageOf } from './page-rows'
import type { RecordContext } from '../record-context'
import { malformed } from '../../platform/answers/malformed'
import { isSet, readQuery, textIn, type Query } from './query'
import { defaultOrder, readCursor, rowOrder } from './row-order'

export const MAX_ROWS = 1000
// No user pages further, and a larger `offset` would no longer fit its type.
const MAX_PAGE = 10_000_000

/** The parsed request of a list call: what a page needs, and how its rows are counted. */
export interface ListRequest extends PageOf {
  /** `capped`: exact where that is cheap; `none`: for callers that continue by `after` and need no total. */
  readonly count: 'exact' | 'capped' | 'none'
  /** The ids of a period that it asks for are known. */
  readonly isWithinDays: boolean
}

/**
 * Parses the request of a list call: its query, and `page`, `limit`, `after`, `order_col`, `order_dir`, `count`.
 * @param of its query, where that is read already
 * @throws {AppError} FILTER_UNKNOWN for an unknown filter or column, MALFORMED for an invalid value
 */
export function readListRequest(
  context: RecordContext,
  query: JsonObject,
  of: Query = readQuery(context, query),
): ListRequest {
  const limit = wholeNumber(query, 'limit', 1, MAX_ROWS) ?? usualLimit(context, query)
  const page = wholeNumber(query, 'page', 1, MAX_PAGE) ?? 1
  const asked = readOrder(context, query)
  // The few that are open are sorted sooner than any index is walked for them.
  const { ahead: _ahead, ...sorted } = asked
  const order = of.isOpenOnly ? sorted : asked
  const after = textIn(query, 'after')
  const count = textIn(query, 'count')
  if (count !== null && count !== 'exact' && count !== 'none') throw malformed('count')
  return {
    where: of.where,
    isWithinDays: of.isWithinDays,
    order,
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
const usualLimit = ({ entity, resource }: RecordContext, query: JsonObject): number =>
  isFull(query) || entity.traits.includes('tree') ? MAX_ROWS : Math.min(resource.list.perPage || 10, MAX_ROWS)

/** Whether a list is asked for with the rows of its records (`full=1`). */
export const isFull = ({ full }: JsonObject): boolean => isSet(full)

function readOrder(context: RecordContext, query: JsonObject): ListRequest['order'] {
  const column = textIn(query, 'order_col')
  const direction = textIn(query, 'order_dir')?.toLowerCase() ?? null
  if (direction !== null && direction !== 'asc' && direction !== 'desc') throw malformed('order_dir')
  if (column !== null) return rowOrder(context, column, direction ?? 'asc')
  const order = defaultOrder(context)
  return direction === null ? order : rowOrder(context, order.key, direction)
}

export function wholeNumber(query: JsonObject, key: string, least: number, max: number): number | null {
  const value = query[key]
  if (value === undefined || value === null || value === '') return null
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number) || number < least || number > max) {
    throw new AppError('MALFORMED', { say: 'records.number_malformed', params: { name: key, min: least, max } })
  }
  return number
}

import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import { splitDays } from '../../../model/list-days'
import { parseGiven } from '../../platform/answers/shallow-json'
import { parsedObject } from '../../records/json-object'
import type { Query } from '../../records/read/query'
import { MAX_ROWS } from '../../records/read/query-page'
import { readQuery } from '../../records/read/read-query'
import type { RecordContext } from '../../records/record-context'
import { malformed } from '../../platform/answers/malformed'

/**
 * Reads `sort=["name","ASC"]&range=[0,24]&filter={...}`; `filter` accepts what `filters` of the console's call does, so
 * `{"id":[1,2]}` is several records by their ids.
 * @throws {AppError} MALFORMED, FILTER_UNKNOWN
 */
export function readRestList(context: RecordContext, query: JsonObject): Query {
  const unknown = Object.keys(query).find((key) => !['sort', 'range', 'filter', 'count'].includes(key))
  if (unknown !== undefined)
    throw new AppError('FILTER_UNKNOWN', {
      say: 'records.filter_unknown',
      params: { name: unknown.slice(0, 80), known: 'sort, range, filter, count' },
    })
  const filter = parsedObject(query.filter)
  if (!filter) throw malformed('filter')
  const [column, direction] = pair(query, 'sort') ?? []
  if (column !== undefined && (typeof column !== 'string' || typeof direction !== 'string')) throw malformed('sort')
  const [from, to] = rangeOf(context, query)
  const { days, filters } = splitDays(filter, context.entity)
  const read = readQuery(context, {
    filters,
    ...days,
    ...(column === undefined ? {} : { order_col: column, order_dir: direction ?? 'asc' }),
    ...(query.count === undefined ? {} : { count: query.count }),
    limit: to - from + 1,
  })
  return read.with({ page: { ...read.page, offset: from } })
}

/**
 * First and last row asked for, counted from 0; without a range as many as there are ids, else the catalogue's page.
 */
function rangeOf(context: RecordContext, query: JsonObject): readonly [number, number] {
  const range = pair(query, 'range')
  if (!range) {
    const ids = parsedObject(query.filter)?.id
    return [0, Array.isArray(ids) ? Math.min(Math.max(ids.length, 1), MAX_ROWS) - 1 : context.resource.list.perPage - 1]
  }
  const [from, to] = range
  const isRange =
    typeof from === 'number' &&
    typeof to === 'number' &&
    Number.isSafeInteger(from) &&
    Number.isSafeInteger(to) &&
    from >= 0 &&
    to >= from
  if (!isRange || to - from >= MAX_ROWS || to > 1_000_000_000) throw malformed('range')
  return [from, to]
}

function pair(query: JsonObject, key: string): readonly [Json, Json] | null {
  const text = query[key]
  if (text === undefined || text === '') return null
  try {
    const value = parseGiven(String(text))
    if (Array.isArray(value) && value.length === 2) return value as readonly Json[] as readonly [Json, Json]
  } catch {
    // Falls through.
  }
  throw malformed(key)
}

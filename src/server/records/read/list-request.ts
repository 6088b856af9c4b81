import type { RawBuilder } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import { dayBounds } from '../../../model/values/zone-time'
import { choices } from '../../../model/rules/choices'
import { isOneOf, type Rule } from '../../../model/rules/rule'
import type { Entity } from '../../../model/entity'
import { FOLLOWED, followedCondition } from './followed-filter'
import { daysField, withinDays } from './days-in'
import { filterCondition } from './filter-condition'
import { parsedObject } from '../json-object'
import type { PageOf } from './page-rows'
import type { RecordContext } from '../record-context'
import { defaultOrder, readCursor, rowOrder } from './row-order'
import { listSearch } from './search-condition'
import { ruleSql } from '../rule-readings'

/** Filter of the catalogues that have a `closed` rule: `1` also shows closed records. */
const INCLUDE_CLOSED = 'include_closed'

/** Takes this filter out of those asked for, where the catalogue has it, and returns it as a condition over `t`. */
function withoutClosed(
  context: RecordContext, asked: JsonObject,
): { readonly filters: JsonObject; readonly conditions: RawBuilder<boolean>[] } {
  const { resource, entity } = context
  if (!resource.closed) return { filters: asked, conditions: [] }
  const { [INCLUDE_CLOSED]: wanted, ...filters } = asked
  return { filters, conditions: isSet(wanted) ? [] : [ruleSql(context, openRule(resource.closed, entity), entity, 't')] }
}

/** Which records are open. Of some values of a choice it names the others, or none: an index finds the few that are open among a million that are not. */
function openRule(closed: Rule, { fields }: Entity): Rule {
  if (!('op' in closed) || closed.op !== 'in' || closed.operand.kind !== 'field' || closed.value.kind !== 'literal') return { not: closed }
  const { operand, value: { value: ended } } = closed
  const field = fields[operand.field]
  if (field?.type !== 'enum' || !Array.isArray(ended)) return { not: closed }
  const open = choices(field).map(({ value }) => value).filter((value) => !ended.includes(value))
  return { any: [isOneOf(operand.field, open), { operand, op: 'isNull', value: { kind: 'literal', value: true } }] }
}

const leavesOutClosed = ({ resource }: RecordContext, query: JsonObject): boolean =>
  resource.closed !== undefined && !isSet(readFilters(query)[INCLUDE_CLOSED])

/** The same for the records that the asker follows. */
function withoutFollowed(context: RecordContext, { filters, conditions }: ReturnType<typeof withoutClosed>): ReturnType<typeof withoutClosed> {
  const { [FOLLOWED]: wanted, ...others } = filters
  const condition = wanted === undefined ? null : followedCondition(context, isSet(wanted))
  return condition ? { filters: others, conditions: [...conditions, condition] } : { filters, conditions }
}

const isSet = (value: Json | undefined): boolean => value === 1 || value === true || value === '1' || value === 'true'

/** Query keys that a list call reads itself; all others are filters. */
const OWN_KEYS = new Set([
  'filters',
  'q',
  'date_from',
  'date_to',
  'page',
  'limit',
  'after',
  'order_col',
  'order_dir',
  'count',
  'format',
  'headers',
  'columns',
  'labels',
  'lookup',
  'for',
  'form',
  'gone',
  'full',
])
export const MAX_ROWS = 1000
// No user pages further, and a larger `offset` would no longer fit its type.
const MAX_PAGE = 10_000_000

/** The parsed query of a list call: what a page needs, and how its rows are counted. */
export interface ListRequest extends PageOf {
  /** `capped`: exact where that is cheap; `none`: for callers that continue by `after` and need no total. */
  readonly count: 'exact' | 'capped' | 'none'
}

/**
 * Parses the query of a list call: `filters` (JSON) or flat keys, `q` (or `query`), `date_from`, `date_to`, `page`, `limit`, `after`, `order_col`, `order_dir`, `count`.
 * @throws {AppError} FILTER_UNKNOWN for an unknown filter or column, MALFORMED for an invalid value
 */
export function readListRequest(context: RecordContext, query: JsonObject): ListRequest {
  const limit = wholeNumber(query, 'limit', 1, MAX_ROWS) ?? usualLimit(context, query)
  const page = wholeNumber(query, 'page', 1, MAX_PAGE) ?? 1
  const asked = readOrder(context, query)
  // The few that are open are sorted sooner than any index is walked for them.
  const { ahead: _ahead, ...sorted } = asked
  const order = leavesOutClosed(context, query) ? sorted : asked
  const after = textOf(query, 'after')
  const count = textOf(query, 'count')
  if (count !== null && count !== 'exact' && count !== 'none') throw malformed('count')
  return {
    where: readConditions(context, query),
    order,
    limit,
    offset: after === null ? (page - 1) * limit : 0,
    after: after === null ? null : readCursor(order, after),
    count: count ?? 'capped',
  }
}

/** Programs that name no page get one of the list; what is asked for in full, and a tree, whose rows mean nothing without their parents, come whole. */
const usualLimit = ({ entity, resource }: RecordContext, query: JsonObject): number =>
  isFull(query) || entity.traits.includes('tree') ? MAX_ROWS : Math.min(resource.list.perPage || 10, MAX_ROWS)

/** Whether a list is asked for with the rows of its records (`full=1`). */
export const isFull = ({ full }: JsonObject): boolean => isSet(full)

/** The conditions of a query: its filters, search text and range of days. */
export function readConditions(context: RecordContext, query: JsonObject): RawBuilder<boolean>[] {
  const { filters, conditions } = withoutFollowed(context, withoutClosed(context, readFilters(query)))
  const { daysIn } = context
  const known = (key: string, condition: RawBuilder<boolean>): RawBuilder<boolean> => (daysIn?.key === key ? withinDays(daysIn, condition) : condition)
  for (const [key, value] of Object.entries(filters)) {
    const condition = isSearch(key, context) ? listSearch(context, searchText(value)) : filterCondition(context, key, value)
    if (condition) conditions.push(known(key, condition))
  }
  const f = daysField(context)
  const [from, to] = [readDay(context, query, 'date_from'), readDay(context, query, 'date_to')]
  if (from !== null) conditions.push(known(f, filterCondition(context, f, { gte: from })))
  if (to !== null) conditions.push(known(f, filterCondition(context, f, { lte: to })))
  return conditions
}

/** `query` is the specification's word for `q`, where no field has that name. */
const isSearch = (key: string, { entity }: RecordContext): boolean => key === 'q' || (key === 'query' && !Object.hasOwn(entity.fields, key))

/** The filters of a query, from `filters` and from keys of their own. @throws {AppError} MALFORMED */
export function readFilters(query: JsonObject): JsonObject {
  const named = parsedObject(query.filters)
  if (!named) throw malformed('filters')
  const flat: { [key: string]: Json } = {}
  for (const [key, value] of Object.entries(query)) {
    // An empty field of a search form adds no condition.
    if ((!OWN_KEYS.has(key) || key === 'q') && value !== '') flat[key] = value
  }
  return { ...flat, ...named }
}

function readOrder(context: RecordContext, query: JsonObject): ListRequest['order'] {
  const column = textOf(query, 'order_col')
  const direction = textOf(query, 'order_dir')?.toLowerCase() ?? null
  if (direction !== null && direction !== 'asc' && direction !== 'desc') throw malformed('order_dir')
  if (column !== null) return rowOrder(context, column, direction ?? 'asc')
  const order = defaultOrder(context)
  return direction === null ? order : rowOrder(context, order.key, direction)
}

/** A calendar day, which a filter of moments reads in the company's zone. */
function readDay(context: RecordContext, query: JsonObject, key: string): string | null {
  const text = textOf(query, key)?.trim() ?? null
  if (text !== null && !dayBounds(text, String(context.settings.timezone ?? 'UTC'))) throw malformed(key)
  return text
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

function textOf(query: JsonObject, key: string): string | null {
  const value = query[key]
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string') throw malformed(key)
  return value
}

function searchText(value: Json): string {
  if (typeof value === 'number') return String(value)
  if (value === null) return ''
  if (typeof value !== 'string') throw malformed('q')
  return value
}

const malformed = (name: string): AppError => new AppError('MALFORMED', { say: 'records.filter_malformed', params: { name } })

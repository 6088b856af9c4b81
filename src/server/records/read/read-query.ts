import type { RawBuilder } from 'kysely'
import type { Entity } from '../../../model/entity'
import type { Json, JsonObject } from '../../../model/json'
import { splitDays } from '../../../model/list-days'
import { choices } from '../../../model/rules/choices'
import { isOneOf, type Rule } from '../../../model/rules/rule'
import { dayBounds } from '../../../model/values/zone-time'
import { flagIn } from '../../../model/values/flag-text'
import { malformed } from '../../platform/answers/malformed'
import { all, type ScopeUse } from '../fields/in-scope'
import { parsedObject } from '../json-object'
import type { RecordContext } from '../record-context'
import { ruleSql } from '../rule-readings'
import { daysField, withinDays, type DaysIn } from './days-in'
import { filterCondition } from './filter-condition'
import { FOLLOWED, followedCondition } from './followed-filter'
import { listSearch } from './search-condition'
import { Query, type Condition } from './query'
import { textIn } from './query-page'

/** Filter of the catalogues that have a `closed` rule: `1` also shows closed records. */
const INCLUDE_CLOSED = 'include_closed'

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
  'lookup',
  'for',
  'form',
  'gone',
  'full',
  'labels',
])

/**
 * Reads what a call asks for: `filters` (JSON) or flat keys, `q` (or `query`), `date_from`, `date_to`, and on demand
 * `order_col`, `order_dir`, `page`, `limit`, `after`, `count`.
 * @param use what its rows are wanted for
 * @throws {AppError} FILTER_UNKNOWN for an unknown filter, MALFORMED for an invalid value
 */
export function readQuery(context: RecordContext, given: JsonObject, { use }: Pick<ScopeUse, 'use'> = {}): Query {
  const { resource, entity } = context
  const filters = readFilters(given)
  const isOpenOnly = resource.closed !== undefined && !isSet(filters[INCLUDE_CLOSED])
  const conditions: Condition[] = []
  const add = (key: string, asked: Json, condition: RawBuilder<boolean> | null): void => {
    if (condition) conditions.push({ key, asked, sql: condition })
  }
  if (resource.closed && isOpenOnly)
    add(INCLUDE_CLOSED, null, ruleSql(context, openRule(resource.closed, entity), entity, 't'))
  const followed = filters[FOLLOWED] === undefined ? null : followedCondition(context, isSet(filters[FOLLOWED]))
  if (followed) add(FOLLOWED, filters[FOLLOWED] ?? null, followed)
  for (const [key, asked] of Object.entries(filters)) {
    if ((key === INCLUDE_CLOSED && resource.closed) || (key === FOLLOWED && followed)) continue
    add(
      key,
      asked,
      isSearch(key, context) ? listSearch(context, searchText(asked)) : filterCondition(context, key, asked),
    )
  }
  const f = daysField(context)
  for (const [end, op] of [
    ['date_from', 'gte'],
    ['date_to', 'lte'],
  ] as const) {
    const day = readDay(context, given, end)
    if (day !== null) add(f, { [op]: day }, filterCondition(context, f, { [op]: day }))
  }
  const { days } = splitDays(given, entity)
  const asked = Object.fromEntries(Object.entries(days).filter(([, day]) => day !== ''))
  return new Query(context, given, { filters, conditions, isOpenOnly, days: asked }, use)
}

const readFiltersOf = new WeakMap<RecordContext, Map<JsonObject, Query>>()

/** The query of filters that the metadata names, such as those of a number: read once a call. */
export function filtersQuery(context: RecordContext, filters: JsonObject): Query {
  const known = readFiltersOf.get(context) ?? new Map<JsonObject, Query>()
  readFiltersOf.set(context, known)
  const query = known.get(filters) ?? readQuery(context, { filters })
  known.set(filters, query)
  return query
}

/** The conditions that filters of the metadata ask of the rows, over `t`. */
export const filtersSql = (context: RecordContext, filters: JsonObject): RawBuilder<boolean> =>
  all(filtersQuery(context, filters).conditions.map((condition) => condition.sql))

/** A query one of whose periods is found by the ids of its rows. */
export const byDays = (query: Query, days: DaysIn): Query =>
  query.with({
    isWithinDays: true,
    conditions: query.conditions.map((one) =>
      one.key === days.key ? { ...one, sql: withinDays(days, one.sql) } : one,
    ),
  })

/**
 * Which records are open. Of some values of a choice it names the others, or none: an index finds the few that are open
 * among a million that are not.
 */
function openRule(closed: Rule, { fields }: Entity): Rule {
  if (!('op' in closed) || closed.op !== 'in' || closed.operand.kind !== 'field' || closed.value.kind !== 'literal')
    return { not: closed }
  const {
    operand,
    value: { value: ended },
  } = closed
  const field = fields[operand.field]
  if (field?.type !== 'enum' || !Array.isArray(ended)) return { not: closed }
  const open = choices(field)
    .map(({ value }) => value)
    .filter((value) => !ended.includes(value))
  return { any: [isOneOf(operand.field, open), { operand, op: 'isNull', value: { kind: 'literal', value: true } }] }
}

const isSet = (value: Json | undefined): boolean => flagIn(value) === true

/** `query` is the specification's word for `q`, where no field has that name. */
const isSearch = (key: string, { entity }: RecordContext): boolean =>
  key === 'q' || (key === 'query' && !Object.hasOwn(entity.fields, key))

/** The filters of a query, from `filters` and from keys of their own. @throws {AppError} MALFORMED */
function readFilters(query: JsonObject): JsonObject {
  const named = parsedObject(query.filters)
  if (!named) throw malformed('filters')
  const flat: { [key: string]: Json } = {}
  for (const [key, value] of Object.entries(query)) {
    // An empty field of a search form adds no condition.
    if ((!OWN_KEYS.has(key) || key === 'q') && value !== '') flat[key] = value
  }
  return { ...flat, ...named }
}

/** A calendar day, which a filter of moments reads in the company's zone. */
function readDay(context: RecordContext, query: JsonObject, key: string): string | null {
  const text = textIn(query, key)?.trim() ?? null
  if (text !== null && !dayBounds(text, String(context.settings.timezone ?? 'UTC'))) throw malformed(key)
  return text
}

function searchText(value: Json): string {
  if (typeof value === 'number') return String(value)
  if (value === null) return ''
  if (typeof value !== 'string') throw malformed('q')
  return value
}

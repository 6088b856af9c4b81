import { fieldWithin } from '../inner-field'
import type { Json, JsonObject } from '../json'
import { isSortable, listOperators, rollupNumber } from '../list-operators'
import { parseRule } from '../rules/parse-rule'
import type { Column, Filter, Resource } from '../resource'
import type { Rule } from '../rules/rule'
import { ruleOperands } from '../rules/rule-fields'
import { defaultColumns, defaultDetails, defaultFilters, defaultSort } from './default-views'
import type { ErrorPlace } from './metadata-error'
import { checkSupplied, expandedNames, isFirst, shownField, viewField, type ResourceRoom } from './resource-room'

/** The list of a resource with its defaults filled in, but for the layouts. */
export function buildList(
  json: JsonObject,
  fixed: JsonObject,
  room: ResourceRoom,
  place: ErrorPlace,
): Omit<Resource['list'], 'layouts'> {
  const written = (json.list ?? {}) as JsonObject
  const at = place.in('list')
  const seen = new Set<string>()
  const columns = Array.isArray(written.columns)
    ? written.columns.flatMap((item: Json, i) => columnOf(item, seen, room, at.in('columns', i)) ?? [])
    : defaultColumns(room, fixed)
  const details = Array.isArray(written.details)
    ? written.details.flatMap((item: Json, i) => columnOf(item, seen, room, at.in('details', i)) ?? [])
    : defaultDetails(room, columns, fixed)
  const sort = Array.isArray(written.sort) ? sortOf(written.sort as string[], room, at.in('sort')) : defaultSort(room)
  const first = Array.isArray(written.first) ? firstOf(written.first, sort[0], room, at.in('first')) : []
  const dim = written.dim === undefined ? undefined : parseRule(written.dim, room.rules, at.in('dim'))
  const above = typeof written.above === 'string' ? written.above : undefined
  if (above !== undefined) checkSupplied(above, room.known.panels, 'panel', at.in('above'))
  return {
    columns,
    details,
    sort,
    perPage: typeof written.perPage === 'number' ? written.perPage : 10,
    ...(written.days !== undefined && { days: daysOf(written.days as JsonObject, room, at.in('days')) }),
    ...(first.length > 0 && { first }),
    ...(dim && { dim }),
    ...(above !== undefined && { above }),
    ...(Array.isArray(written.reads) && { reads: written.reads as string[] }),
    ...(written.live === true && { live: true }),
  }
}

/** The rules that the list's own order begins with. */
function firstOf(written: readonly Json[], sort: string, room: ResourceRoom, place: ErrorPlace): readonly Rule[] {
  const type = room.fieldTypes[room.entity.fields[sort]?.type ?? '']
  if (!type?.isMoment)
    place.error('M154', `the list is sorted by "${sort}", which is no moment. Name a moment in "sort".`)
  return written.flatMap((rule, i) => parseRule(rule, room.rules, place.in(i)) ?? [])
}

/** The field that the range of days is about: a date or a moment. */
function daysOf(
  { f = 'date_created', last }: JsonObject,
  room: ResourceRoom,
  place: ErrorPlace,
): NonNullable<Resource['list']['days']> {
  const name = String(f)
  const field = viewField(name, room, place.in('f'))
  const type = field && room.fieldTypes[field.type]
  if (type && type.name !== 'date' && !type.isMoment)
    place.in('f').error('M026', `"${name}" (${type.name}) has no days. Name a date or a moment.`)
  return { f: name, ...(typeof last === 'number' && { last }) }
}

/** The filters of a resource, or those derived from the schema. */
export function buildFilters(json: JsonObject, fixed: JsonObject, room: ResourceRoom, place: ErrorPlace): Filter[] {
  if (!Array.isArray(json.filters)) return defaultFilters(room, fixed)
  const seen = new Set<string>()
  return json.filters.flatMap((item: Json, i) => filterOf(item, seen, room, place.in('filters', i)) ?? [])
}

/** A column or a fact of a card; null where it is none. */
export function columnOf(item: Json, seen: Set<string>, room: ResourceRoom, place: ErrorPlace): Column | null {
  const column = (typeof item === 'string' ? { f: item } : item) as unknown as Column
  const at = typeof item === 'string' ? place : place.in('f')
  if (!isFirst(column.f, seen, at)) return null
  if (column.widget !== undefined) checkSupplied(column.widget, room.known.widgets, 'widget', place.in('widget'))
  const expanded = expandedNames(room.entity)
  // A value within a compound field is shown where the whole is.
  const within = fieldWithin(room.entity.fields, column.f)
  return expanded.includes(column.f) || shownField(within?.field.name ?? column.f, room, at, expanded) ? column : null
}

/** The operator that each kind of filter needs from the field. */
const FILTER_NEEDS = { range: 'gte', text: 'contains', choice: 'in' } as const

function filterOf(item: Json, seen: Set<string>, room: ResourceRoom, place: ErrorPlace): Filter | null {
  const { when, ...named } = (typeof item === 'string' ? { f: item } : item) as JsonObject
  const filter = {
    ...named,
    ...(when !== undefined && { when: offerOf(when, room, place.in('when')) }),
  } as unknown as Filter
  const at = typeof item === 'string' ? place : place.in('f')
  const within = fieldWithin(room.entity.fields, filter.f)
  const field = isFirst(filter.f, seen, at)
    ? within
      ? viewField(within.field.name, room, at) && within.inner
      : viewField(filter.f, room, at)
    : null
  const type = field && room.fieldTypes[field.type]
  if (!field || !type) return null
  // A number of rows is filtered by whether there are any, unless a range is asked for; any other number over rows by a
  // range.
  if (rollupNumber(field) && (!filter.as || filter.as === 'range')) return filter
  if (filter.as === 'area') {
    if (type.place !== 'point' || field.virtual)
      place
        .in('as')
        .error('M026', `a field of type ${type.name} has no "area" filter. Only a point lies within an area.`)
    return filter
  }
  if (!listOperators(type).includes(type.filter))
    at.error('M026', `a field of type ${type.name} cannot be filtered. Remove it.`)
  else if (filter.as && !listOperators(type).includes(FILTER_NEEDS[filter.as])) {
    place.in('as').error('M026', `a field of type ${type.name} has no "${filter.as}" filter. Remove "as".`)
  }
  return filter
}

/** To whom a filter is offered: it belongs to the list, so its rule cannot look at a row. */
function offerOf(json: Json, room: ResourceRoom, place: ErrorPlace): NonNullable<Filter['when']> {
  const rule = parseRule(json, room.rules, place)
  if (ruleOperands(rule).some(({ kind }) => kind === 'field' || kind === 'inner' || kind === 'path')) {
    place.error(
      'M044',
      'a filter belongs to no record. Ask of the user (`user.operator`) and of settings (`setting.interval`) alone.',
    )
  }
  return rule
}

function sortOf(written: readonly string[], room: ResourceRoom, place: ErrorPlace): Resource['list']['sort'] {
  const [name = '', direction] = written
  const field = viewField(name, room, place.in(0))
  const type = field && room.fieldTypes[field.type]
  if (field && type && !isSortable(field, type))
    place.in(0).error('M026', `a field of type ${type.name} cannot be sorted. Choose another one.`)
  return [name, direction === 'desc' ? 'desc' : 'asc']
}

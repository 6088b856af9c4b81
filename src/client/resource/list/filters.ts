import { useMemo } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import { viewOf } from '../../../fields/view'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import { holds } from '../../../model/rules/holds'
import { rollupNumber } from '../../../model/list-operators'
import { hasOwnDays } from '../../../model/list-days'
import { addDays } from '../../../model/values/zone-time'
import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import type { Filter, Resource } from '../../../model/resource'
import { whereValues } from '../../../model/rules/where-values'
import type { FieldLabel } from '../../app/labels'
import { useConsole } from '../../app/console'
import { boundsOf } from '../../../ui/inputs/RangeFilter'
import type { FieldView } from '../../../ui/field-view'
import { fieldBehind } from '../columns'
import { useScope } from '../scope'

/** A filter as it is drawn: how it reads and writes the list's filter values. */
export interface ShownFilter {
  readonly f: string
  readonly label: string
  readonly field: Field
  readonly view: FieldView
  readonly read: (values: JsonObject) => Json
  readonly write: (values: JsonObject, value: Json) => JsonObject
}

/** The filters of the resource that this user is offered, without those that the list is already bound to. */
export function useFilters(bound: JsonObject = {}): readonly ShownFilter[] {
  const { model } = useConsole()
  const { resource, entity, label, contextOf } = useScope()
  const translate = useTranslate()
  return useMemo(
    () => [
      ...resource.filters.filter(({ f, when }) => !(f in bound) && isOffered(when, contextOf)).flatMap((filter) => shownFilter(filter, model, entity, label, resource)),
      ...resource.closed ? [includeClosed(entity.name, translate('list.include_closed'))] : [],
    ],
    [model, resource, entity, label, bound, translate, contextOf],
  )
}

function isOffered(when: Filter['when'], contextOf: ReturnType<typeof useScope>['contextOf']): boolean {
  return when === undefined || holds(when, contextOf({}))
}

/** The list's filter values, and a function to change one of them. */
export function useFilterValues() {
  const { filterValues, setFilters } = useListContext()
  const values = filterValues as JsonObject
  return { values, change: (filter: ShownFilter, value: Json) => setFilters(filter.write(values, value)), clear: () => setFilters({}) }
}

/** What a list asks at first where its catalogue shows the last days alone; undefined: nothing. */
export function firstFilters({ list: { days } }: Pick<Resource, 'list'>, entity: Entity, today: string): JsonObject | undefined {
  if (days?.last === undefined) return undefined
  const from = addDays(today, 1 - days.last)
  return hasOwnDays(entity) ? { [days.f]: { gte: from } } : { date_from: from }
}

/** The names that may stand alone in the address, as in `/vehicles?id_user=5`. */
export const filterNames = (entity: Entity): ReadonlySet<string> =>
  new Set(Object.values(entity.fields).filter((field) => !field.secret).map(({ name }) => name))

export const isActive = (filter: ShownFilter, values: JsonObject): boolean => filter.read(values) !== null

function shownFilter(filter: Filter, model: Model, entity: Entity, label: FieldLabel, { where, list }: Pick<Resource, 'where' | 'list'>): ShownFilter[] {
  const behind = fieldBehind(model, entity, filter.f)
  if (!behind) return []
  const field = withinWhere(behind.field, filter.f, where)
  const title = label(filter.f, { in: 'filters', title: filter.title })
  const read = (values: JsonObject): Json => values[filter.f] ?? null
  const write = (values: JsonObject, value: Json): JsonObject => withValue(values, filter.f, value)
  const number = rollupNumber(field)
  // A number of rows is filtered by whether there are any, unless its range is asked for.
  const isFlag = field.computed?.kind === 'rollup' && field.computed.what === 'count' && filter.as !== 'range'
  if (number && !isFlag) return [{ f: filter.f, label: title, field: number, view: viewOf(number.type), read, write }]
  if (field.computed) return [{ f: filter.f, label: title, field: flagField(filter.f, entity.name, field.title), view: viewOf('flag'), read, write }]
  const base = { f: filter.f, label: title, field }
  const isDays = filter.f === (list.days?.f ?? 'date_created') && !hasOwnDays(entity)
  if (isDays || filter.f === 'date_created') return [{ ...base, view: viewOf('date'), ...(isDays ? DAYS : { read, write }) }]
  return [{
    ...base,
    view: viewOf(field.type),
    read,
    write,
  }]
}

/** A choice that no row of the list can have is not offered. */
function withinWhere(field: Field, f: string, where: Resource['where']): Field {
  const values = whereValues(where, f)
  const choices = field.schema['x-values']
  if (values === null || !Array.isArray(choices)) return field
  const kept = choices.filter((choice: JsonObject) => values.includes(choice['value'] ?? null))
  return { ...field, schema: { ...field.schema, 'x-values': kept } }
}

/** Closed records are left out unless this filter includes them; it is no field of the record. */
function includeClosed(entity: string, label: string): ShownFilter {
  const name = 'include_closed'
  return {
    f: name, label, field: flagField(name, entity, label), view: viewOf('flag'), read: (values) => values[name] ?? null,
    write: (values, value) => withValue(values, name, value === 0 ? null : value),
  }
}

const flagField = (name: string, entity: string, title: string): Field => ({
  name, entity, type: 'flag', title, required: false, system: false, readOnly: false, secret: false, search: false, unique: false, was: [], schema: {},
})

/** The days of a list have two names of their own on the wire (spec 1 §7): calendar dates in the company's zone. */
const DAYS: Pick<ShownFilter, 'read' | 'write'> = {
  read: ({ date_from = null, date_to = null }) =>
    date_from || date_to ? { ...(date_from ? { gte: date_from } : {}), ...(date_to ? { lte: date_to } : {}) } : null,
  write: (values, value) => {
    const { gte = null, lte = null } = boundsOf(value)
    return withValue(withValue(values, 'date_from', gte), 'date_to', lte)
  },
}

function withValue(values: JsonObject, name: string, value: Json): JsonObject {
  const { [name]: _old, ...rest } = values
  return value === null ? rest : { ...rest, [name]: value }
}

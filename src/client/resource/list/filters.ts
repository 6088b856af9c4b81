import { lazy, useMemo } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import { viewOf } from '../../../fields/view'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import { holds } from '../../../model/rules/holds'
import { rollupNumber } from '../../../model/list-operators'
import { hasOwnDays } from '../../../model/list-days'
import { addDays } from '../../../model/values/zone-time'
import { isObject, type Json, type JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import type { Filter, Resource } from '../../../model/resource'
import { whereValues } from '../../../model/rules/where-values'
import { fieldTypes } from '../../../fields/data'
import { typeOf } from '../../../model/canonical'
import type { FieldLabel } from '../../console/labels'
import type { FilterMode } from './filter-mode'
import { useConsole } from '../../console/console'
import { rangeBounds } from '../../../ui/inputs/RangeFilter'
import type { FieldView } from '../../../ui/field-view'
import { fieldBehind } from '../../../model/row-keys'
import { useScope } from '../scope'

const AreaFilter = lazy(() => import('./AreaFilter'))

/** A filter as it is drawn: how it reads and writes the list's filter values. */
export interface ShownFilter {
  readonly f: string
  readonly label: string
  readonly field: Field
  readonly view: FieldView
  readonly read: (values: JsonObject) => Json
  readonly write: (values: JsonObject, value: Json) => JsonObject
  /** The ways in which it can ask; absent: for a value alone. */
  readonly modes?: readonly FilterMode[]
  /** It is asked for in a dialog of its own. */
  readonly isArea?: true
  /** Days back from today that the list shows at first. */
  readonly last?: number
}

/** The filters of the resource that this user is offered, without those that the list is already bound to. */
export function useFilters(bound: JsonObject = {}): readonly ShownFilter[] {
  const { model } = useConsole()
  const { resource, entity, label, contextOf } = useScope()
  const translate = useTranslate()
  const {
    list: { days },
  } = resource
  return useMemo(
    () => [
      ...[
        ...daysFilter(resource, bound),
        ...resource.filters.filter(({ f, when }) => !(f in bound) && isOffered(when, contextOf)),
      ]
        .flatMap((filter) => shownFilter(filter, model, entity, label, resource))
        .map((filter) => (filter.f === days?.f && days.last !== undefined ? { ...filter, last: days.last } : filter)),
      ...(resource.closed ? [extraFlag('include_closed', entity.name, translate('list.include_closed'))] : []),
      ...(resource.follow && !Object.hasOwn(entity.fields, 'followed')
        ? [extraFlag('followed', entity.name, translate('people.followed'))]
        : []),
    ],
    [model, resource, days, entity, label, bound, translate, contextOf],
  )
}

/**
 * Filters in force that the catalogue does not offer: an address or a number has set them, and people see and lift
 * them.
 */
export function useStrayFilters(offered: readonly ShownFilter[]): readonly ShownFilter[] {
  const { model } = useConsole()
  const { entity, label } = useScope()
  const { values } = useFilterValues()
  const names = Object.keys(values).filter(
    (name) => name !== 'q' && !offered.some((filter) => filter.read({ [name]: values[name] ?? null }) !== null),
  )
  return names.flatMap((name) => {
    const behind = fieldBehind(model, entity, name)
    return behind
      ? [
          {
            f: name,
            label: label(name),
            field: behind.field,
            view: viewOf(behind.field.type),
            read: (all: JsonObject) => all[name] ?? null,
            write: (all: JsonObject, value: Json) => withValue(all, name, value),
          },
        ]
      : []
  })
}

/**
 * The days that a list shows at first can be seen and lifted, also where its filters do not name them; they are called
 * as their column is.
 */
export function daysFilter(
  { list: { days, columns }, filters }: Pick<Resource, 'list' | 'filters'>,
  bound: JsonObject = {},
): readonly Filter[] {
  if (days === undefined || days.f in bound || filters.some(({ f }) => f === days.f)) return []
  const { title } = columns.find(({ f }) => f === days.f) ?? {}
  return [{ f: days.f, ...(title === undefined ? {} : { title }) }]
}

function isOffered(when: Filter['when'], contextOf: ReturnType<typeof useScope>['contextOf']): boolean {
  return when === undefined || holds(when, contextOf({}))
}

/** The list's filter values, and a function to change one of them. */
export function useFilterValues() {
  const { filterValues, setFilters } = useListContext()
  const values = filterValues as JsonObject
  return {
    values,
    change: (filter: ShownFilter, value: Json) => setFilters(filter.write(values, value)),
    clear: () => setFilters({}),
  }
}

/** What a list asks at first where its catalogue shows the last days alone; undefined: nothing. */
export function firstFilters(
  { list: { days } }: Pick<Resource, 'list'>,
  entity: Entity,
  today: string,
): JsonObject | undefined {
  if (days?.last === undefined) return undefined
  const from = firstOf(days.last, today)
  return hasOwnDays(entity) ? { [days.f]: { gte: from } } : { date_from: from }
}

const firstOf = (last: number, today: string): string => addDays(today, 1 - last)

/** Whether a filter has the days that its list shows at first, counted from today. */
export function isLastDays({ last }: Pick<ShownFilter, 'last'>, value: Json, today: string): boolean {
  const { gte = null, lte = null, ...more } = rangeBounds(value)
  return last !== undefined && lte === null && gte === firstOf(last, today) && Object.keys(more).length === 0
}

/** The names that may stand alone in the address, as in `/vehicles?id_user=5`. */
export const filterNames = (entity: Entity): ReadonlySet<string> =>
  new Set([
    'followed',
    ...Object.values(entity.fields)
      .filter((field) => !field.secret)
      .map(({ name }) => name),
  ])

export const isActive = (filter: ShownFilter, values: JsonObject): boolean => filter.read(values) !== null

function shownFilter(
  filter: Filter,
  model: Model,
  entity: Entity,
  label: FieldLabel,
  { where, closed, list }: Pick<Resource, 'where' | 'closed' | 'list'>,
): ShownFilter[] {
  const behind = fieldBehind(model, entity, filter.f)
  if (!behind) return []
  const field = withinWhere(behind.field, filter.f, where)
  const title = label(filter.f, { in: 'filters', title: filter.title })
  const read = (values: JsonObject): Json => values[filter.f] ?? null
  // Who asks for what is over does not ask a second time that it be shown.
  const over = whereValues(closed, filter.f) ?? []
  const write = (values: JsonObject, value: Json): JsonObject =>
    withValue(
      named(value).some((one) => over.includes(one)) ? { ...values, include_closed: 1 } : values,
      filter.f,
      value,
    )
  const number = rollupNumber(field)
  // A number of rows is filtered by whether there are any, unless its range is asked for.
  const isFlag = field.computed?.kind === 'rollup' && field.computed.what === 'count' && filter.as !== 'range'
  if (number && !isFlag) return [{ f: filter.f, label: title, field: number, view: viewOf(number.type), read, write }]
  if (field.computed)
    return [
      {
        f: filter.f,
        label: title,
        field: flagField(filter.f, entity.name, field.title),
        view: viewOf('flag'),
        read,
        write,
      },
    ]
  const base = { f: filter.f, label: title, field }
  if (filter.as === 'area')
    return [{ ...base, view: { ...viewOf(field.type), Filter: AreaFilter }, read, write, isArea: true }]
  const isDays = filter.f === (list.days?.f ?? 'date_created') && !hasOwnDays(entity)
  if (isDays || filter.f === 'date_created')
    return [{ ...base, view: viewOf('date'), ...(isDays ? DAYS : { read, write }) }]
  return [
    {
      ...base,
      view: viewOf(field.type),
      read,
      write,
      ...modesOf(field, filter),
    },
  ]
}

const choicesOf = ({ schema }: Field): number => (Array.isArray(schema['x-values']) ? schema['x-values'].length : 0)

/**
 * What can be asked of a field besides its values: none where it always has one, any other where its values are named
 * and no range.
 */
function modesOf(field: Field, { as }: Filter): Pick<ShownFilter, 'modes'> {
  const { operators, json } = typeOf(field, fieldTypes)
  const always =
    field.required ||
    field.system ||
    (field.default ?? null) !== null ||
    json === 'array' ||
    !operators.includes('isNull')
  const isNamed =
    as !== 'range' &&
    json !== 'array' &&
    (field.ref !== undefined || choicesOf(field) > 2 || operators.includes('contains'))
  const more = [...(isNamed ? ['not' as const] : []), ...(always ? [] : ['empty' as const, 'filled' as const])]
  return more.length === 0 ? {} : { modes: ['is', ...more] }
}

/** The values that a filter names, alone or in a list. */
function named(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value
  return isObject(value) ? Object.values(value).flatMap(named) : [value]
}

/** A choice that no row of the list can have is not offered. */
function withinWhere(field: Field, f: string, where: Resource['where']): Field {
  const values = whereValues(where, f)
  const choices = field.schema['x-values']
  if (values === null || !Array.isArray(choices)) return field
  const kept = choices.filter((choice: JsonObject) => values.includes(choice['value'] ?? null))
  return { ...field, schema: { ...field.schema, 'x-values': kept } }
}

/**
 * A filter that is on or not, and no field of the record: closed records are left out without theirs, others than the
 * followed ones with that one.
 */
function extraFlag(name: 'include_closed' | 'followed', entity: string, label: string): ShownFilter {
  return {
    f: name,
    label,
    field: flagField(name, entity, label),
    view: viewOf('flag'),
    read: (values) => values[name] ?? null,
    write: (values, value) => withValue(values, name, value === 0 ? null : value),
  }
}

const flagField = (name: string, entity: string, title: string): Field => ({
  name,
  entity,
  type: 'flag',
  title,
  required: false,
  system: false,
  readOnly: false,
  secret: false,
  search: false,
  unique: false,
  was: [],
  schema: {},
})

/** The days of a list have two names of their own on the wire (spec 1 §7): calendar dates in the company's zone. */
const DAYS: Pick<ShownFilter, 'read' | 'write'> = {
  read: ({ date_from = null, date_to = null }) =>
    date_from || date_to ? { ...(date_from ? { gte: date_from } : {}), ...(date_to ? { lte: date_to } : {}) } : null,
  write: (values, value) => {
    const { gte = null, lte = null } = rangeBounds(value)
    return withValue(withValue(values, 'date_from', gte), 'date_to', lte)
  },
}

function withValue(values: JsonObject, name: string, value: Json): JsonObject {
  const { [name]: _old, ...rest } = values
  return value === null ? rest : { ...rest, [name]: value }
}

import { useMemo } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import { viewOf } from '../../../fields/view'
import type { Json, JsonObject } from '../../../model/json'
import type { Entity, Field, Filter, Model } from '../../../model/model'
import { useConsole } from '../../app/console'
import type { FieldView } from '../../ui/field-view'
import { boundsOf } from '../../ui/RangeFilter'
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

/** The filters of the resource; one that the list is already bound to is left out. */
export function useFilters(bound: JsonObject = {}): readonly ShownFilter[] {
  const { model } = useConsole()
  const { resource, entity, label } = useScope()
  const translate = useTranslate()
  return useMemo(
    () => [
      ...resource.filters.filter(({ f }) => !(f in bound)).flatMap((filter) => shownFilter(filter, model, entity, label)),
      ...resource.closed ? [includeClosed(entity.name, translate('list.include_closed'))] : [],
    ],
    [model, resource, entity, label, bound, translate],
  )
}

/** The list's filter values and a way to change one filter among them. */
export function useFilterValues() {
  const { filterValues, setFilters } = useListContext()
  const values = filterValues as JsonObject
  return { values, change: (filter: ShownFilter, value: Json) => setFilters(filter.write(values, value)), clear: () => setFilters({}) }
}

/** The names that may stand alone in the address, as in `/vehicles?id_user=5`. */
export const filterNames = (entity: Entity): ReadonlySet<string> =>
  new Set(Object.values(entity.fields).filter((field) => !field.secret).map(({ name }) => name))

export const isActive = (filter: ShownFilter, values: JsonObject): boolean => filter.read(values) !== null

function shownFilter(filter: Filter, model: Model, entity: Entity, label: (f: string) => string): ShownFilter[] {
  const behind = fieldBehind(model, entity, filter.f)
  if (!behind) return []
  const { field } = behind
  const base = { f: filter.f, label: label(filter.f), field }
  if (filter.f === 'date_created') return [{ ...base, view: viewOf('date'), ...CREATED }]
  return [{
    ...base,
    view: viewOf(field.type),
    read: (values) => values[filter.f] ?? null,
    write: (values, value) => withValue(values, filter.f, value),
  }]
}

/** What is over is left out unless it is asked for; no field of the record, and a filter all the same. */
function includeClosed(entity: string, label: string): ShownFilter {
  const name = 'include_closed'
  const field: Field = {
    name, entity, type: 'flag', title: label, required: false, system: false, readOnly: false, secret: false, search: false, unique: false,
    was: [], schema: {},
  }
  return {
    f: name, label, field, view: viewOf('flag'), read: (values) => values[name] ?? null,
    write: (values, value) => withValue(values, name, value === 0 ? null : value),
  }
}

/** The date a record was made has two names of its own on the wire (spec 1 §7): calendar dates in the company's zone. */
const CREATED: Pick<ShownFilter, 'read' | 'write'> = {
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

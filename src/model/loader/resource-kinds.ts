import { choices } from '../rules/choices'
import type { Field } from '../field'
import { fieldWithin } from '../inner-field'
import type { Json, JsonObject } from '../json'
import type { Resource } from '../resource'
import type { Rule } from '../rules/rule'
import { didYouMean } from '../values/did-you-mean'
import type { ErrorPlace } from './metadata-error'
import { viewField, type ResourceRoom } from './resource-room'

/**
 * What kind of catalogue a resource is, other than a plain list: one record, one value at a time, another service's.
 */
export function withResourceKind(
  resource: Resource,
  json: JsonObject,
  room: ResourceRoom,
  place: ErrorPlace,
): Resource {
  const [, route = resource.route, name] = /^(.*)\/:([a-z0-9_]+)$/.exec(resource.route) ?? []
  const param = name === undefined ? undefined : paramOf(name, json, room, place)
  if (name === undefined && json.param !== undefined) {
    place
      .in('param')
      .error('M034', `the route has no field at its end. Write "route": "${resource.route}/:field", or remove "param".`)
  }
  const kind = { ...resource, route, ...(param && { param }) }
  if (json.rest !== undefined || room.entity.remote) return remote(kind, json, room, place)
  return json.singleton === true ? singleton(kind, json, room, place) : kind
}

function paramOf(name: string, json: JsonObject, room: ResourceRoom, place: ErrorPlace): Resource['param'] {
  const field = viewField(name, room, place.in('route'))
  if (!field) return undefined
  const values = choices(field).map(({ value }) => value)
  const isList = room.fieldTypes[field.type]?.json === 'array'
  if ((values.length === 0 && !field.ref) || isList) {
    place
      .in('route')
      .error('M034', `"${name}" (${field.type}) has no list of values to choose from. Name an enum or a ref.`)
  }
  const written = ((json.param ?? {}) as JsonObject).first
  if (written === undefined) return { field: name, first: values[0] ?? null }
  checkFirst(written, field, values, room, place.in('param', 'first'))
  return { field: name, first: written }
}

function checkFirst(first: Json, field: Field, values: readonly string[], room: ResourceRoom, place: ErrorPlace): void {
  if (
    values.length === 0 ? room.fieldTypes[field.type]?.check(first, field) === null : values.includes(String(first))
  ) {
    if (first === values[0]) place.error('M011', `${JSON.stringify(first)} is the first value already. Remove it.`)
    return
  }
  const hint =
    didYouMean(String(first), values) ||
    (values.length ? ` Its values: ${values.join(', ')}.` : ' Write the id of a record.')
  place.error('M034', `${JSON.stringify(first)} is no value of "${field.name}".${hint}`)
}

/** Keys that a catalogue of one record cannot use. */
const OF_LISTS = ['list', 'filters', 'import', 'export', 'param', 'ask', 'closed', 'kept', 'readOnly'] as const

function singleton(resource: Resource, json: JsonObject, { entity }: ResourceRoom, place: ErrorPlace): Resource {
  for (const key of OF_LISTS) {
    if (json[key] !== undefined)
      place.in(key).error('M033', `there is one record and no list, so "${key}" says nothing. Remove it.`)
  }
  if (resource.param) place.in('route').error('M033', 'one record has no route parameter. Remove it.')
  if (entity.key)
    place
      .in('singleton')
      .error('M033', `somebody must choose the id of a record of "${entity.name}" (x-key). Use an entity without one.`)
  const owners = Object.keys(entity.scope).filter((key) => key !== 'shared' && key !== 'edit')
  if (owners.length) {
    place
      .in('singleton')
      .error(
        'M033',
        `"${entity.name}" belongs to a ${owners[0] ?? 'user'} (x-scope), and one record cannot. Remove one of the two.`,
      )
  }
  if (resource.where && !isFixed(resource.where)) {
    place
      .in('where')
      .error('M033', 'a new record must be the one that this rule means. Compare fields with `eq` alone.')
  }
  for (const field of Object.values(entity.fields).filter((one) => cannotBegin(one, resource.fixed))) {
    place
      .in('singleton')
      .error('M033', `"${field.name}" is required and has no default, so the record cannot be made. Give it one.`)
  }
  return { ...resource, singleton: true, export: [], import: null, filters: [], actions: resource.actions }
}

/** Two singletons over one entity are distinguished by what their `where` fixes. */
export function checkSingletons(
  drafts: readonly { readonly resource: Resource; readonly place: ErrorPlace | null }[],
): void {
  const all = drafts.filter(({ resource }) => resource.singleton)
  for (const { resource, place } of all) {
    const others = all.filter((other) => other.resource !== resource && other.resource.entity === resource.entity)
    const twin = others.find(
      (other) => !Object.entries(resource.fixed).some(([name, value]) => isOther(other.resource.fixed[name], value)),
    )
    if (twin)
      place
        ?.in('singleton')
        .error(
          'M033',
          `"${twin.resource.name}" would have the same record of "${resource.entity}". Give each a "where" of its own.`,
        )
  }
}

const isOther = (a: Json | undefined, b: Json): boolean => a !== undefined && a !== b

/** Keys that work only with this database. */
const OF_DATABASES = ['where', 'singleton', 'import', 'export', 'ask', 'closed', 'kept', 'root'] as const

function remote(resource: Resource, json: JsonObject, { entity }: ResourceRoom, place: ErrorPlace): Resource {
  if (typeof json.rest !== 'string') {
    place.error('M035', `"${entity.name}" is kept by another service. Say where ("rest"), or choose another entity.`)
    return resource
  }
  for (const key of OF_DATABASES) {
    if (json[key] !== undefined)
      place.in(key).error('M035', `"${key}" needs the rows here, and another service keeps them. Remove it.`)
  }
  const tabs = resource.detail.tabs.filter((tab, i) => {
    if (tab.kind !== 'logs' && tab.kind !== 'resource') return true
    if (json.detail !== undefined) {
      place
        .in('detail', 'tabs', i)
        .error('M035', 'activity and records that refer to it are kept here, its records are not. Remove this tab.')
    }
    return false
  })
  const isThere = ({ f }: { readonly f: string }): boolean =>
    Object.hasOwn(entity.fields, f) || fieldWithin(entity.fields, f) !== null
  const { list } = resource
  return {
    ...resource,
    rest: json.rest,
    list: { ...list, columns: list.columns.filter(isThere), details: list.details.filter(isThere) },
    filters: resource.filters.filter(isThere),
    detail: { ...resource.detail, tabs },
    export: [],
    import: null,
  }
}

/** Whether a rule only gives the values of some fields. */
const isFixed = (rule: Rule): boolean =>
  'all' in rule
    ? rule.all.every(isFixed)
    : 'operand' in rule && rule.op === 'eq' && rule.operand.kind === 'field' && rule.value.kind === 'literal'

/** Whether a new record cannot get the field's value by itself. */
const cannotBegin = ({ system, required, default: standard, name }: Field, fixed: JsonObject): boolean =>
  !system && required && standard === undefined && !Object.hasOwn(fixed, name)

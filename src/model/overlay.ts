import type { FieldTypes } from './field-type'
import type { JsonObject } from './json'
import { buildField } from './loader/build-field'
import { MetadataErrors } from './loader/metadata-error'
import { freeze } from './loader/freeze'
import type { Entity } from './entity'
import type { Field } from './field'
import type { Model } from './model'
import type { FormRow, Resource } from './resource'

/** A field that an administrator defined: a row of the engine's entity `dynamic_fields`, in order. */
export interface DynamicField {
  readonly entity: string
  readonly name: string
  readonly title: string
  readonly help: string | null
  readonly type: string
  /** Of an enum: `value=title`, one per line. */
  readonly options: string | null
  readonly required: boolean
}

/** The error of a definition, as a sentence; or the field. */
type Defined = { readonly field: Field } | { readonly error: string; readonly at: 'entity' | 'name' | 'type' | 'options' }

/** A definition as a field of its entity, under the same checks that a schema file has. */
export function definedField(base: Model, fieldTypes: FieldTypes, one: DynamicField): Defined {
  const entity = Object.hasOwn(base.entities, one.entity) ? base.entities[one.entity] : undefined
  if (!entity?.dynamic) return { at: 'entity', error: 'no_dynamic' }
  if (Object.hasOwn(entity.fields, one.name) || wireNames(entity).has(one.name)) return { at: 'name', error: 'taken' }
  const list = new MetadataErrors()
  const built = buildField(entity.name, one.name, schemaOf(one), false, list.at(entity.name), fieldTypes)
  const [error] = list.errors.filter(({ id }) => id !== 'M011')
  if (error || !built) return { at: error?.id === 'M012' ? 'options' : error?.id === 'M013' ? 'name' : 'type', error: 'malformed' }
  return { field: { ...built.field, required: one.required, dynamic: true } }
}

/** The Model with the fields that administrators defined: in lists' details, filters, forms and imports; invalid ones are left out. */
export function overlayModel(base: Model, fieldTypes: FieldTypes, defined: readonly DynamicField[]): Model {
  const added = new Map<string, Field[]>()
  for (const one of defined) {
    const found = definedField(base, fieldTypes, one)
    if ('field' in found) added.set(one.entity, [...added.get(one.entity) ?? [], found.field])
  }
  if (added.size === 0) return base
  const entities = { ...base.entities }
  for (const [name, fields] of added) {
    const entity = base.entities[name]
    if (entity) entities[name] = freeze(withFields(entity, fields))
  }
  const resources = Object.fromEntries(Object.values(base.resources).map((resource) => {
    const fields = added.get(resource.entity)
    return [resource.name, fields ? freeze(withViews(resource, fields, fieldTypes)) : resource]
  }))
  return Object.freeze({ ...base, entities: Object.freeze(entities), resources: Object.freeze(resources) })
}

function schemaOf({ title, help, type, options }: DynamicField): JsonObject {
  const lines = (options ?? '').split('\n').map((line) => line.trim()).filter(Boolean)
  const values = lines.map((line) => {
    const [value = '', ...rest] = line.split('=')
    return { value: value.trim(), title: rest.join('=').trim() || value.trim() }
  })
  return { title, 'x-type': type, ...(help && { description: help }), ...(type === 'enum' && { 'x-values': values }) }
}

/** After the declared fields, before the engine's own. */
function withFields(entity: Entity, fields: readonly Field[]): Entity {
  const all = Object.values(entity.fields)
  const first = all.findIndex(({ system, name }) => system && name !== 'id')
  const at = first === -1 ? all.length : first
  return { ...entity, fields: Object.fromEntries([...all.slice(0, at), ...fields, ...all.slice(at)].map((field) => [field.name, field])) }
}

const ROW_COLUMNS = 12

function withViews(resource: Resource, fields: readonly Field[], fieldTypes: FieldTypes): Resource {
  if (resource.rest !== undefined) return resource
  const names = fields.map(({ name }) => ({ f: name }))
  const asked = fields.filter(({ type }) => (fieldTypes[type]?.operators.length ?? 0) > 0).map(({ name }) => ({ f: name }))
  return {
    ...resource,
    list: { ...resource.list, details: [...resource.list.details, ...names] },
    filters: resource.singleton ? resource.filters : [...resource.filters, ...asked],
    form: { ...resource.form, rows: [...resource.form.rows, ...rowsOf(fields, fieldTypes)] },
    import: resource.import && { ...resource.import, columns: [...resource.import.columns, ...fields.map(({ name }) => name)] },
  }
}

function rowsOf(fields: readonly Field[], fieldTypes: FieldTypes): FormRow[] {
  const rows: { f: string; columns: number }[][] = []
  let free = 0
  for (const { name, type } of fields) {
    const columns = fieldTypes[type]?.formColumns ?? ROW_COLUMNS / 2
    if (columns > free) {
      rows.push([])
      free = ROW_COLUMNS
    }
    rows.at(-1)?.push({ f: name, columns })
    free -= columns
  }
  return rows.map((cells) => ({ cells }))
}

function wireNames({ fields }: Entity): ReadonlySet<string> {
  return new Set(Object.values(fields).flatMap(({ ref, flat }) => [...Object.keys(ref?.expand ?? {}), ...Object.values(flat ?? {})]))
}

import type { FormTarget } from './application'
import type { Entity } from './entity'
import type { Field } from './field'
import type { FieldTypes } from './field-type'
import type { FormField, FormVersion } from './forms/form'
import { formFieldType, propertyOf } from './forms/form-field-types'
import { withHome } from './loader/build-application'
import { buildField } from './loader/build-field'
import { freeze } from './loader/freeze'
import { MetadataErrors } from './loader/metadata-error'
import type { Model } from './model'
import type { FormRow, Resource } from './resource'
import { parseRule } from './rules/parse-rule'
import type { Rule } from './rules/rule'

/** A published form about a kind of record: its fields are fields of these records. */
export interface AddingForm {
  readonly target: string
  readonly version: FormVersion
}

/** The error of a field, as a sentence; or the field. */
type Defined =
  | { readonly field: Field }
  | { readonly error: string; readonly at: 'id_form' | 'key' | 'type' | 'options' | 'condition' }

/** What the records of a target are: their entity, and the catalogue they are in where it is only a part of it. */
export function recordsOf(
  base: Model,
  value: string,
): { readonly entity: Entity; readonly resource: Resource | null } | null {
  const target: FormTarget | undefined = base.application.forms.find((one) => one.value === value)
  const resource = target?.adds_to === undefined ? null : (base.resources[target.adds_to] ?? null)
  const name = target?.entity ?? resource?.entity
  const entity = name === undefined || !Object.hasOwn(base.entities, name) ? undefined : base.entities[name]
  return entity?.dynamic ? { entity, resource: resource?.where ? resource : null } : null
}

/**
 * A field of a form as a field of its records, under the checks that a schema file has.
 * @param above the fields before it, which its condition may ask
 */
export function definedField(
  base: Model,
  fieldTypes: FieldTypes,
  target: string,
  one: FormField,
  above: readonly Field[],
): Defined {
  const records = recordsOf(base, target)
  if (!records) return { at: 'id_form', error: 'no_dynamic' }
  const { entity, resource } = records
  if (Object.hasOwn(entity.fields, one.key) || wireNames(entity).has(one.key)) return { at: 'key', error: 'taken' }
  const property = formFieldType(one.type)?.answered ? null : propertyOf(one)
  if (!property) return { at: 'type', error: 'answered' }
  const list = new MetadataErrors()
  const built = buildField(
    entity.name,
    one.key,
    withHome(property, base.application),
    false,
    list.at(entity.name),
    fieldTypes,
  )
  const [error] = list.errors.filter(({ id }) => id !== 'M011')
  if (error || !built)
    return { at: error?.id === 'M012' ? 'options' : error?.id === 'M013' ? 'key' : 'type', error: 'malformed' }
  const own = { ...entity, fields: Object.fromEntries(above.map((field) => [field.name, field])) }
  const condition =
    one.condition &&
    parseRule(one.condition, { entity: own, entities: {}, fieldTypes, facts: [], settings: [] }, list.at(entity.name))
  if (list.errors.some(({ id }) => id !== 'M011')) return { at: 'condition', error: 'condition' }
  const rules: Rule[] = [...(resource?.where ? [resource.where] : []), ...(condition ? [condition] : [])]
  const [only, ...more] = rules
  return {
    field: {
      ...built.field,
      required: one.required === true,
      dynamic: true,
      ...(only && { see: more.length > 0 ? { all: rules } : only }),
    },
  }
}

/** The fields that a form adds, without those that are malformed. */
function fieldsOf(base: Model, fieldTypes: FieldTypes, { target, version }: AddingForm): readonly Field[] {
  const fields: Field[] = []
  for (const one of version.fields) {
    const found = definedField(base, fieldTypes, target, one, fields)
    if ('field' in found) fields.push(found.field)
  }
  return fields
}

/**
 * The Model with the fields that forms add: in lists' details, filters, forms and imports; invalid ones are left out.
 */
export function overlayModel(base: Model, fieldTypes: FieldTypes, forms: readonly AddingForm[]): Model {
  const added = new Map<string, Field[]>()
  const views = new Map<string, { title: string; fields: readonly Field[] }[]>()
  for (const form of forms) {
    const records = recordsOf(base, form.target)
    const taken = added.get(records?.entity.name ?? '') ?? []
    const fields = fieldsOf(base, fieldTypes, form).filter(({ name }) => !taken.some((other) => other.name === name))
    if (!records || fields.length === 0) continue
    added.set(records.entity.name, [...taken, ...fields])
    const shown = records.resource
      ? [records.resource]
      : Object.values(base.resources).filter(({ entity }) => entity === records.entity.name)
    for (const { name } of shown) views.set(name, [...(views.get(name) ?? []), { title: form.version.title, fields }])
  }
  if (added.size === 0) return base
  const entities = { ...base.entities }
  for (const [name, fields] of added) {
    const entity = base.entities[name]
    if (entity) entities[name] = freeze(withFields(entity, fields))
  }
  const resources = Object.fromEntries(
    Object.values(base.resources).map((resource) => {
      const own = views.get(resource.name)
      return [
        resource.name,
        own
          ? freeze(own.reduce((one, { title, fields }) => withViews(one, title, fields, fieldTypes), resource))
          : resource,
      ]
    }),
  )
  return Object.freeze({ ...base, entities: Object.freeze(entities), resources: Object.freeze(resources) })
}

/** After the declared fields, before the engine's own. */
function withFields(entity: Entity, fields: readonly Field[]): Entity {
  const all = Object.values(entity.fields)
  const first = all.findIndex(({ system, name }) => system && name !== 'id')
  const at = first === -1 ? all.length : first
  return {
    ...entity,
    fields: Object.fromEntries([...all.slice(0, at), ...fields, ...all.slice(at)].map((field) => [field.name, field])),
  }
}

const ROW_COLUMNS = 12

function withViews(resource: Resource, title: string, fields: readonly Field[], fieldTypes: FieldTypes): Resource {
  if (resource.rest !== undefined) return resource
  const names = fields.map(({ name }) => ({ f: name }))
  const asked = fields
    .filter(({ type }) => (fieldTypes[type]?.operators.length ?? 0) > 0)
    .map(({ name }) => ({ f: name }))
  return {
    ...resource,
    list: { ...resource.list, details: [...resource.list.details, ...names] },
    filters: resource.singleton ? resource.filters : [...resource.filters, ...asked],
    form: { ...resource.form, rows: withRows(resource.form, [{ title, rows: rowsOf(fields, fieldTypes) }]) },
    import: resource.import && {
      ...resource.import,
      columns: [...resource.import.columns, ...fields.map(({ name }) => name)],
    },
  }
}

/** At the end of a form; of tabs or steps, at the end of the last one that is always there. */
function withRows({ layout, rows }: Resource['form'], added: readonly FormRow[]): readonly FormRow[] {
  const last = layout ? rows.findLast((row) => 'rows' in row && !row.show) : undefined
  return last && 'rows' in last
    ? rows.map((row) => (row === last ? { ...last, rows: [...last.rows, ...added] } : row))
    : [...rows, ...added]
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
  return new Set(
    Object.values(fields).flatMap(({ ref, flat }) => [...Object.keys(ref?.expand ?? {}), ...Object.values(flat ?? {})]),
  )
}

import type { Actor } from '../../../model/rights/actor'
import { isWritable, typeOf } from '../../../model/canonical'
import { choices } from '../../../model/rules/choices'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import type { Resource } from '../../../model/resource'
import { fieldLabel } from '../../records/fields/labels'
import { labelKey } from '../../records/fields/row-columns'
import type { Runtime } from '../../language/runtime'

/** Standard JSON Schema keywords of a property; all others are this engine's. */
const KEYWORDS = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'multipleOf', 'format'] as const

/** The schemas of a record as it is read and as it is written, for one actor's view of the Model. */
export function recordSchemas(
  runtime: Runtime,
  actor: Actor,
  model: Model,
  resource: Resource,
  entity: Entity,
): { readonly read: JsonObject; readonly write: JsonObject } {
  const fields = Object.values(entity.fields).filter(({ name }) => name !== 'date_deleted')
  const schemaOf = (field: Field): JsonObject => fieldSchema(runtime, actor, resource, field)
  const shown = fields.filter((field) => !typeOf(field, runtime.fieldTypes).writeOnly)
  const written = fields.filter((field) => isWritable(field))
  return {
    read: {
      type: 'object',
      properties: Object.fromEntries(
        shown.flatMap((field) => [[field.name, schemaOf(field)], ...described(runtime, model, field)]),
      ),
    },
    write: {
      type: 'object',
      additionalProperties: false,
      required: written
        .filter(({ required, default: value, copy }) => required && value === undefined && !copy)
        .map(({ name }) => name),
      properties: {
        ...Object.fromEntries(written.flatMap((field) => [[field.name, schemaOf(field)], ...parts(field)])),
        version: { type: 'integer', description: 'The version that was read; an old one is refused with CONFLICT.' },
      },
    },
  }
}

/** The schema of one field, with its label. */
export const fieldSchema = (runtime: Runtime, { language }: Actor, resource: Resource, field: Field): JsonObject => ({
  title: fieldLabel(runtime.words, language, resource, field, field.name),
  ...valueSchema(runtime, field),
  ...(field.help ? { description: field.help } : {}),
  ...(field.readOnly ? { readOnly: true } : {}),
})

function valueSchema(runtime: Runtime, field: Field): JsonObject {
  const { json, parts: compound, wire } = typeOf(field, runtime.fieldTypes)
  if (field.refAny) {
    const kinds = field.refAny.targets.map(({ kind }) => kind)
    return {
      type: field.required ? 'object' : ['object', 'null'],
      additionalProperties: false,
      required: ['kind', 'id'],
      properties: { kind: { type: 'string', enum: kinds }, id: { type: 'integer', minimum: 1 } },
      description: `id: ${kinds.join(', ')}`,
    }
  }
  if (field.properties) {
    const inner = Object.entries(field.properties)
    return {
      type: field.required ? 'object' : ['object', 'null'],
      additionalProperties: false,
      properties: Object.fromEntries(
        inner.map(([name, one]) => [name, { title: one.title, ...valueSchema(runtime, one) }]),
      ),
      required: inner.filter(([, one]) => one.required && one.default === undefined).map(([name]) => name),
    }
  }
  // Any JSON value.
  if (json === 'object' && !compound) return {}
  const keywords = Object.fromEntries(
    KEYWORDS.flatMap((key) => (field.schema[key] === undefined ? [] : [[key, field.schema[key]]])),
  )
  const values = choices(field).map(({ value }) => value)
  const isNullable = !field.required && field.name !== 'id'
  if (values.length > 0)
    return { type: isNullable ? ['string', 'null'] : 'string', enum: isNullable ? [...values, null] : values }
  // The wire has 1 and 0; true and false are accepted too.
  if (json === 'boolean') return { enum: [0, 1, true, false, ...(isNullable ? [null] : [])] }
  const types: Json[] = json === 'number' ? ['number', 'string'] : [json]
  return {
    type: isNullable ? [...types, 'null'] : types.length === 1 ? (types[0] ?? json) : types,
    ...wire,
    ...keywords,
    ...(field.ref ? { description: `id: ${field.ref.to}` } : {}),
  }
}

/** Read-only keys in addition to a field: parts of a flat one, a reference's label and what it expands to. */
function described(runtime: Runtime, model: Model, field: Field): (readonly [string, JsonObject])[] {
  const target = field.ref && model.entities[field.ref.to]
  const expanded = Object.entries(field.ref?.expand ?? {}).flatMap(([wire, name]) => {
    const there = target?.fields[name]
    const label = [labelKey(wire), { type: ['string', 'null'], readOnly: true }] as const
    return there
      ? [
          [wire, { ...valueSchema(runtime, { ...there, required: false }), readOnly: true }] as const,
          ...(field.ref?.named?.includes(wire) ? [label] : []),
        ]
      : []
  })
  return [
    ...parts(field),
    ...(field.ref || field.refAny
      ? [
          [
            labelKey(field.name),
            {
              ...(field.virtual
                ? { type: ['array', 'null'], items: { type: 'string' } }
                : { type: ['string', 'null'] }),
              readOnly: true,
            },
          ] as const,
        ]
      : []),
    ...expanded,
  ]
}

const parts = (field: Field): (readonly [string, JsonObject])[] =>
  Object.entries(field.flat ?? {}).map(
    ([part, wire]) => [wire, { type: [part === 'kind' ? 'string' : 'number', 'null'] }] as const,
  )

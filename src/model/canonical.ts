import type { Entity } from './entity'
import type { Field } from './field'
import type { FieldTypes } from './field-type'
import type { Json, JsonObject } from './json'

/**
 * The known fields of an input, each in its canonical form; a compound value may come in its flat parts (`lat`, `lng`).
 * Fields that the entity does not have are left out, absent ones stay absent.
 */
export function canonicalRecord(entity: Entity, fieldTypes: FieldTypes, input: JsonObject): { [field: string]: Json } {
  const record: { [field: string]: Json } = {}
  for (const field of Object.values(entity.fields)) {
    const value = written(field, input)
    if (value === undefined) continue
    record[field.name] = value === null ? null : canonicalValue(field, fieldTypes, value)
  }
  return record
}

export function canonicalValue(field: Field, fieldTypes: FieldTypes, value: Json): Json {
  return value === null ? null : typeOf(field, fieldTypes).canonical(value, field)
}

/** The type of a field; an unknown type name is a bug, because the loader checks it. */
export function typeOf(field: Field, fieldTypes: FieldTypes): FieldTypes[string] {
  const type = Object.hasOwn(fieldTypes, field.type) ? fieldTypes[field.type] : undefined
  if (!type) throw new Error(`The field ${field.name} has the unknown type "${field.type}".`)
  return type
}

/** Whether a form, an import or a call may ever set the field. */
export function isWritable(field: Field): boolean {
  return !field.system && !field.readOnly && !field.secret
}

function written(field: Field, input: JsonObject): Json | undefined {
  const value = own(input, field.name)
  if (value !== undefined || !field.flat) return value
  const parts = Object.entries(field.flat).map(([part, wire]) => [part, own(input, wire)] as const)
  if (parts.every(([, inner]) => inner === undefined)) return undefined
  if (parts.every(([, inner]) => inner === undefined || inner === null || inner === '')) return null
  return Object.fromEntries(parts.map(([part, inner]) => [part, inner ?? null]))
}

function own(input: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(input, key) ? input[key] : undefined
}

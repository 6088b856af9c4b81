import { canonicalRecord } from '../canonical'
import type { Entity } from '../entity'
import type { FieldTypes, FieldError } from '../field-type'
import type { Json, JsonObject } from '../json'
import type { Ask } from '../resource'
import { validateRecord } from './validate'

/** The fields of a dialog as an entity, so that they are filled in and checked like any form. */
export function askEntity({ fields }: Ask): Entity {
  return {
    name: 'asked',
    title: '',
    fields: Object.fromEntries(fields.map((field) => [field.name, field])),
    traits: [],
    represent: [],
    checks: [],
    unique: [],
    scope: {},
    size: 'small',
  }
}

/**
 * The answers to what is asked before a call, canonical, and their errors by field. The dialog and the server read them
 * alike.
 * @param input everything that was sent; what was not asked is left out
 */
export function readAnswers(
  ask: Ask,
  fieldTypes: FieldTypes,
  input: JsonObject,
): { readonly values: { readonly [field: string]: Json }; readonly errors: { readonly [field: string]: FieldError } } {
  const entity = askEntity(ask)
  const empty = Object.fromEntries(ask.fields.map(({ name }) => [name, null]))
  const values = { ...empty, ...canonicalRecord(entity, fieldTypes, input) }
  return {
    values,
    errors: validateRecord(entity, fieldTypes, values, { record: values, user: {}, setting: {}, now_ms: 0 }),
  }
}

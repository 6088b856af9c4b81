import { typeOf } from '../canonical'
import type { Entity } from '../entity'
import type { Field } from '../field'
import type { FieldTypes, FieldError } from '../field-type'
import { isSeen, isSet } from '../rights/hidden'
import type { Json, JsonObject } from '../json'
import type { RuleContext } from '../rules/rule'
import { isSame } from '../values/same'

type SetField = Field & { readonly set: NonNullable<Field['set']> }

const known = new WeakMap<Entity, readonly SetField[]>()

function setFields(entity: Entity): readonly SetField[] {
  const fields =
    known.get(entity) ?? Object.values(entity.fields).filter((field): field is SetField => field.set !== undefined)
  known.set(entity, fields)
  return fields
}

/**
 * The record with the values that rules give its fields, seen by this user or not; the same object if nothing changes.
 * @param contextOf returns the context in which the rules of such a record are read
 */
export function withSetValues<T extends JsonObject>(
  entity: Entity,
  record: T,
  contextOf: (record: JsonObject) => RuleContext,
): T {
  const fields = setFields(entity)
  let values = record
  // A set value may make another rule hold; the loader refuses rules that depend on each other.
  for (let changed = fields.length > 0; changed; ) {
    changed = false
    for (const field of fields) {
      if (!isSet(field, contextOf(values)) || isSame(values[field.name] ?? null, field.set.to)) continue
      values = { ...values, [field.name]: field.set.to }
      changed = true
    }
  }
  return values
}

/** Errors of values that a rule would replace: an impossible one is reported all the same. */
export function replacedErrors(
  entity: Entity,
  fieldTypes: FieldTypes,
  sent: { readonly [field: string]: Json },
  context: RuleContext,
): { readonly [field: string]: FieldError } {
  const errors: { [field: string]: FieldError } = {}
  for (const field of setFields(entity)) {
    const value = sent[field.name] ?? null
    const error =
      value === null || !isSet(field, context) || !isSeen(field, context)
        ? null
        : typeOf(field, fieldTypes).check(value, field)
    if (error) errors[field.name] = error
  }
  return errors
}

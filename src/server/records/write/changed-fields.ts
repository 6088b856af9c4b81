import { typeOf } from '../../../model/canonical'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { FieldTypes } from '../../../model/field-type'
import type { JsonObject } from '../../../model/json'
import { isSame } from '../../../model/values/same'
import type { FieldChange } from '../../language/audit'
import { labelKey } from '../fields/row-columns'

/**
 * Fields whose value changed. Both sides are canonical, so 1.5 over a stored 1.50 is no change and its digits stay. Nor
 * is an empty password: it means "keep it".
 */
export function changedFields(
  entity: Entity,
  fieldTypes: FieldTypes,
  before: JsonObject | null,
  after: JsonObject,
): Field[] {
  return Object.values(entity.fields).filter((field) => {
    if (isLeft(field, fieldTypes, before, after)) return true
    const value = after[field.name]
    if (value === undefined || field.name === 'id') return false
    if (field.secret || typeOf(field, fieldTypes).writeOnly) return value !== null
    return !isSame(before?.[field.name] ?? null, value)
  })
}

/**
 * Whether the record has just left the part of a field that nobody reads back: whatever is stored there goes with it.
 */
function isLeft(
  { part, secret, type, name }: Field,
  fieldTypes: FieldTypes,
  before: JsonObject | null,
  after: JsonObject,
): boolean {
  if (!part || !before || !(secret || fieldTypes[type]?.writeOnly) || (after[name] ?? null) !== null) return false
  const isIn = (record: JsonObject): boolean => part.values.includes(String(record[part.by] ?? ''))
  return isIn(before) && !isIn(after)
}

/**
 * What the activity log keeps of a change: both values, with the labels of references and the names of files; of a
 * secret only that it changed.
 */
export function labelledChanges(
  fields: readonly Field[],
  fieldTypes: FieldTypes,
  before: JsonObject | null,
  after: JsonObject,
): { [field: string]: FieldChange } {
  return Object.fromEntries(
    fields.map((field): [string, FieldChange] => {
      if (field.secret || typeOf(field, fieldTypes).writeOnly) return [field.name, { changed: true }]
      return [
        field.name,
        {
          from: before?.[field.name] ?? null,
          to: after[field.name] ?? null,
          ...labelText('from_text', before, field),
          ...labelText('to_text', after, field),
        },
      ]
    }),
  )
}

function labelText(key: 'from_text' | 'to_text', record: JsonObject | null, field: Field): { [key: string]: string } {
  // A record that was copied from another still has that record's label.
  const label = (record?.[field.name] ?? null) === null ? undefined : record?.[labelKey(field.name)]
  if (Array.isArray(label)) return { [key]: label.join(', ') }
  return typeof label === 'string' ? { [key]: label } : {}
}

import { typeOf } from '../canonical'
import type { Entity } from '../entity'
import type { Field } from '../field'
import type { FieldError, FieldTypes } from '../field-type'
import { choices } from './choices'
import type { Json } from '../json'
import { isLength } from './now-length'
import { OPERATORS } from './rule'
import { asksLength, type RuleQuestion } from './rule-draft'
import { ruleLiteral } from './rule-literal'

const ALONE: readonly RuleQuestion[] = ['filled', 'empty']
const BY_TIME: readonly RuleQuestion[] = ['next', 'last', 'past', 'to_come', 'later', 'older']

/** What people may ask of a field in a condition, the likeliest first; nothing: it stands in none. */
export function questionsOf(field: Field, fieldTypes: FieldTypes): readonly RuleQuestion[] {
  const { operators, isDated, json } = typeOf(field, fieldTypes)
  if (operators.length === 0) return []
  if (isDated) {
    return [...BY_TIME, ...(field.type === 'date' ? ['eq' as const] : []), 'lt', 'lte', 'gt', 'gte', ...ALONE]
  }
  if (!operators.includes('eq')) return operators.includes('contains') ? ['contains', ...ALONE] : ALONE
  if (json === 'boolean') return ['eq', ...ALONE]
  if (operators.includes('lt')) return ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', ...ALONE]
  if (choices(field).length > 0) return ['eq', 'ne', 'in', 'nin', ...ALONE]
  return operators.includes('contains') ? ['contains', 'eq', 'ne', ...ALONE] : ['eq', 'ne', ...ALONE]
}

/** A field that a condition may look at, by the name that it has there. */
interface AskedField {
  readonly name: string
  readonly field: Field
  /** The reference that it stands behind. */
  readonly ref?: Field
}

/** Own fields of a record, and those one reference away, of which something can be asked. */
export function askedFields(
  entity: Entity,
  entities: { readonly [name: string]: Entity },
  fieldTypes: FieldTypes,
): readonly AskedField[] {
  const own = fieldsOf(entity, fieldTypes)
  const far = Object.values(entity.fields).flatMap((ref) => {
    const target = ref.ref && !ref.virtual && !isHidden(ref, fieldTypes) ? entities[ref.ref.to] : undefined
    if (!target) return []
    return fieldsOf(target, fieldTypes)
      .filter(({ system }) => !system)
      .map((field) => ({ name: `${ref.name}.${field.name}`, field, ref }))
  })
  return [...own.map((field) => ({ name: field.name, field })), ...far]
}

const fieldsOf = ({ fields }: Entity, fieldTypes: FieldTypes): readonly Field[] =>
  Object.values(fields).filter(
    (field) =>
      !NEVER.includes(field.name) &&
      !field.virtual &&
      !field.computed &&
      !isHidden(field, fieldTypes) &&
      questionsOf(field, fieldTypes).length > 0,
  )

/** What the engine keeps for itself. */
const NEVER = ['id', 'version', 'date_deleted']

const isHidden = (field: Field, fieldTypes: FieldTypes): boolean =>
  field.secret || typeOf(field, fieldTypes).writeOnly === true

/** Why a field cannot be compared with a value; null: it can, or there is none yet. */
export function wrongIn(field: Field, ask: RuleQuestion, value: Json, fieldTypes: FieldTypes): FieldError | null {
  if (value === null) return null
  if (asksLength(ask)) return isLength(value) ? null : { key: 'integer' }
  const op = OPERATORS.find((one) => one === ask)
  const read = op && ruleLiteral(field, fieldTypes, op, value)
  return read && 'error' in read ? read.error : null
}

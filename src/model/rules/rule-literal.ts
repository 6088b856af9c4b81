import { typeOf } from '../canonical'
import type { Field } from '../field'
import type { FieldTypes, Reading } from '../field-type'
import type { Json } from '../json'
import type { Operator } from './rule'

/**
 * A literal as the field's type compares it: canonical, and of the right kind. Limits such as `minimum` or `pattern`
 * are not checked where the value need not be one that the field could hold (`contains`, `lt` ...).
 * @returns otherwise the error of the value; null (nothing to compare with) is the error `required`
 */
export function ruleLiteral(field: Field, fieldTypes: FieldTypes, op: Operator, value: Json): Reading {
  if (op === 'isNull') return value === true || value === false ? { value } : { error: { key: 'flag' } }
  if (op === 'in' || op === 'nin') {
    if (!Array.isArray(value)) return { error: { key: 'list' } }
    const items = value.map((item: Json) => ruleLiteral(field, fieldTypes, 'eq', item))
    const wrong = items.find((item) => 'error' in item)
    return wrong ?? { value: items.flatMap((item) => ('value' in item ? [item.value] : [])) }
  }
  const type = typeOf(field, fieldTypes)
  if (op === 'contains') {
    return typeof value === 'string' && value.trim()
      ? { value: value.normalize('NFC').trim() }
      : { error: { key: 'text' } }
  }
  const canonical = value === null ? null : type.canonical(value, field)
  if (canonical === null) return { error: { key: 'required' } }
  const loose = op === 'eq' || op === 'ne' ? field : { ...field, schema: {} }
  const error = type.check(canonical, loose)
  return error ? { error } : { value: canonical }
}

/** Whether values of two fields can be compared: the same type, or both numbers, or both texts without an order. */
export function areComparable(a: Field, b: Field, fieldTypes: FieldTypes): boolean {
  if (a.type === b.type) return true
  const [left, right] = [typeOf(a, fieldTypes), typeOf(b, fieldTypes)]
  const isNumber = (json: string): boolean => json === 'integer' || json === 'number'
  if (isNumber(left.json) && isNumber(right.json)) return true
  return (
    left.json === 'string' &&
    right.json === 'string' &&
    !left.operators.includes('lt') &&
    !right.operators.includes('lt')
  )
}

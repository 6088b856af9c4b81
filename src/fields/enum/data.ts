import { choices } from '../../model/rules/choices'
import type { FieldType } from '../../model/field-type'
import { compareCodePoints, fold } from '../../model/values/fold'
import { choiceErrors, choiceFileText } from '../../model/rules/choice-values'

/** One of the values that `x-values` lists; a text on the wire. */
export const enumType: FieldType = {
  name: 'enum',
  json: 'string',
  keywords: ['x-values'],
  operators: ['eq', 'ne', 'in', 'nin', 'isNull'],
  filter: 'eq',
  sortable: true,
  counts: { as: 'plain' },
  canonical: (value) => {
    if (typeof value === 'number') return String(value)
    return typeof value === 'string' ? value.trim() || null : value
  },
  check: (value, field) => (choices(field).some((choice) => choice.value === value) ? null : { key: 'enum' }),
  toText: (value, field) => choiceFileText(String(value ?? ''), field),
  fromText: (raw, field) => {
    const text = raw.trim()
    if (text === '') return { value: null }
    const list = choices(field)
    const found =
      list.find((choice) => choice.value === text) ?? list.find((choice) => fold(choice.title) === fold(text))
    return found ? { value: found.value } : { error: { key: 'enum' } }
  },
  compare: (a, b) => compareCodePoints(String(a), String(b)),
  sample: (field, random) => {
    const list = choices(field)
    return list[Math.floor(random() * list.length)]?.value ?? null
  },
  invalid: (field) => [
    `${choices(field)
      .map((choice) => choice.value)
      .join('')}?`,
    true,
    { a: 1 },
  ],
  typescript: (field) =>
    choices(field)
      .map((choice) => JSON.stringify(choice.value))
      .join(' | ') || 'string',
  errors: choiceErrors,
}

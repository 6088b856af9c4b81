import type { FieldType, Reading } from '../../model/field-type'
import type { Json } from '../../model/json'
import { choices as choicesOf } from '../../model/rules/choices'
import { fold } from '../../model/values/fold'
import { choiceErrors, choiceFileText } from '../../model/rules/choice-values'

/** Several of the values that `x-values` lists, in the order of the list. */
export const choices: FieldType = {
  name: 'choices',
  json: 'array',
  keywords: ['x-values'],
  operators: ['contains', 'isNull'],
  filter: 'contains',
  sortable: false,
  canonical: (value, field) => {
    if (value === '') return null
    const list = Array.isArray(value)
      ? (value as readonly Json[])
      : typeof value === 'string'
        ? value.split(';').map((one) => one.trim())
        : null
    if (!list || list.some((one) => typeof one !== 'string' && typeof one !== 'number')) return value
    const order = choicesOf(field).map((one) => one.value)
    const chosen = [...new Set(list.map(String))]
    if (chosen.length === 0) return null
    return [...order.filter((one) => chosen.includes(one)), ...chosen.filter((one) => !order.includes(one))]
  },
  check: (value, field) => {
    if (!Array.isArray(value)) return { key: 'enum' }
    const known = choicesOf(field).map((one) => one.value)
    return value.every((one) => typeof one === 'string' && known.includes(one)) ? null : { key: 'enum' }
  },
  toText: (value, field) =>
    Array.isArray(value) ? (value as readonly Json[]).map((one) => choiceFileText(String(one), field)).join('; ') : '',
  fromText: (raw, field): Reading => {
    const parts = raw
      .split(';')
      .map((one) => one.trim())
      .filter(Boolean)
    if (parts.length === 0) return { value: null }
    const list = choicesOf(field)
    const found = parts.map(
      (text) => list.find((one) => one.value === text) ?? list.find((one) => fold(one.title) === fold(text)),
    )
    return found.every((one) => one !== undefined)
      ? {
          value: choices.canonical(
            found.map((one) => one?.value ?? ''),
            field,
          ),
        }
      : { error: { key: 'enum' } }
  },
  compare: () => 0,
  sample: (field, random) => {
    const all = choicesOf(field).map((one) => one.value)
    const some = all.filter(() => random() < 0.5)
    return some.length > 0 ? some : all.slice(0, 1).length > 0 ? all.slice(0, 1) : null
  },
  invalid: (field) => [
    [
      `${choicesOf(field)
        .map(({ value }) => value)
        .join('')}?`,
    ],
    [7.5],
    true,
    { a: 1 },
  ],
  typescript: (field) =>
    `readonly (${
      choicesOf(field)
        .map((one) => JSON.stringify(one.value))
        .join(' | ') || 'string'
    })[]`,
  wire: { items: { type: 'string' } },
  errors: choiceErrors,
}

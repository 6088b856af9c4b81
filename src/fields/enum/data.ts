import { choices, choicesOf } from '../../model/rules/choices'
import type { Field } from '../../model/field'
import type { FieldType } from '../../model/field-type'
import { compareCodePoints, fold } from '../../model/values/fold'
import { isIconName } from '../../model/icon-names'

/** One of the values that `x-values` lists; a text on the wire. */
export const enumType: FieldType = {
  name: 'enum',
  json: 'string',
  keywords: ['x-values'],
  operators: ['eq', 'ne', 'in', 'nin', 'isNull'],
  filter: 'eq',
  sortable: true,
  counts: { as: 'plain' },
  canonical: value => {
    if (typeof value === 'number') return String(value)
    return typeof value === 'string' ? value.trim() || null : value
  },
  check: (value, field) => (choices(field).some(choice => choice.value === value) ? null : { key: 'enum' }),
  toText: (value, field) => fileText(String(value ?? ''), field),
  fromText: (raw, field) => {
    const text = raw.trim()
    if (text === '') return { value: null }
    const list = choices(field)
    const found = list.find(choice => choice.value === text) ?? list.find(choice => fold(choice.title) === fold(text))
    return found ? { value: found.value } : { error: { key: 'enum' } }
  },
  compare: (a, b) => compareCodePoints(String(a), String(b)),
  sample: (field, random) => {
    const list = choices(field)
    return list[Math.floor(random() * list.length)]?.value ?? null
  },
  invalid: field => [`${choices(field).map(choice => choice.value).join('')}?`, true, { a: 1 }],
  typescript: field => choices(field).map(choice => JSON.stringify(choice.value)).join(' | ') || 'string',
  errors: schema => {
    const values = choicesOf(schema).map(choice => choice.value)
    if (!values.length) return [['/x-values', 'a list of choices needs one at least: [{ "value": "1", "title": "..." }].', 'M012']]
    const icons = choicesOf(schema).flatMap(({ icon }, i): [string, string, string][] =>
      icon === undefined || isIconName(icon) ? [] : [[`/x-values/${i}/icon`, `no icon "${icon}". Choose one of src/model/icon-names.ts.`, 'M039']])
    return icons.concat(values.flatMap((value, i) => {
      const path = `/x-values/${i}/value`
      if (value.trim() !== value || value === '') return [[path, 'a value must not be empty or have spaces around it.', 'M012']]
      return values.indexOf(value) === i ? [] : [[path, `the value "${value}" is listed twice. Remove one.`, 'M012']]
    }))
  },
}

/** The title people read, or the value if a file could confuse the title with another choice. */
function fileText(value: string, field: Field): string {
  const list = choices(field)
  const title = list.find(choice => choice.value === value)?.title.trim()
  if (!title) return value
  const folded = fold(title)
  const isClear = list.every(other => other.value === value || (fold(other.title.trim()) !== folded && other.value !== title))
  return isClear ? title : value
}

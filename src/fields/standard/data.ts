import type { Field } from '../../model/field'
import type { FieldType } from '../../model/field-type'
import type { Json } from '../../model/json'
import { compareCodePoints } from '../../model/values/fold'
import { STANDARD_LISTS, standardCode, standardCodes, type StandardList } from '../../model/values/standard-codes'

/** A code of a list that the world shares: an IANA time zone, an ISO country or language. */
export const standard: FieldType = {
  name: 'standard',
  json: 'string',
  keywords: ['x-list'],
  operators: ['eq', 'ne', 'in', 'nin', 'isNull'],
  filter: 'eq',
  sortable: true,
  canonical: (value, field) => toCode(value, field),
  check: (value, field) =>
    typeof value === 'string' && standardCode(listOf(field), value) === value ? null : { key: `code_${listOf(field)}` },
  toText: (value) => String(value ?? ''),
  fromText: (raw, field) => {
    const value = toCode(raw, field)
    return value === null || standardCode(listOf(field), String(value)) !== null
      ? { value }
      : { error: { key: `code_${listOf(field)}` } }
  },
  compare: (a, b) => compareCodePoints(String(a), String(b)),
  sample: (field, random) => {
    const codes = standardCodes(listOf(field))
    return codes[Math.floor(random() * codes.length)] ?? null
  },
  invalid: () => ['no such code', 'QQ', 'xx', 'IST', 'America/Limaa', 7, true, { a: 1 }],
  typescript: () => 'string',
  errors: ({ 'x-list': list }) =>
    STANDARD_LISTS.some((one) => one === list) ? [] : [['/x-list', `say which codes: ${STANDARD_LISTS.join(', ')}.`]],
}

/** The list whose codes a field holds. */
export const listOf = ({ schema }: Pick<Field, 'schema'>): StandardList =>
  STANDARD_LISTS.find((one) => one === schema['x-list']) ?? 'time_zones'

/** The code of the list, where the text is or names one; any other text stays, to be refused. */
function toCode(value: Json, field: Field): Json {
  if (typeof value !== 'string') return value
  const text = value.trim()
  return text === '' ? null : (standardCode(listOf(field), text) ?? text)
}

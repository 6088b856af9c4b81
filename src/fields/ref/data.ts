import { canonicalDecimal } from '../../model/decimal'
import type { FieldType } from '../../model/field-type'

/** Identifiers are PostgreSQL's `integer`. */
export const MAX_ID = 2_147_483_647

/** The id of a record of another entity (`x-to`). */
export const ref: FieldType = {
  name: 'ref',
  json: 'integer',
  keywords: ['x-to', 'x-via', 'x-expand', 'x-on-delete'],
  operators: ['eq', 'ne', 'in', 'nin', 'isNull'],
  filter: 'eq',
  sortable: true,
  canonical: value => (value === '' ? null : canonicalDecimal(value)),
  check: value => (isId(value) ? null : { key: 'ref' }),
  toText: value => String(value ?? ''),
  fromText: raw => {
    const text = raw.trim()
    if (text === '') return { value: null }
    return /^\d{1,10}$/.test(text) && isId(Number(text)) ? { value: Number(text) } : { fault: { key: 'ref' } }
  },
  compare: (a, b) => Number(a) - Number(b),
  sample: (_field, random) => 1 + Math.floor(random() * 1000),
  invalid: () => [0, -1, 1.5, MAX_ID + 1, 'Ana', true, { a: 1 }],
  typescript: () => 'number',
  faults: schema => {
    if (typeof schema['x-to'] === 'string') return []
    return [['', 'a reference must say what it points to: add "x-to": "<entity>".', 'M006']]
  },
}

function isId(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_ID
}

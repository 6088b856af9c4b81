import { compareCodePoints } from '../../model/values/fold'
import { homePhone } from '../../model/values/home-phone'
import type { Field } from '../../model/field'
import type { FieldType } from '../../model/field-type'
import type { Json } from '../../model/json'

/** Digits of a number: at most 15 (ITU-T E.164); short internal numbers have at least 6. */
const PHONE = /^\+?\d{6,15}$/

/**
 * A telephone number: digits with an optional plus sign; spaces, dashes, dots and parentheses are removed. A number of
 * the house's own country (`x-home`) is kept as it is dialled there, however it is written.
 */
export const phone: FieldType = {
  name: 'phone',
  json: 'string',
  keywords: ['x-search', 'x-home'],
  operators: ['eq', 'ne', 'in', 'nin', 'contains', 'isNull'],
  filter: 'contains',
  sortable: true,
  canonical: toPhone,
  check: (value) => (typeof value === 'string' && PHONE.test(value) ? null : { key: 'phone' }),
  toText: (value) => String(value ?? ''),
  fromText: (raw, field) => {
    const value = toPhone(raw.trim().replace(/^tel:/i, ''), field)
    return value === null || PHONE.test(String(value)) ? { value } : { error: { key: 'phone' } }
  },
  compare: (a, b) => compareCodePoints(String(a), String(b)),
  sample: (_field, random) => `9${String(Math.floor(random() * 1e8)).padStart(8, '0')}`,
  invalid: () => ['12345', '1234567890123456', '99+8877665', 'teléfono', 987654321, { a: 1 }],
  typescript: () => 'string',
}

// A sheet that took the number for a quantity wrote its decimals too.
const DECIMALS = /^(\s*\d{6,15})[.,]0+\s*$/

function toPhone(value: Json, { schema }: Field): Json {
  return typeof value === 'string'
    ? homePhone(value.replace(DECIMALS, '$1'), String(schema['x-home'] ?? '')) || null
    : value
}

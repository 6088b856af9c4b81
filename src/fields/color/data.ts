import { compareCodePoints } from '../../model/values/fold'
import type { FieldType } from '../../model/field-type'
import type { Json } from '../../model/json'

/** A colour, `#rrggbb` in lower case; `#RGB` and a missing `#` are accepted. */
export const color: FieldType = {
  name: 'color',
  json: 'string',
  keywords: [],
  operators: ['eq', 'ne', 'in', 'nin', 'isNull'],
  filter: 'eq',
  sortable: true,
  canonical: toColor,
  check: (value) => (typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value) ? null : { key: 'color' }),
  toText: (value) => String(value ?? ''),
  fromText: (raw) => {
    const value = toColor(raw)
    return value === null || /^#[0-9a-f]{6}$/.test(String(value)) ? { value } : { error: { key: 'color' } }
  },
  compare: (a, b) => compareCodePoints(String(a), String(b)),
  sample: (_field, random) =>
    `#${Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, '0')}`,
  invalid: () => ['rojo', '#12345', '#gggggg', 123456, true, { a: 1 }],
  typescript: () => 'string',
}

function toColor(value: Json): Json {
  if (typeof value !== 'string') return value
  const text = value.trim().toLowerCase()
  const hex = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/.exec(text)?.[1]
  if (!hex) return text || null
  return `#${hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex}`
}

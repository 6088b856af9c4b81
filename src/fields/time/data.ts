import { compareCodePoints } from '../../model/values/fold'
import type { FieldType } from '../../model/field-type'
import type { Json } from '../../model/json'
import { clockText, isClock } from '../../model/values/clock'

/** A time of day without a date or a zone, `HH:MM` from 00:00 to 23:59. */
export const time: FieldType = {
  name: 'time',
  json: 'string',
  keywords: [],
  operators: ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'isNull'],
  filter: 'eq',
  sortable: true,
  canonical: toTime,
  check: (value) => (typeof value === 'string' && isClock(value) ? null : { key: 'time' }),
  toText: (value) => String(value ?? ''),
  fromText: (raw) => {
    const value = toTime(raw)
    return value === null || isClock(String(value)) ? { value } : { error: { key: 'time' } }
  },
  compare: (a, b) => compareCodePoints(String(a), String(b)),
  sample: (_field, random) => `${two(random() * 24)}:${two(random() * 60)}`,
  invalid: () => ['24:00', '12:60', '12:30:15', 'mediodía', '13:00 pm', 1230, true, { a: 1 }],
  typescript: () => 'string',
  wire: { pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' },
}

function toTime(value: Json): Json {
  if (typeof value !== 'string') return value
  const text = value.trim()
  return text === '' ? null : (clockText(text) ?? text)
}

const two = (number: number): string => String(Math.floor(number)).padStart(2, '0')

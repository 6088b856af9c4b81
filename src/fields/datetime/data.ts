import { DATETIME_SHAPE, utcDateTime } from '../../model/values/calendar'
import { compareCodePoints } from '../../model/values/fold'
import type { FieldType } from '../../model/field-type'
import { zonedText } from '../../model/values/zoned-text'

/** A moment: ISO 8601 in UTC with milliseconds on the wire; any offset is accepted, but there must be one. */
export const datetime: FieldType = {
  name: 'datetime',
  json: 'string',
  keywords: ['format'],
  operators: ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'isNull'],
  filter: 'eq',
  sortable: true,
  isDated: true,
  inFiles: 'moment',
  counts: { as: 'moment' },
  isMoment: true,
  canonical: (value) => {
    if (typeof value !== 'string') return value
    const text = value.trim()
    const utc = utcDateTime(text)
    return utc === null || utc === 'offset' ? text || null : utc
  },
  check: (value) => {
    const utc = typeof value === 'string' ? utcDateTime(value) : null
    if (utc === 'offset') return { key: 'datetime_offset' }
    return utc !== null && DATETIME_SHAPE.test(String(value)) ? null : { key: 'datetime' }
  },
  toText: (value, _field, style) => (typeof value === 'string' ? zonedText(value, style.zone) : ''),
  fromText: (raw) => {
    const text = raw.trim()
    if (text === '') return { value: null }
    const utc = utcDateTime(text)
    if (utc === 'offset') return { error: { key: 'datetime_offset' } }
    return utc === null ? { error: { key: 'datetime' } } : { value: utc }
  },
  compare: (a, b) => compareCodePoints(String(a), String(b)),
  sample: (_field, random) => new Date(Math.floor(random() * 4_000_000_000_000) - 1_000_000_000_000).toISOString(),
  invalid: () => [
    '2026-02-30T00:00:00Z',
    '2026-11-21T05:00:00',
    '2026-11-21T25:00:00Z',
    '2026-11-21',
    1763701200000,
    true,
    { a: 1 },
  ],
  typescript: () => 'string',
}

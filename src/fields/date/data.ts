import { isCalendarDate } from '../../model/values/calendar'
import { compareCodePoints } from '../../model/values/fold'
import { writtenDate } from '../../model/values/written-date'
import type { FieldType, Reading } from '../../model/field-type'

/** A calendar date without a zone, `YYYY-MM-DD`. */
export const date: FieldType = {
  name: 'date',
  json: 'string',
  keywords: ['format', 'x-expires', 'x-begins'],
  operators: ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'isNull'],
  filter: 'eq',
  sortable: true,
  isDated: true,
  inFiles: 'date',
  counts: { as: 'date' },
  canonical: (value) => (typeof value === 'string' ? value.trim() || null : value),
  check: (value) => (typeof value === 'string' && isCalendarDate(value) ? null : { key: 'date' }),
  toText: (value) => String(value ?? ''),
  fromText: readDate,
  compare: (a, b) => compareCodePoints(String(a), String(b)),
  sample: (_field, random) =>
    new Date(Math.floor(random() * 4_000_000_000_000) - 1_000_000_000_000).toISOString().slice(0, 10),
  invalid: () => ['2026-02-30', '2026-13-01', '21/11/2026', 'mañana', 20261121, true, { a: 1 }],
  typescript: () => 'string',
}

/** A day as people write it (`written-date.ts` says how): the year or the day first, or with the month's name. */
function readDate(raw: string): Reading {
  // Spreadsheets and databases write midnight behind a day.
  const text = raw.trim().replace(/[T\s]+0{1,2}:00(?::00(?:\.0+)?)?Z?$/i, '')
  if (text === '') return { value: null }
  const value = writtenDate(text)
  return value === null ? { error: { key: 'date' } } : { value }
}

import { isCalendarDate } from '../../model/values/calendar'
import { compareCodePoints } from '../../model/values/fold'
import type { FieldType, Reading } from '../../model/field-type'

/** A calendar date without a zone, `YYYY-MM-DD`. */
export const date: FieldType = {
  name: 'date',
  json: 'string',
  keywords: ['format'],
  operators: ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'isNull'],
  filter: 'eq',
  sortable: true,
  isDated: true,
  inFiles: 'date',
  counts: { as: 'date' },
  canonical: value => (typeof value === 'string' ? value.trim() || null : value),
  check: value => (typeof value === 'string' && isCalendarDate(value) ? null : { key: 'date' }),
  toText: value => String(value ?? ''),
  fromText: readDate,
  compare: (a, b) => compareCodePoints(String(a), String(b)),
  sample: (_field, random) => new Date(Math.floor(random() * 4_000_000_000_000) - 1_000_000_000_000).toISOString().slice(0, 10),
  invalid: () => ['2026-02-30', '2026-13-01', '21/11/2026', 'mañana', 20261121, true, { a: 1 }],
  typescript: () => 'string',
}

/** Year first (`2026-11-21`, `2026/11/21`), or day first where it cannot be a month (`21/11/2026`). */
function readDate(raw: string): Reading {
  const text = raw.trim()
  if (text === '') return { value: null }
  const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text)
  if (yearFirst) return calendarDate(yearFirst[1], yearFirst[2], yearFirst[3])
  const dayFirst = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text)
  if (!dayFirst) return { error: { key: 'date' } }
  const [, day, month, year] = dayFirst
  // 03/04/2026 is March in one country and April in another.
  return Number(day) > 12 || Number(day) === Number(month) ? calendarDate(year, month, day) : { error: { key: 'date_ambiguous' } }
}

function calendarDate(year = '', month = '', day = ''): Reading {
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(value) ? { value } : { error: { key: 'date' } }
}

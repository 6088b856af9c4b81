import { clockOf, clockText, isClock } from '../../model/values/clock'
import type { FieldType, Reading, FieldError } from '../../model/field-type'
import { isObject, type Json, type JsonObject } from '../../model/json'
import { endsNextDay, spansInOrder, isWholeDay, overlap, type Span, WEEK } from '../../model/values/week'
import { readWeek, weekText } from '../../model/values/week-text'

/** A few a day are normal; hundreds are a mistake. */
const MAX_SPANS = 70

/**
 * When something is open in a week: `[{ "day_of_week": 1, "time_start": "08:00", "time_end": "18:00" }, ...]`, 0 Sunday
 * to 6 Saturday, several spans a day; one that ends at or before its start continues to that time on the next day,
 * 00:00 to 00:00 is the whole day.
 */
export const schedule: FieldType = {
  name: 'schedule',
  json: 'array',
  keywords: [],
  operators: ['isNull'],
  filter: 'eq',
  sortable: false,
  formColumns: 12,
  inList: false,
  canonical: toSpans,
  check: checkSpans,
  toText: (value, _field, style) => (isWeek(value) ? weekText(value, style.language) : ''),
  fromText,
  compare: () => 0,
  sample: (_field, random) => sampleWeek(random) as unknown as Json,
  invalid: (): Json[] => [
    [{ day_of_week: 7, time_start: '08:00', time_end: '18:00' }],
    [{ day_of_week: 1, time_start: '25:00', time_end: '18:00' }],
    [{ day_of_week: 1, time_start: '08:00' }],
    [{ day_of_week: 1, time_start: '08:00', time_end: '08:00' }],
    [
      { day_of_week: 1, time_start: '08:00', time_end: '12:00' },
      { day_of_week: 1, time_start: '11:59', time_end: '13:00' },
    ],
    [
      { day_of_week: 1, time_start: '22:00', time_end: '02:00' },
      { day_of_week: 2, time_start: '01:00', time_end: '03:00' },
    ],
    [
      { day_of_week: 6, time_start: '22:00', time_end: '01:00' },
      { day_of_week: 0, time_start: '00:00', time_end: '00:00' },
    ],
    ['lunes'],
    'lunes',
    7,
    true,
    { day_of_week: 1 },
  ],
  typescript: () =>
    'readonly { readonly day_of_week: number; readonly time_start: string; readonly time_end: string }[]',
  wire: {
    maxItems: MAX_SPANS,
    items: {
      type: 'object',
      required: ['day_of_week', 'time_start', 'time_end'],
      properties: {
        day_of_week: { type: 'integer', minimum: 0, maximum: 6 },
        time_start: { type: 'string', pattern: '^[0-2][0-9]:[0-5][0-9]$' },
        time_end: { type: 'string', pattern: '^[0-2][0-9]:[0-5][0-9]$' },
      },
    },
  },
}

/** The spans of a value, without malformed ones: what an input shows while it is being filled in. */
export const spansOf = (value: Json): readonly Span[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter((one): one is Json & Span => isSpan(one)) : []

const isWeek = (value: Json): value is readonly (Span & JsonObject)[] => Array.isArray(value) && value.every(isSpan)

function checkSpans(value: Json): FieldError | null {
  if (!isWeek(value)) return { key: 'schedule' }
  if (value.length > MAX_SPANS) return { key: 'schedule_long', params: { max: MAX_SPANS } }
  const empty = value.find((span) => span.time_start === span.time_end && !isWholeDay(span))
  if (empty) return { key: 'schedule_empty', params: { time: empty.time_start } }
  const pair = overlap(value)
  return pair ? { key: 'schedule_overlap', params: { a: hours(pair[0]), b: hours(pair[1]) } } : null
}

const hours = ({ time_start, time_end }: Span): string => `${time_start}-${time_end}`

function isSpan(value: Json): boolean {
  if (!isObject(value) || Object.keys(value).sort().join() !== 'day_of_week,time_end,time_start') return false
  const { day_of_week, time_start, time_end } = value
  return (
    (WEEK as readonly Json[]).includes(day_of_week ?? null) &&
    typeof time_start === 'string' &&
    isClock(time_start) &&
    typeof time_end === 'string' &&
    isClock(time_end)
  )
}

function toSpans(value: Json): Json {
  if (!Array.isArray(value)) return value
  if (value.length === 0) return null
  const spans = (value as readonly Json[]).map(toSpan)
  return isWeek(spans) ? spansInOrder(spans) : spans
}

/** Other keys (the id of a row that was read) say nothing about opening hours. */
function toSpan(value: Json): Json {
  if (!isObject(value)) return value
  const { day_of_week = null, time_start = null, time_end = null } = value
  const day = typeof day_of_week === 'string' && /^[0-6]$/.test(day_of_week) ? Number(day_of_week) : day_of_week
  return { day_of_week: Object.is(day, -0) ? 0 : day, time_start: toClock(time_start), time_end: toClock(time_end) }
}

/** `24:00` ends a day as `00:00` does. */
const toClock = (value: Json): Json => {
  if (typeof value !== 'string') return value
  return /^24:00(:00)?$/.test(value.trim()) ? '00:00' : (clockText(value.trim()) ?? value)
}

function fromText(text: string): Reading {
  if (text.trim() === '') return { value: null }
  const read = readWeek(text)
  if (!read) return { error: { key: 'schedule' } }
  const value = spansInOrder(read) as unknown as Json
  const error = checkSpans(value)
  return error ? { error } : { value }
}

/** Some days, each with one or two spans that end before the day does, now and then over midnight. */
function sampleWeek(random: () => number): Span[] {
  const days = WEEK.filter(() => random() < 0.6)
  return (days.length > 0 ? days : [WEEK[0]]).flatMap((day_of_week): Span[] => {
    const open = 360 + Math.floor(random() * 360)
    const morning = { day_of_week, time_start: clockOf(open), time_end: clockOf(open + 1 + Math.floor(random() * 120)) }
    const evening = 900 + Math.floor(random() * 300)
    const late = {
      day_of_week,
      time_start: clockOf(evening),
      time_end: clockOf(evening + 1 + Math.floor(random() * 500)),
    }
    return random() < 0.5 ? [morning] : endsNextDay(late) || random() < 0.5 ? [morning, late] : [late]
  })
}

import type { Json, JsonObject } from './json'
import type { Layout } from './layout'
import { addDays, wallTime } from './values/zone-time'

export type CalendarLayout = Extract<Layout, { readonly kind: 'calendar' }>

/** The first and the last day of something, both included. */
export interface DaySpan {
  readonly from: string
  readonly to: string
}

/** Days that one call may ask for: a month with the weeks around it, and some. */
export const MAX_CALENDAR_DAYS = 62
/** Rows in one answer: days times the rows of each. */
export const MAX_CALENDAR_ROWS = 2000

/**
 * The days that a record stands on; null: it has no day. One without an end, or with an end before its beginning,
 * stands on its first day; a moment at midnight ends the day before.
 * @param zone of moments; null: the fields are calendar dates
 */
export function daysOf(record: JsonObject, { from, to }: CalendarLayout, zone: string | null): DaySpan | null {
  const start = filledText(record[from])
  if (start === null) return null
  const end = to === undefined ? null : filledText(record[to])
  const first = dayAt(start, zone)
  if (first === null) return null
  if (end === null || end <= start) return { from: first, to: first }
  return { from: first, to: dayAt(zone === null ? end : new Date(Date.parse(end) - 1).toISOString(), zone) ?? first }
}

const filledText = (value: Json | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null

const dayAt = (text: string, zone: string | null): string | null =>
  zone === null ? text : (wallTime(text, zone)?.date ?? null)

/** Every day of a span, in order. */
export function eachDay({ from, to }: DaySpan): readonly string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

import type { DaySpan } from '../../../../model/calendar-days'
import { isCalendarDate } from '../../../../model/values/calendar'
import { addDays, addMonths } from '../../../../model/values/zone-time'

export const MODES = ['month', 'week', 'day', 'agenda'] as const
export type CalendarMode = (typeof MODES)[number]

/** Where in a calendar one is: what is shown, and a day in it. */
export interface CalendarPeriod {
  readonly mode: CalendarMode
  readonly day: string
}

/** Days of an agenda: four weeks. */
const AGENDA_DAYS = 28

/**
 * `2026-11` a month, `2026-11-23` a day, `week-2026-11-23` the week of a day, `agenda-2026-11-23` what comes from a day
 * on; null for another text.
 */
export function readPeriod(text: string | null): CalendarPeriod | null {
  const [, mode, month, day] = /^(?:(week|agenda)-)?(\d{4}-\d\d)(-\d\d)?$/.exec(text ?? '') ?? []
  if (month === undefined || !isCalendarDate(`${month}${day ?? '-01'}`)) return null
  if (day === undefined) return mode === undefined ? { mode: 'month', day: `${month}-01` } : null
  return { mode: mode === 'week' || mode === 'agenda' ? mode : 'day', day: `${month}${day}` }
}

export function writePeriod({ mode, day }: CalendarPeriod): string {
  if (mode === 'month') return day.slice(0, 7)
  return mode === 'day' ? day : `${mode}-${day}`
}

/** The first day of the week that a day is in. @param first 1 Monday … 7 Sunday */
export function weekOf(day: string, first: number): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
  return addDays(day, -((weekday - first + 7) % 7))
}

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`

/** The days that a period shows; a month with the rest of its first and last week. */
export function periodDays({ mode, day }: CalendarPeriod, first: number): DaySpan {
  if (mode === 'day') return { from: day, to: day }
  if (mode === 'agenda') return { from: day, to: addDays(day, AGENDA_DAYS - 1) }
  if (mode === 'week') return { from: weekOf(day, first), to: addDays(weekOf(day, first), 6) }
  return { from: weekOf(monthOf(day), first), to: addDays(weekOf(addDays(addMonths(monthOf(day), 1), -1), first), 6) }
}

/** The period before or after. */
export function besidePeriod({ mode, day }: CalendarPeriod, by: 1 | -1): CalendarPeriod {
  if (mode === 'month') return { mode, day: addMonths(monthOf(day), by) }
  return { mode, day: addDays(day, by * (mode === 'week' ? 7 : mode === 'agenda' ? AGENDA_DAYS : 1)) }
}

/** Whether a day is of the month itself, not of the weeks around it. */
export const isOfMonth = (day: string, { day: shown }: CalendarPeriod): boolean => day.slice(0, 7) === shown.slice(0, 7)

const written = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
const utc = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** `noviembre de 2026`, `23 – 29 nov 2026`. */
export function periodTitle(period: CalendarPeriod, { from, to }: DaySpan, language: string): string {
  if (period.mode === 'month') return written(language, { month: 'long', year: 'numeric' }).format(utc(period.day))
  if (period.mode === 'day') return dayTitle(period.day, language, true)
  return written(language, { day: 'numeric', month: 'short', year: 'numeric' }).formatRange(utc(from), utc(to))
}

/** `lunes, 23 de noviembre`, with the year where it is not said elsewhere. */
export const dayTitle = (day: string, language: string, year = false): string =>
  written(language, { weekday: 'long', day: 'numeric', month: 'long', ...(year && { year: 'numeric' }) }).format(
    utc(day),
  )

export const weekdayName = (day: string, language: string, length: 'short' | 'narrow'): string =>
  written(language, { weekday: length }).format(utc(day))

// Of the languages that write their weeks from another day than Monday (CLDR, by where most of their speakers live).
const FROM_SUNDAY = new Set(['en', 'pt', 'he', 'ja', 'ko', 'hi', 'th', 'zh'])
const FROM_SATURDAY = new Set(['ar', 'fa'])

/** The first day of the week, 1 Monday … 7 Sunday: what the settings say, else as the language has it. */
export function firstOfWeek(language: string, setting: unknown): number {
  const said = Number(setting)
  if (Number.isInteger(said) && said >= 1 && said <= 7) return said
  const [name = ''] = language.toLowerCase().split('-')
  return FROM_SUNDAY.has(name) ? 7 : FROM_SATURDAY.has(name) ? 6 : 1
}

import type { DateSpan } from './date-span'
import { addDays, addMonths } from '../../model/values/zone-time'

/** Spec 1 §9. Weeks begin on Monday (ISO 8601). */
export const DATE_PRESETS = [
  'tomorrow',
  'today',
  'yesterday',
  'last_7_days',
  'last_30_days',
  'last_6_months',
  'this_week',
  'this_month',
  'this_year',
  'last_week',
  'last_month',
  'last_year',
] as const
type DatePreset = (typeof DATE_PRESETS)[number]

/** The dates a preset stands for, both included. @param today 'YYYY-MM-DD' on the clock that days are counted by */
export function presetSpan(preset: DatePreset, today: string): { from: string; to: string } {
  const week = (weeks: number) => {
    const monday = addDays(today, weeks * 7 - ((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7))
    return { from: monday, to: addDays(monday, 6) }
  }
  const month = (months: number) => {
    const first = addMonths(`${today.slice(0, 7)}-01`, months)
    return { from: first, to: addDays(addMonths(first, 1), -1) }
  }
  const year = (years: number) => {
    const number = String(Number(today.slice(0, 4)) + years).padStart(4, '0')
    return { from: `${number}-01-01`, to: `${number}-12-31` }
  }
  const since = (from: string) => ({ from, to: today })
  const day = (days: number) => ({ from: addDays(today, days), to: addDays(today, days) })
  const spans: { readonly [name in DatePreset]: () => { from: string; to: string } } = {
    tomorrow: () => day(1),
    today: () => day(0),
    yesterday: () => day(-1),
    last_7_days: () => since(addDays(today, -6)),
    last_30_days: () => since(addDays(today, -29)),
    last_6_months: () => since(addMonths(today, -6)),
    this_week: () => week(0),
    this_month: () => month(0),
    this_year: () => year(0),
    last_week: () => week(-1),
    last_month: () => month(-1),
    last_year: () => year(-1),
  }
  return spans[preset]()
}

/** The preset that a span happens to be today, null for dates of one's own. */
export function presetOf(span: DateSpan, today: string): DatePreset | null {
  return (
    DATE_PRESETS.find((preset) => {
      const { from, to } = presetSpan(preset, today)
      return from === span.from && to === span.to
    }) ?? null
  )
}

import { addDays, addMonths } from '#engine/model'
import { SUMMARY_PERIODS } from './summary-call'

export interface PeriodSpan {
  readonly id: (typeof SUMMARY_PERIODS)[number]
  /** `YYYY-MM-DD`, both included; null: since ever. */
  readonly from: string | null
  readonly to: string | null
}

/**
 * The times of a summary, up to a day. Weeks begin on the company's first day.
 * @param week_start 1 Monday to 7 Sunday
 */
export function periodsOf(today: string, week_start: number): readonly PeriodSpan[] {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  const month = `${today.slice(0, 7)}-01`
  const days: { readonly [id in (typeof SUMMARY_PERIODS)[number]]: readonly [string | null, string | null] } = {
    today: [today, today],
    yesterday: [addDays(today, -1), addDays(today, -1)],
    week: [addDays(today, -((weekday - week_start + 7) % 7)), today],
    month: [month, today],
    last_month: [addMonths(month, -1), addDays(month, -1)],
    year: [`${today.slice(0, 4)}-01-01`, today],
    all: [null, null],
  }
  return SUMMARY_PERIODS.map((id) => ({ id, from: days[id][0], to: days[id][1] }))
}

import { addDays, momentAt, todayIn } from '../../../model/values/zone-time'
import type { ReportKept } from '../../../model/own-report'

const WEEK_DAYS = 7

/** The next moment of an hour of a weekday on a zone's clock after `now`, ISO 8601 UTC. */
export function nextMail({ weekday, hour }: Pick<ReportKept, 'weekday' | 'hour'>, zone: string, now: Date): string {
  const today = todayIn(zone, now)
  const ahead = (weekday - isoDay(today) + WEEK_DAYS) % WEEK_DAYS
  const at = (days: number): string =>
    momentAt(`${addDays(today, days)}T${String(hour).padStart(2, '0')}:00:00.000`, zone) ?? now.toISOString()
  const first = at(ahead)
  return Date.parse(first) > now.getTime() ? first : at(ahead + WEEK_DAYS)
}

/** 1 is Monday. */
const isoDay = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || WEEK_DAYS

import { isCalendarDate } from './calendar'
import { zoneOffset_s } from './zone-offset'

/** Lengths of time. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** A moment as a wall clock shows it: `date` 'YYYY-MM-DD', `time` 'HH:mm' (24 hours). */
interface WallTime {
  readonly date: string
  readonly time: string
}

/** What the clock of a zone shows at an instant; null for a text that is not a date. An unknown zone counts as UTC. */
export function wallTime(iso: string, zone: string): WallTime | null {
  const time_ms = Date.parse(iso)
  if (Number.isNaN(time_ms)) return null
  const local = new Date(time_ms + offset_ms(time_ms, zone)).toISOString()
  return { date: local.slice(0, -14), time: local.slice(-13, -8) }
}

/** The instant at which a zone's clock shows a wall time, ISO 8601 UTC; null for a text that is not a date. */
export const instantOf = ({ date, time }: WallTime, zone: string): string | null =>
  momentAt(`${date}T${time}:00.000`, zone)

/**
 * The moment at which the clock of an IANA zone shows `2026-11-21 05:00:00`, ISO 8601 UTC; null for another text. A
 * time that a clock change skips is read with the offset before the change, one shown twice as the first.
 */
export function momentAt(clock: string, zone: string): string | null {
  const local_ms = Date.parse(`${clock.trim().replace(' ', 'T')}Z`)
  if (Number.isNaN(local_ms)) return null
  const [early = local_ms, late = local_ms] = sidesOf(local_ms, zone)
  const fits = [early, late].find((time_ms) => time_ms + offset_ms(time_ms, zone) === local_ms)
  return new Date(fits ?? early).toISOString()
}

/**
 * The moments at which a calendar day `YYYY-MM-DD` of an IANA zone and the next day begin, as ISO 8601 in UTC; null
 * when there is no such day.
 */
export function dayBounds(day: string, zone: string): { readonly from: string; readonly until: string } | null {
  if (!isCalendarDate(day)) return null
  const midnight_ms = Date.parse(`${day}T00:00:00.000Z`)
  return { from: dayStart(midnight_ms, zone), until: dayStart(midnight_ms + DAY_MS, zone) }
}

/**
 * First moment of the local day whose date `midnight_ms` is when read as UTC; clocks may change at that very midnight.
 */
function dayStart(midnight_ms: number, zone: string): string {
  const date = new Date(midnight_ms).toISOString().slice(0, 10)
  const moments = sidesOf(midnight_ms, zone)
    .map((time_ms) => new Date(time_ms).toISOString())
    .sort()
  return (
    moments.find((moment) => wallTime(moment, zone)?.date === date) ?? moments[1] ?? new Date(midnight_ms).toISOString()
  )
}

/** What a clock time means by the offsets of the previous and of the next day. */
const sidesOf = (local_ms: number, zone: string): readonly number[] =>
  [-DAY_MS, DAY_MS].map((aside) => local_ms - offset_ms(local_ms + aside, zone))

const offset_ms = (time_ms: number, zone: string): number => (zoneOffset_s(time_ms, zone) ?? 0) * 1000

/** Today's date on a zone's clock. */
export function todayIn(zone: string, now: Date = new Date()): string {
  return wallTime(now.toISOString(), zone)?.date ?? now.toISOString().slice(0, 10)
}

/** A calendar date moved by days. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** A calendar date moved by months; in a shorter month the day is limited to its end. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}

import { isCalendarDate } from '../../model/calendar'
import { zonedText } from '../../model/zoned-text'

const DAY_MS = 86_400_000

/**
 * The moments at which a calendar day `YYYY-MM-DD` of an IANA zone begins and the next one begins, as ISO 8601 in UTC; null when there is
 * no such day. An unknown zone counts as UTC.
 */
export function dayBounds(day: string, zone: string): { readonly from: string; readonly until: string } | null {
  if (!isCalendarDate(day)) return null
  const midnight_ms = Date.parse(`${day}T00:00:00.000Z`)
  return { from: dayStart(midnight_ms, zone), until: dayStart(midnight_ms + DAY_MS, zone) }
}

/** The moment that a clock `2026-11-21 05:00:00` of an IANA zone shows, as ISO 8601 in UTC; null when it is no such text. */
export function momentAt(clock: string, zone: string): string | null {
  const local_ms = Date.parse(`${clock.trim().replace(' ', 'T')}Z`)
  if (Number.isNaN(local_ms)) return null
  // Read as UTC it may stand on the other side of a change of clocks; the second look is from the right side.
  const near_ms = local_ms - offset_ms(local_ms, zone)
  return new Date(local_ms - offset_ms(near_ms, zone)).toISOString()
}

/** First moment of the local day whose date `midnight_ms` is when read as UTC. */
function dayStart(midnight_ms: number, zone: string): string {
  const date = new Date(midnight_ms).toISOString().slice(0, 10)
  // Clocks may change at that very midnight, so the offsets of both sides are tried.
  const moments = [-DAY_MS, DAY_MS].map((aside) => new Date(midnight_ms - offset_ms(midnight_ms + aside, zone)).toISOString()).sort()
  return moments.find((moment) => zonedText(moment, zone).startsWith(date)) ?? moments[1] ?? new Date(midnight_ms).toISOString()
}

function offset_ms(time_ms: number, zone: string): number {
  const found = /([+-])(\d\d):(\d\d)$/.exec(zonedText(new Date(time_ms).toISOString(), zone))
  if (!found) return 0
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) * 60_000
}

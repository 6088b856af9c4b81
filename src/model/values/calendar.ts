/** The shape of a calendar date on the wire, `YYYY-MM-DD`. */
export const DATE_SHAPE = /^(\d{4})-(\d\d)-(\d\d)$/
/** The shape of a canonical date-time, `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export const DATETIME_SHAPE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const DATETIME_READ =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*([Zz]|[+-]\d\d(?::?\d\d)?)?$/

/** Whether the day exists in the Gregorian calendar (years 1 to 9999). */
export function isCalendarDate(text: string): boolean {
  const found = DATE_SHAPE.exec(text)
  if (!found) return false
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])]
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth(year, month)
}

/**
 * Reads an ISO 8601 date-time with an offset into `YYYY-MM-DDTHH:mm:ss.sssZ`; anything finer than milliseconds is cut
 * off.
 * @returns 'offset' when only `Z` or an offset is missing, null when it is not a date-time or is outside the years 1 to
 * 9999
 */
export function utcDateTime(text: string): string | 'offset' | null {
  const found = DATETIME_READ.exec(text)
  if (!found) return null
  const [, date = '', hour = '', minute = '', second = '0', fraction = '', offset] = found
  if (!isCalendarDate(date) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  if (offset === undefined) return 'offset'
  // It is read several times on its way into the database, canonical after the first.
  if (DATETIME_SHAPE.test(text)) return text
  const offset_min = offsetMinutes(offset)
  if (offset_min === null) return null
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const time = new Date(0)
  // Date.UTC would read the years 0 to 99 as 1900 to 1999.
  time.setUTCFullYear(year, month - 1, day)
  time.setUTCHours(
    Number(hour),
    Number(minute) - offset_min,
    Number(second),
    Number(fraction.slice(0, 3).padEnd(3, '0')),
  )
  const iso = time.toISOString()
  return DATETIME_SHAPE.test(iso) && !iso.startsWith('0000') ? iso : null
}

/** The UTC calendar date of a moment. */
export const utcDate = (time_ms: number): string => new Date(time_ms).toISOString().slice(0, 10)

function daysOfMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function offsetMinutes(offset: string): number | null {
  if (offset === 'Z' || offset === 'z') return 0
  const hours = Number(offset.slice(1, 3))
  const minutes = Number(offset.slice(3).replace(':', '') || '0')
  // The widest offsets in use are -12:00 and +14:00; PostgreSQL itself reads up to 15:59.
  if (hours > 15 || minutes > 59) return null
  return (offset[0] === '-' ? -1 : 1) * (hours * 60 + minutes)
}

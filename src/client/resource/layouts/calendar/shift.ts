import type { CalendarLayout } from '../../../../model/calendar-days'
import type { Json, JsonObject } from '../../../../model/json'
import { addDays, instantOf, wallTime, HOUR_MS } from '../../../../model/values/zone-time'

/** How far a record is moved, or its end alone. */
export interface CalendarShift {
  readonly days: number
  readonly minutes: number
  readonly edge: 'both' | 'end'
}

export const NO_SHIFT: CalendarShift = { days: 0, minutes: 0, edge: 'both' }

/**
 * The values of a record's days after a shift; null: nothing changes. A moment keeps its time on the clock of the
 * house, also over a change of clocks.
 * @param zone of moments; null: calendar dates
 */
export function shiftedValues(
  record: JsonObject,
  { from, to }: CalendarLayout,
  zone: string | null,
  shift: CalendarShift,
): JsonObject | null {
  const [start, end] = [record[from], to === undefined ? null : (record[to] ?? null)]
  if (typeof start !== 'string' || (shift.days === 0 && shift.minutes === 0)) return null
  if (shift.edge === 'both')
    return {
      [from]: moved(start, zone, shift),
      ...(to !== undefined && typeof end === 'string' && { [to]: moved(end, zone, shift) }),
    }
  if (to === undefined) return null
  const next = moved(typeof end === 'string' && end > start ? end : start, zone, shift)
  // A bar is no shorter than its day, and a block no shorter than nothing.
  const last = next < start ? start : next
  const same: Json = zone === null && last === start && end === null ? null : last
  return same === end || (zone !== null && last === start) ? null : { [to]: same }
}

function moved(value: string, zone: string | null, { days, minutes }: CalendarShift): string {
  if (zone === null) return addDays(value, days)
  const wall = wallTime(value, zone)
  if (!wall) return value
  const [hours = 0, rest = 0] = wall.time.split(':').map(Number)
  const total = hours * 60 + rest + minutes
  const day = Math.floor(total / DAY_MIN)
  const minute = total - day * DAY_MIN
  const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const instant = instantOf({ date: addDays(wall.date, days + day), time }, zone)
  // The clock shows no seconds; they stay as they were.
  return instant === null ? value : new Date(Date.parse(instant) + (Date.parse(value) % 60_000)).toISOString()
}

const DAY_MIN = 1440

/** What a new record begins with that is made on a day, or at an hour of it. */
export function beginningAt(
  { from, to }: CalendarLayout,
  zone: string | null,
  day: string,
  minute: number,
): JsonObject {
  if (zone === null) return { [from]: day }
  const start = instantOf(
    { date: day, time: `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}` },
    zone,
  )
  if (start === null) return {}
  return { [from]: start, ...(to !== undefined && { [to]: new Date(Date.parse(start) + HOUR_MS).toISOString() }) }
}

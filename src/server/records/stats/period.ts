import type { Json, JsonObject } from '../../../model/json'
import { isObject } from '../../../model/json'
import { addDays, momentAt, todayIn, wallTime, DAY_MS } from '../../../model/values/zone-time'
import { isCalendarDate } from '../../../model/values/calendar'
import type { RecordContext } from '../record-context'

/** The days that a list is asked for, and the list's filters for as many days before them. */
export interface Period {
  readonly from: string
  readonly to: string
  readonly before: JsonObject
}

/**
 * The days of a question: its `date_from` and `date_to`, or the range of the field that these are about; null where it
 * has no beginning. Where they reach today, the time before ends at the same hour of its own last day: a part of a day
 * is compared with the same part.
 * @param f what the days are about; `days` where that is what the list's are about, else a range in `filters`
 */
export function periodOf(
  { resource, entity, settings, now, runtime }: RecordContext,
  filters: JsonObject,
  days: JsonObject,
  f = resource.list.days?.f ?? 'date_created',
): Period | null {
  const zone = String(settings.timezone ?? 'UTC')
  const range = isObject(filters[f]) ? filters[f] : {}
  const from = later(dayOf(days.date_from), dayOf(range.gte))
  if (from === null) return null
  const today = todayIn(zone, now)
  const to = earlier(dayOf(days.date_to), dayOf(range.lte)) ?? today
  const isOpen = to >= today
  const length = Math.round((Date.parse(isOpen ? today : to) - Date.parse(from)) / DAY_MS) + 1
  // The calendar of the database begins with the year 1: before a time as long as that there is nothing to compare
  // with.
  if (length < 1 || Date.parse(from) - length * DAY_MS < FIRST_MS) return null
  const isMoment = runtime.fieldTypes[entity.fields[f]?.type ?? '']?.isMoment === true
  const last = addDays(isOpen ? today : to, -length)
  const clock = wallTime(now.toISOString(), zone)
  const end: JsonObject =
    isOpen && isMoment && clock ? { lt: momentAt(`${last}T${clock.time}:00.000`, zone) } : { lte: last }
  return { from, to, before: { ...filters, [f]: { gte: addDays(from, -length), ...end } } }
}

const FIRST_MS = Date.parse('0001-01-01T00:00:00.000Z')

const dayOf = (value: Json | undefined): string | null =>
  typeof value === 'string' && isCalendarDate(value.trim()) ? value.trim() : null
const later = (one: string | null, other: string | null): string | null =>
  one !== null && other !== null ? (one > other ? one : other) : (one ?? other)
const earlier = (one: string | null, other: string | null): string | null =>
  one !== null && other !== null ? (one < other ? one : other) : (one ?? other)

import { daysOf } from '../../../../model/calendar-days'
import type { JsonObject } from '../../../../model/json'
import { dateText, timeText } from '../../../../ui/show/date-text'
import { entryOf, entryClock, DAY_MIN } from './entries'
import type { CalendarStyle } from './use-calendar'

/** When a record is: `23/11/2026 09:00 AM – 10:30 AM`, `23/11/2026 – 25/11/2026`. */
export function spanText(record: JsonObject, { layout, zone }: Pick<CalendarStyle, 'layout' | 'zone'>): string {
  const span = daysOf(record, layout, zone)
  if (!span) return ''
  const clock = entryOf(record, layout, zone)?.clock ?? null
  const from = `${dateText(span.from)}${clock ? ` ${time(clock.from_min)}` : ''}`
  if (span.from === span.to) return clock && clock.to_min > clock.from_min ? `${from} – ${time(clock.to_min)}` : from
  return `${from} – ${dateText(span.to)}${clock ? ` ${time(clock.to_min)}` : ''}`
}

/** The hours of a record on the day of its beginning; empty for one without hours. */
export function hoursText(record: JsonObject, { layout, zone }: Pick<CalendarStyle, 'layout' | 'zone'>): string {
  const clock = entryOf(record, layout, zone)?.clock
  return clock ? time(clock.from_min) : ''
}

const time = (minutes: number): string => timeText(entryClock(minutes % DAY_MIN))

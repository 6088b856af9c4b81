import type { Identifier } from 'react-admin'
import { daysOf, type CalendarLayout, type DaySpan } from '../../../../model/calendar-days'
import type { JsonObject } from '../../../../model/json'
import { addDays, wallTime } from '../../../../model/values/zone-time'

/** A record as it stands in a calendar. */
export interface CalendarEntry {
  /** Its own place while it is moved stays beside the one where it would go. */
  readonly key: string
  readonly id: Identifier
  readonly record: JsonObject
  readonly span: DaySpan
  /** Minutes of its first and of its last day on the clock of the house; null: it has days alone. */
  readonly clock: { readonly from_min: number; readonly to_min: number } | null
  readonly look: 'there' | 'left' | 'ghost'
}

/** @param zone of moments; null: calendar dates */
export function entryOf(
  record: JsonObject,
  layout: CalendarLayout,
  zone: string | null,
  look: CalendarEntry['look'] = 'there',
): CalendarEntry | null {
  const span = daysOf(record, layout, zone)
  if (!span) return null
  const id = record['id'] as Identifier
  return {
    key: look === 'ghost' ? `${id}-ghost` : String(id),
    id,
    record,
    span,
    look,
    clock: zone === null ? null : clockOf(record, layout, zone, span),
  }
}

function clockOf(
  record: JsonObject,
  { from, to }: CalendarLayout,
  zone: string,
  span: DaySpan,
): CalendarEntry['clock'] {
  const start = minuteOf(String(record[from]), zone)
  const end = to === undefined ? null : (record[to] ?? null)
  const has = typeof end === 'string' && end > String(record[from])
  const to_min = has ? minuteOf(end, zone) : start
  // It ends at the midnight after its last day.
  return {
    from_min: start,
    to_min: has && to_min === 0 ? DAY_MIN : span.from === span.to ? Math.max(start, to_min) : to_min,
  }
}

function minuteOf(iso: string, zone: string): number {
  const [hours = 0, minutes = 0] = (wallTime(iso, zone)?.time ?? '0:0').split(':').map(Number)
  return hours * 60 + minutes
}

export const DAY_MIN = 1440

/** Whether it stands above the hours: it lasts a day or more. */
export const standsAboveHours = ({ span, clock }: CalendarEntry): boolean =>
  clock === null || span.to > addDays(span.from, 1) || (span.to > span.from && clock.to_min >= clock.from_min)

/** A bar in a row of days. */
export interface Segment {
  readonly entry: CalendarEntry
  readonly lane: number
  /** The first of its days in the row, and how many. */
  readonly at: number
  readonly length: number
  /** It began before the row, or goes on after it. */
  readonly isBegun: boolean
  readonly goesOn: boolean
}

/**
 * Lays bars over a row of days, each in the highest lane that is free: the earlier first, of those that begin together
 * the longer.
 */
export function segmentsOf(entries: readonly CalendarEntry[], days: readonly string[]): readonly Segment[] {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const taken: number[] = []
  const standing = entries.filter(({ span }) => span.from <= last && span.to >= first)
  return standing.toSorted(byBeginning).map((entry) => {
    const at = Math.max(0, days.indexOf(entry.span.from))
    const end = entry.span.to > last ? days.length - 1 : days.indexOf(entry.span.to)
    const free = taken.findIndex((until) => until < at)
    const lane = free >= 0 ? free : taken.length
    taken[lane] = end
    return { entry, lane, at, length: end - at + 1, isBegun: entry.span.from < first, goesOn: entry.span.to > last }
  })
}

function byBeginning(one: CalendarEntry, other: CalendarEntry): number {
  return (
    compare(one.span.from, other.span.from) ||
    compare(other.span.to, one.span.to) ||
    (one.clock?.from_min ?? 0) - (other.clock?.from_min ?? 0) ||
    compare(one.key, other.key)
  )
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

/** A part of a day that a record takes, beside those that it overlaps. */
interface Block {
  readonly entry: CalendarEntry
  readonly from_min: number
  readonly to_min: number
  /** Its place among those that overlap, and how many places there are. */
  readonly at: number
  readonly of: number
  readonly isFirst: boolean
}

/** No block is drawn lower than this many minutes: its name must be read. */
const MIN_MIN = 30

/** The blocks of a day, side by side where they overlap. */
export function blocksOf(entries: readonly CalendarEntry[], day: string): readonly Block[] {
  const parts = entries
    .flatMap((entry) => {
      const { span, clock } = entry
      if (!clock || span.from > day || span.to < day) return []
      const from_min = Math.min(span.from < day ? 0 : clock.from_min, DAY_MIN - MIN_MIN)
      const to_min = span.to > day ? DAY_MIN : clock.to_min
      return [{ entry, from_min, to_min: Math.max(to_min, from_min + MIN_MIN), isFirst: span.from === day }]
    })
    .toSorted(
      (one, other) =>
        one.from_min - other.from_min || other.to_min - one.to_min || compare(one.entry.key, other.entry.key),
    )
  const blocks: Block[] = []
  let together: (typeof parts)[number][] = []
  const lay = () => {
    const ends: number[] = []
    const places = together.map(({ from_min, to_min }) => {
      const free = ends.findIndex((end) => end <= from_min)
      const at = free >= 0 ? free : ends.length
      ends[at] = to_min
      return at
    })
    blocks.push(...together.map((part, index) => ({ ...part, at: places[index] ?? 0, of: ends.length })))
    together = []
  }
  for (const part of parts) {
    if (together.length > 0 && together.every(({ to_min }) => to_min <= part.from_min)) lay()
    together.push(part)
  }
  lay()
  return blocks
}

export const entryClock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

import { isCalendarDate, utcDateTime } from '../../model/values/calendar'
import { clockText } from '../../model/values/clock'
import { fold } from '../../model/values/fold'
import { dateText, dateTimeText } from '../show/date-text'
import { calendarDate, fullYear, writtenDate } from '../../model/values/written-date'
import { addDays, addMonths, instantOf, todayIn, wallTime, MINUTE_MS } from '../../model/values/zone-time'

export type DateKind = 'date' | 'datetime'

/** What a typed date is read with. */
export interface DateReading {
  readonly kind: DateKind
  /** IANA zone whose clock says what today is, and what a time means. */
  readonly zone: string
  /** Words for days and how far they are from today: `{ Hoy: 0 }`. */
  readonly words: { readonly [word: string]: number }
  /** What is asked for is to come: a time alone that has passed today is that of tomorrow. */
  readonly isAhead?: boolean
  readonly now?: Date
}

/**
 * The value of a typed text, null when it is none: `5/3/26`, `05-03-2026`, `050326`, `5/3` (of this year), `2026-03-05`
 * and the words as 'YYYY-MM-DD'; for a date-time, the same with `3:30 pm`, `15:30`, `7.30` or `0730` behind it, or a
 * time of today alone, as ISO 8601 UTC.
 */
export function readDate(typed: string, reading: DateReading): string | null {
  const text = typed.trim()
  const { kind, zone, isAhead = false, now = new Date() } = reading
  const today = todayIn(zone, now)
  if (kind === 'date') return dayOf(text, today, reading.words)
  const exact = utcDateTime(text)
  if (exact && exact !== 'offset') return exact
  // Typed seconds are dropped, as they are not shown.
  const spaced = text.replace(/(\d)T(\d)/i, '$1 $2').replace(/(:\d\d):\d\d(?:\.\d+)?/, '$1')
  const alone = typedClock(spaced)
  if (alone) {
    const moment = instantOf({ date: today, time: alone }, zone)
    const isOver = isAhead && moment !== null && Date.parse(moment) < now.getTime()
    return isOver ? instantOf({ date: addDays(today, 1), time: alone }, zone) : moment
  }
  for (const gap of spaced.matchAll(/[\s,]+/g)) {
    const date = dayOf(spaced.slice(0, gap.index), today, reading.words)
    const rest = spaced.slice(gap.index + gap[0].length)
    const time = date && (isWhole(spaced.slice(0, gap.index)) ? typedClock(rest) : clockText(rest))
    if (date && time) return instantOf({ date, time }, zone)
  }
  return null
}

/** A time as a hand writes it, also `0730` or `730`. */
const typedClock = (text: string): string | null => clockText(text.replace(/^(\d{1,2})(\d{2})$/, '$1:$2'))

/** A word, or a day with its year: four figures behind `5/3` are its year and no time. */
const isWhole = (day: string): boolean => !/\d/.test(day) || /\d\D+\d+\D+\d/.test(day)

/** A value as the input writes it, `DD/MM/YYYY` or `DD/MM/YYYY hh:mm A`; what is no date stays as it was typed. */
export function writeDate(value: string, { kind, zone }: DateReading): string {
  if (kind === 'date') return isCalendarDate(value) ? dateText(value) : value
  const exact = utcDateTime(value)
  return exact && exact !== 'offset' ? dateTimeText(exact, zone) : value
}

/** A moved date and the part of its text that was moved, so that the same key moves it again. */
interface Step {
  readonly value: string
  readonly from: number
  readonly to: number
}

/**
 * Moves the part under the caret by one: a day where none is meant; an empty text becomes today or now. Null when there
 * is no date to move.
 */
export function stepDate(text: string, caret: number, by: 1 | -1, reading: DateReading): Step | null {
  const { kind, zone, now = new Date() } = reading
  if (text.trim() === '') {
    const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
    return { value: kind === 'date' ? todayIn(zone, now) : minute.toISOString(), from: 0, to: 2 }
  }
  const value = readDate(text, reading)
  if (value === null) return null
  const isWritten = text === writeDate(value, reading)
  const part = PARTS.find(({ from, to }) => isWritten && caret < text.length && caret >= from && caret <= to) ?? DAY
  const moved = kind === 'date' ? moveDay(value, part.moves, by) : moveMoment(value, part.moves, by, zone)
  return moved === null ? null : { value: moved, from: part.from, to: part.to }
}

const DAY = { from: 0, to: 2, moves: 'day' } as const
const PARTS = [
  DAY,
  { from: 3, to: 5, moves: 'month' },
  { from: 6, to: 10, moves: 'year' },
  { from: 11, to: 13, moves: 'hour' },
  { from: 14, to: 16, moves: 'minute' },
  { from: 17, to: 19, moves: 'half' },
] as const
type Part = (typeof PARTS)[number]['moves']
const MINUTES: { readonly [part in Part]?: number } = { hour: 60, minute: 1, half: 720 }

function moveDay(date: string, part: Part, by: number): string | null {
  const moved = part === 'day' ? addDays(date, by) : addMonths(date, part === 'year' ? 12 * by : by)
  return isCalendarDate(moved) ? moved : null
}

function moveMoment(iso: string, part: Part, by: number, zone: string): string | null {
  const minutes = MINUTES[part]
  if (minutes !== undefined) return utcDateTime(new Date(Date.parse(iso) + by * minutes * MINUTE_MS).toISOString())
  const wall = wallTime(iso, zone)
  const date = wall && moveDay(wall.date, part, by)
  return wall && date && instantOf({ date, time: wall.time }, zone)
}

function dayOf(text: string, today: string, words: DateReading['words']): string | null {
  const word = Object.keys(words).find((one) => fold(one) === fold(text))
  if (word !== undefined) return addDays(today, words[word] ?? 0)
  const written = writtenDate(text, today)
  if (written) return written
  // What only a person at the keyboard writes: `5 3 26`, `5/3` of this year, `050326`.
  const short =
    /^(\d{1,2})[-/.\s]+(\d{1,2})(?:[-/.\s]+(\d{4}|\d{2}))?$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(text)
  return short && calendarDate(fullYear(short[3] ?? today.slice(0, 4), today), short[2], short[1])
}

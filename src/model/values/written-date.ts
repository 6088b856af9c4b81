import { isCalendarDate } from './calendar'
import { clockText } from './clock'
import { fold } from './fold'
import { momentAt } from './zone-time'

// By their first three letters, in Spanish and English; Peru writes setiembre.
const MONTHS: { readonly [start: string]: number } = {
  ene: 1,
  jan: 1,
  feb: 2,
  mar: 3,
  abr: 4,
  apr: 4,
  may: 5,
  jun: 6,
  jul: 7,
  ago: 8,
  aug: 8,
  sep: 9,
  set: 9,
  oct: 10,
  nov: 11,
  dic: 12,
  dec: 12,
}
const NAMES = new Set([
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'setiembre',
  'octubre',
  'noviembre',
  'diciembre',
  'january',
  'february',
  'march',
  'april',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
  'sept',
])
/** What a word processor or a sentence puts in the place of a hyphen, and after the last digit. */
const DASH = /[\u2010-\u2015\u2212]/g
const LAST_STOP = /(\d)\.$/
const WEEKDAY =
  /^(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo|(?:mon|tues|wednes|thurs|fri|satur|sun)day|lun|mar|mie|jue|vie|sab|dom)\.?,?\s+/

/** Two digits of a year mean the year with that ending at most so far ahead. */
const AHEAD_YEARS = 20

/**
 * A day as people write it, `YYYY-MM-DD`: the year first, or as this console shows it, the day first (`12/06/2028`,
 * `2-12-2028`, `16.02.28`), or with the month's name (`9 de enero de 2027`); null when it is none.
 * @param today by which a year of two digits is understood
 */
export function writtenDate(text: string, today = new Date().toISOString()): string | null {
  const said = fold(text.trim())
    .replace(WEEKDAY, '')
    .replace(DASH, '-')
    .replace(LAST_STOP, '$1')
    .replace(/^primero(?= de )/, '1')
  const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(said)
  if (yearFirst) return calendarDate(yearFirst[1], yearFirst[2], yearFirst[3])
  const dayFirst = /^(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{4}|\d{2})$/.exec(said)
  if (dayFirst) return calendarDate(fullYear(dayFirst[3], today), dayFirst[2], dayFirst[1])
  const named =
    /^(\d{1,2})(?:\.?\s*[º°]|ro|er|st|nd|rd|th)?[\s./-]*(?:de\s+|of\s+)?([a-z]+)\.?[\s./-]*(?:del?\s+)?,?\s*(\d{4}|\d{2})$/.exec(
      said,
    )
  if (named) return calendarDate(fullYear(named[3], today), monthOf(named[2]), named[1])
  const english = /^([a-z]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/.exec(said)
  return english && calendarDate(english[3], monthOf(english[1]), english[2])
}

/** The moment of a day and a clock time, written one after the other, in a zone; null when it is none. */
export function writtenMoment(text: string, zone: string, today?: string): string | null {
  // Seconds are kept where the day is written year first; people who write the day first mean minutes.
  const spaced = text
    .trim()
    .replace(/(\d)T(\d)/i, '$1 $2')
    .replace(/(:\d\d):\d\d(?:\.\d+)?/, '$1')
  for (const gap of spaced.matchAll(/[\s,]+(?:[-\u2010-\u2015]\s+)?(?:a las\s+|at\s+)?/gi)) {
    const date = writtenDate(spaced.slice(0, gap.index), today)
    const time = date && clockText(spaced.slice(gap.index + gap[0].length))
    if (date && time) return momentAt(`${date}T${time}:00.000`, zone)
  }
  return null
}

/** The number of a month by its name or its first three letters; '' for another word. */
function monthOf(word = ''): string {
  return word.length === 3 || NAMES.has(word) ? String(MONTHS[word.slice(0, 3)] ?? '') : ''
}

/** The year that one or two digits mean. */
export function fullYear(typed = '', today: string): string {
  if (typed.length === 4) return typed
  const max = Number(today.slice(0, 4)) + AHEAD_YEARS
  return String(max - ((((max - Number(typed)) % 100) + 100) % 100)).padStart(4, '0')
}

/** These numbers as `YYYY-MM-DD`; null when there is no such day. */
export function calendarDate(year = '', month = '', day = ''): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : null
}

import { clockText } from './clock'
import { fold } from './fold'
import { sameDays, type Span, WEEK } from './week'

/** Days from Sunday on, by language; the short name is written in files. */
const DAYS: { readonly [language: string]: readonly (readonly [short: string, long: string])[] } = {
  es: [
    ['dom', 'domingo'],
    ['lun', 'lunes'],
    ['mar', 'martes'],
    ['mié', 'miércoles'],
    ['jue', 'jueves'],
    ['vie', 'viernes'],
    ['sáb', 'sábado'],
  ],
  en: [
    ['sun', 'sunday'],
    ['mon', 'monday'],
    ['tue', 'tuesday'],
    ['wed', 'wednesday'],
    ['thu', 'thursday'],
    ['fri', 'friday'],
    ['sat', 'saturday'],
  ],
}

/** The short name of the day: Spanish where the language has no names here. */
export const dayName = (day: number, language: string): string => (DAYS[language] ?? DAYS.es)?.[day]?.[0] ?? String(day)
export const longDayName = (day: number, language: string): string =>
  (DAYS[language] ?? DAYS.es)?.[day]?.[1] ?? String(day)

/** `lun-vie 08:00-13:00, 15:00-18:00; sáb 09:00-13:00`. */
export function weekText(spans: readonly Span[], language: string): string {
  return sameDays(spans)
    .map(({ days, spans: own }) => {
      const [first = 0, last = 0] = [days[0], days.at(-1)]
      const named =
        days.length === 1 ? dayName(first, language) : `${dayName(first, language)}-${dayName(last, language)}`
      return `${named} ${own.map(({ time_start, time_end }) => `${time_start}-${time_end}`).join(', ')}`
    })
    .join('; ')
}

const TO = '\\s*(?:-|–|a|to)\\s*'
const GROUP = new RegExp(`^([a-z]{2,})\\.?(?:${TO}([a-z]{2,})\\.?)?\\s*:?\\s+(.+)$`)
const HOURS = new RegExp(
  `^(\\d{1,2}(?:[:.]\\d{2})?(?:\\s*[ap]\\.?\\s?m\\.?)?)${TO}(\\d{1,2}(?:[:.]\\d{2})?(?:\\s*[ap]\\.?\\s?m\\.?)?)$`,
)

/** Reads what `weekText` writes, in any of its languages, also with long day names; null: it is not a schedule. */
export function readWeek(text: string): readonly Span[] | null {
  const spans: Span[] = []
  for (const group of fold(text)
    .split(/[;\n]+/)
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [, from = '', to, hours = ''] = GROUP.exec(group) ?? []
    const [first, last] = [dayOf(from), to === undefined ? dayOf(from) : dayOf(to)]
    if (first === null || last === null) return null
    for (const part of hours.split(',')) {
      const [, start = '', end = ''] = HOURS.exec(part.trim()) ?? []
      const [time_start, time_end] = [clockOfHour(start), clockOfHour(end)]
      if (time_start === null || time_end === null) return null
      spans.push(...daysBetween(first, last).map((day_of_week) => ({ day_of_week, time_start, time_end })))
    }
  }
  return spans.length > 0 ? spans : null
}

const clockOfHour = (text: string): string | null => clockText(/^\d{1,2}$/.test(text) ? `${text}:00` : text)

function dayOf(name: string): number | null {
  const isCalled = ([short, long]: readonly [string, string]): boolean =>
    name.length >= short.length - 1 && fold(long).startsWith(name)
  const found = Object.values(DAYS).map((days) => days.findIndex(isCalled))
  return found.find((day) => day >= 0) ?? null
}

/** Monday first; Saturday to Tuesday continues over the end of the week. */
function daysBetween(first: number, last: number): number[] {
  const [from, to] = [WEEK.findIndex((day) => day === first), WEEK.findIndex((day) => day === last)]
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, i) => WEEK[(from + i) % 7] ?? 0)
}

import {
  addDays,
  checkedPattern,
  fold,
  isCalendarDate,
  readNumber,
  readPattern,
  withoutCoin,
  writtenDate,
  zonedText,
} from '#engine/model'
import type { Child, FlowStep, Validation } from './flow'
import type { BotAround, BotEvent, BotWord, Value } from './talk'

/** What an answer comes to: a value, a place to be looked up, or the sentence that says why not. */
type Judged =
  | { readonly value: Value }
  | { readonly lookUp: { readonly text?: string; readonly point?: { readonly lat: number; readonly lng: number } } }
  | { readonly wrong: BotWord }

/** The button, or option, that an answer means: by its id, its title, or its number in the list. */
export function chosen(childs: readonly Child[], event: BotEvent): Child | undefined {
  if (event.type === 'choice')
    return childs.find(({ id }) => String(id) === event.id) ?? byTitle(childs, event.title ?? '')
  if (event.type !== 'text') return undefined
  const text = event.text.trim()
  return byTitle(childs, text) ?? (/^\d{1,2}\.?$/.test(text) ? childs[Number.parseInt(text, 10) - 1] : undefined)
}

const byTitle = (childs: readonly Child[], text: string): Child | undefined => {
  const asked = fold(text.trim())
  return asked === '' ? undefined : childs.find(({ title }) => fold((title ?? '').trim()) === asked)
}

/** A longer address is no question to a geocoder. */
const MAX_ADDRESS = 200
const SHORTEST_ADDRESS = 3
const MAX_EMAIL = 254
/** Characters: a double holds 15 digits exactly, with a sign, a decimal sign and signs of thousands between them. */
const MAX_NUMBER = 20
/** The length up to which `readPattern` has reckoned that a match takes little time. */
const MAX_MATCHED = 256
const DIGITS = { least: 7, most: 15 }

/** Judges an answer by its step's validation. */
export function judge(step: FlowStep, event: BotEvent, around: BotAround): Judged {
  const kind = step.validation_type ?? 'option'
  if (kind === 'option') {
    const child = chosen(step.childs, event)
    return child ? { value: child.title ?? '' } : { wrong: 'option' }
  }
  if (kind === 'address' && event.type === 'place')
    return {
      lookUp: {
        point: { lat: event.lat, lng: event.lng },
        ...(event.address !== undefined && { text: event.address }),
      },
    }
  const text = event.type === 'text' ? event.text.trim() : event.type === 'choice' ? (event.title ?? '').trim() : ''
  if (text === '') return { wrong: kind }
  if (kind === 'address')
    return text.length < SHORTEST_ADDRESS ? { wrong: kind } : { lookUp: { text: text.slice(0, MAX_ADDRESS) } }
  const value = READERS[kind](text, step, around)
  return value === null ? { wrong: kind } : { value }
}

const READERS: {
  readonly [kind in Exclude<Validation, 'option' | 'address'>]: (
    text: string,
    step: FlowStep,
    around: BotAround,
  ) => Value | null
} = {
  phone(text) {
    const digits = text.replace(/\D/g, '')
    return /^\+?[\d\s().-]+$/.test(text) && digits.length >= DIGITS.least && digits.length <= DIGITS.most
      ? `${text.startsWith('+') ? '+' : ''}${digits}`
      : null
  },
  email: (text) =>
    text.length <= MAX_EMAIL && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text) ? text.toLowerCase() : null,
  number: (text, _step, { numbers }) => {
    const read = text.length <= MAX_NUMBER ? readNumber(withoutCoin(text, numbers?.coin), numbers) : null
    return read && 'value' in read && read.value !== null ? Number(read.value) : null
  },
  date: (text, _step, around) => readDate(text, around),
  pattern: (text, { validation_pattern: source }) =>
    source !== null &&
    text.length <= MAX_MATCHED &&
    !('error' in readPattern(source)) &&
    checkedPattern(source).test(text)
      ? text
      : null,
}

const TODAY = new Set(['hoy', 'today'])
const TOMORROW = new Set(['manana', 'tomorrow'])

/**
 * `25/11/2026`, `25/11`, `2026-11-25`, `hoy`, `mañana`, each with a time behind it if wanted.
 * @returns `YYYY-MM-DD` or `YYYY-MM-DD HH:MM`
 */
function readDate(text: string, { now, zone }: BotAround): string | null {
  const whole = writtenDate(text, zonedText(now, zone))
  if (whole !== null) return whole
  const [day = '', time, ...rest] = fold(text)
    .replace(/\s+a las\s+|\s+at\s+/, ' ')
    .split(/[\sT]+/)
  if (rest.length > 0) return null
  const date = readDay(day, zonedText(now, zone).slice(0, 10))
  if (date === null) return null
  if (time === undefined) return date
  const [, hour = '', minute = '00'] = /^(\d{1,2})(?::(\d{2}))?$/.exec(time) ?? []
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59) return null
  return `${date} ${hour.padStart(2, '0')}:${minute}`
}

function readDay(day: string, today: string): string | null {
  if (TODAY.has(day)) return today
  if (TOMORROW.has(day)) return addDays(today, 1)
  const iso = writtenDate(day, today) ?? dayFirst(day, today)
  return iso !== null && isCalendarDate(iso) ? iso : null
}

/** A day and a month without a year: the next such day. */
function dayFirst(day: string, today: string): string | null {
  const [, d = '', m = ''] = /^(\d{1,2})[/.-](\d{1,2})$/.exec(day) ?? []
  if (d === '') return null
  const rest = `-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  const year = Number(today.slice(0, 4))
  return `${year}${rest}` < today ? `${year + 1}${rest}` : `${year}${rest}`
}

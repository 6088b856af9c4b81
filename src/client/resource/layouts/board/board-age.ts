import type { SortPayload } from 'react-admin'
import { useSyncExternalStore } from 'react'
import type { BoardAge } from '../../../../model/board'
import type { Json } from '../../../../model/json'
import { dayBounds } from '../../../../model/values/zone-time'

/** A promise of a few minutes is followed more closely than by the minute. */
const TICK_MS = 20_000
const [HOUR_M, DAY_M] = [60, 1440]

let now_ms = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  now_ms = Date.now()
  // One clock for all cards.
  timer ??= setInterval(() => {
    now_ms = Date.now()
    for (const one of listeners) one()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The present, as it moves on while one looks. */
export const useTick_ms = (): number => useSyncExternalStore(subscribe, () => now_ms)

/** For how long something waits, and how long it still has. */
interface Waiting {
  readonly minutes: number
  readonly how: 'in_time' | 'late' | 'very_late'
  /** Minutes to what was promised, negative once that is over; absent: nothing was. */
  readonly left?: number
}

/** Of the time to what is promised, from this part on it is late. */
const LATE_PART = 0.7

/**
 * @param zone where a day without a time begins: the house's, not the browser's
 * @param until what is promised
 * @returns null: it does not wait yet
 */
export function waitingSince(
  since: Json | undefined,
  { late_s, very_late_s }: BoardAge,
  at_ms: number,
  zone: string,
  until?: Json,
): Waiting | null {
  if (typeof since !== 'string') return null
  // A day without a time begins at midnight.
  const from_ms = Date.parse(/^\d{4}-\d\d-\d\d$/.test(since) ? (dayBounds(since, zone)?.from ?? '') : since)
  const seconds = (at_ms - from_ms) / 1000
  if (!(seconds >= 0)) return null
  const minutes = Math.floor(seconds / 60)
  const until_ms = typeof until === 'string' ? Date.parse(until) : NaN
  if (until_ms > from_ms) {
    const part = (at_ms - from_ms) / (until_ms - from_ms)
    return {
      minutes,
      how: part >= 1 ? 'very_late' : part >= LATE_PART ? 'late' : 'in_time',
      left: Math.ceil((until_ms - at_ms) / 60_000),
    }
  }
  return { minutes, how: seconds >= very_late_s ? 'very_late' : seconds >= late_s ? 'late' : 'in_time' }
}

const formats = new Map<string, Intl.NumberFormat>()

/** A length of time in its largest unit, as the language writes it: `5 min`, `3 h`, `2 d`. */
export function lengthOfTime(minutes: number, language: string): string {
  const [count, unit] =
    minutes < HOUR_M
      ? [minutes, 'minute']
      : minutes < 2 * DAY_M
        ? [Math.floor(minutes / HOUR_M), 'hour']
        : [Math.floor(minutes / DAY_M), 'day']
  const key = `${language} ${unit}`
  const format = formats.get(key) ?? new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' })
  formats.set(key, format)
  return format.format(count)
}

/**
 * What has waited longest comes first, unless somebody chose another order than the list's own.
 * @param age since which a card waits
 */
export const cardOrder = (
  sort: Order,
  [own, direction]: readonly [field: string, direction: string],
  age: string | undefined,
): Order =>
  age === undefined || sort.field !== own || sort.order.toLowerCase() !== direction
    ? sort
    : { field: age, order: 'ASC' }

type Order = Readonly<SortPayload>

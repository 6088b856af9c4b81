import type { SortPayload } from 'react-admin'
import { useSyncExternalStore } from 'react'
import type { BoardAge } from '../../../../model/board'
import type { Json } from '../../../../model/json'
import { dayBounds } from '../../../../model/values/zone-time'

const MINUTE_MS = 60_000
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
  }, MINUTE_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The present, as it moves on by minutes. */
export const useMinute_ms = (): number => useSyncExternalStore(subscribe, () => now_ms)

/** For how long something waits; null: it does not yet. */
export interface Waiting { readonly minutes: number; readonly how: 'in_time' | 'late' | 'very_late' }

/** @param zone where a day without a time begins: the house's, not the browser's */
export function waitingSince(since: Json | undefined, { late_s, very_late_s }: BoardAge, at_ms: number, zone: string): Waiting | null {
  if (typeof since !== 'string') return null
  // A day without a time begins at midnight.
  const from_ms = Date.parse(/^\d{4}-\d\d-\d\d$/.test(since) ? dayBounds(since, zone)?.from ?? '' : since)
  const seconds = (at_ms - from_ms) / 1000
  if (!(seconds >= 0)) return null
  return { minutes: Math.floor(seconds / 60), how: seconds >= very_late_s ? 'very_late' : seconds >= late_s ? 'late' : 'in_time' }
}

const formats = new Map<string, Intl.NumberFormat>()

/** A length of time in its largest unit, as the language writes it: `5 min`, `3 h`, `2 d`. */
export function lengthText(minutes: number, language: string): string {
  const [count, unit] = minutes < HOUR_M ? [minutes, 'minute'] : minutes < 2 * DAY_M ? [Math.floor(minutes / HOUR_M), 'hour'] : [Math.floor(minutes / DAY_M), 'day']
  const key = `${language} ${unit}`
  const format = formats.get(key) ?? new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' })
  formats.set(key, format)
  return format.format(count)
}

/** What has waited longest comes first, unless somebody chose another order than the list's own. @param age since which a card waits */
export const cardOrder = (sort: Order, [own, direction]: readonly [field: string, direction: string], age: string | undefined): Order =>
  (age === undefined || sort.field !== own || sort.order.toLowerCase() !== direction ? sort : { field: age, order: 'ASC' })

type Order = Readonly<SortPayload>

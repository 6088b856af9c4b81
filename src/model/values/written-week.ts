import type { Json, JsonObject } from '../json'
import { WEEK } from './week'

/** A span while it is being written: either time may still be missing. */
export interface WrittenSpan {
  readonly day_of_week: number
  readonly time_start: string | null
  readonly time_end: string | null
}

/** What a day gets when no other day is open yet: a shop's usual hours. */
const USUAL = [{ time_start: '09:00', time_end: '18:00' }] as const

/** The spans of a value as they are, without malformed ones. */
export function writtenSpans(value: Json): readonly WrittenSpan[] {
  if (!Array.isArray(value)) return []
  return (value as readonly Json[]).flatMap((one): WrittenSpan[] => {
    const {
      day_of_week,
      time_start = null,
      time_end = null,
    } = typeof one === 'object' && one !== null ? (one as JsonObject) : {}
    const clock = (time: Json): string | null => (typeof time === 'string' && time !== '' ? time : null)
    return typeof day_of_week === 'number'
      ? [{ day_of_week, time_start: clock(time_start), time_end: clock(time_end) }]
      : []
  })
}

/** Opens a day with the times of an open one: the previous one in the week, else the first (spec 2 §2). */
export function openDay(spans: readonly WrittenSpan[], day: number): readonly WrittenSpan[] {
  const isOpen = (one: number): boolean => spans.some(({ day_of_week }) => day_of_week === one)
  const days = WEEK as readonly number[]
  const before = days.slice(0, days.indexOf(day)).reverse().find(isOpen)
  const like = before ?? days.find(isOpen)
  const times = like === undefined ? USUAL : spans.filter(({ day_of_week }) => day_of_week === like)
  return [...spans, ...times.map(({ time_start, time_end }) => ({ day_of_week: day, time_start, time_end }))]
}

export const closeDay = (spans: readonly WrittenSpan[], day: number): readonly WrittenSpan[] =>
  spans.filter(({ day_of_week }) => day_of_week !== day)

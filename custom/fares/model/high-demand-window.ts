import { clockMinutes, DAY_MS, isClock, zonedText } from '#engine/model'
import type { HighDemandTerms } from './fare-terms'

type Window = Pick<HighDemandTerms, 'days' | 'time_from' | 'time_to' | 'valid_from' | 'valid_to'>

/**
 * Whether a window is open at a moment (ISO 8601 UTC), by the local time of an IANA zone: from its start up to, but not
 * including, its end. So an hour that occurs twice, because clocks go back, is open twice; an hour that is skipped
 * never comes up.
 */
export function isWindowOpen(window: Window, date: string, timezone: string): boolean {
  const time_ms = Date.parse(date)
  if (Number.isNaN(time_ms) || !isClock(window.time_from) || !isClock(window.time_to)) return false
  const wall = zonedText(new Date(time_ms).toISOString(), timezone)
  const today = wall.slice(0, 10)
  const now = clockMinutes(wall.slice(11, 16))
  const [from, to] = [clockMinutes(window.time_from), clockMinutes(window.time_to)]
  if (to > from) return now >= from && now < to && begins(window, today)
  return (now >= from && begins(window, today)) || (now < to && begins(window, dayBefore(today)))
}

/** Whether a window begins on a calendar date. */
function begins({ days, valid_from, valid_to }: Window, date: string): boolean {
  if ((valid_from !== null && date < valid_from) || (valid_to !== null && date > valid_to)) return false
  const day = new Date(`${date}T00:00:00Z`).getUTCDay()
  const named = DAYS[days]
  return named ? named.includes(day) : days === String(day)
}

const DAYS: { readonly [days: string]: readonly number[] } = {
  all: [0, 1, 2, 3, 4, 5, 6],
  weekdays: [1, 2, 3, 4, 5],
  weekend: [0, 6],
}

const dayBefore = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)

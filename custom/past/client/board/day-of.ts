import { addDays, dayBounds, zonedText } from '#engine/model'

const MIN_MS = 60_000

/** The day that a moment is in, on a clock: its first moment and the first one after it, milliseconds. */
export function daySpanAt(
  at_ms: number,
  zone: string,
): { readonly day: string; readonly from_ms: number; readonly until_ms: number } {
  const day = zonedText(new Date(at_ms).toISOString(), zone).slice(0, 10)
  const bounds = dayBounds(day, zone)
  // Where a clock knows no such day, that of the world does.
  return bounds
    ? { day, from_ms: Date.parse(bounds.from), until_ms: Date.parse(bounds.until) }
    : { day, from_ms: Date.parse(`${day}T00:00:00Z`), until_ms: Date.parse(`${addDays(day, 1)}T00:00:00Z`) }
}

/** The full minute of a moment, no later than now. */
export const minuteOf = (at_ms: number, now_ms: number): number => Math.floor(Math.min(at_ms, now_ms) / MIN_MS) * MIN_MS

/** The moment that an address asks for; without one an hour ago. */
export function momentAsked(text: string | null, now_ms: number): number {
  const asked = text === null ? NaN : Date.parse(text)
  return minuteOf(Number.isFinite(asked) ? asked : now_ms - 60 * MIN_MS, now_ms)
}

import type { Fix } from '../../fleet/model'

// No driver's vehicle is faster; a phone that says so is wrong.
const FASTEST_KMH = 400
const SECONDS_END = 2 ** 31 - 1
/** 2000-01-01 and 2100-01-01: a time outside comes from a broken clock and is ignored. */
const EARLIEST_MS = 946_684_800_000
const LATEST_MS = 4_102_444_800_000

/** A number, or a text of one as queries and forms have it; null: none. */
export function fixNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' && /^\s*-?\d{1,15}(\.\d{1,30})?\s*$/.test(value) ? Number(value) : null
}

/** Kilometres an hour; null: unknown (negative too). */
export function speedOf(value: unknown, unit_kmh: number): number | null {
  const speed = fixNumber(value)
  return speed === null || speed < 0 || speed * unit_kmh > FASTEST_KMH ? null : Math.round(speed * unit_kmh * 100) / 100
}

/** Degrees from the north, 0 to 360. */
export function courseOf(value: unknown): number | null {
  const course = fixNumber(value)
  return course === null || course < 0 || course > 360 ? null : course
}

/** Whole per cent; `whole` is the factor: 1 for per cent, 100 for parts of one. */
export function batteryOf(value: unknown, whole: 1 | 100): number | null {
  const level = fixNumber(value)
  return level === null || level < 0 || level * whole > 100 ? null : Math.round(level * whole)
}

const MODES: readonly Fix['mode'][] = ['automotive', 'still', 'walking']
export const fixMode = (value: unknown): Fix['mode'] => MODES.find((mode) => mode === value) ?? null

/** What the phone thinks that its owner is doing, in its own words. */
export function activityMode(value: unknown): Fix['mode'] {
  if (value === 'in_vehicle' || value === 'on_bicycle') return 'automotive'
  if (value === 'walking' || value === 'on_foot' || value === 'running') return 'walking'
  return value === 'still' ? 'still' : null
}

/**
 * When a fix was taken: whole seconds or, from 2³¹ − 1 on, milliseconds since the epoch; ISO 8601; `yyyy-MM-dd
 * HH:mm:ss` is UTC, since the server's own zone must not matter. None: now.
 * @returns null: no time at all
 */
export function fixMoment(value: unknown, now: Date): Date | null {
  if (value === undefined || value === null || value === '') return now
  const number = fixNumber(value)
  const time_ms =
    number !== null
      ? number < SECONDS_END
        ? number * 1000
        : number
      : typeof value === 'string'
        ? textTime_ms(value.trim())
        : NaN
  return time_ms >= EARLIEST_MS && time_ms < LATEST_MS ? new Date(Math.round(time_ms)) : null
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/
const PLAIN = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(\.\d{1,9})?)$/

function textTime_ms(text: string): number {
  // A plus sign in a query arrives as a blank.
  const iso = text.replace(/ (\d\d:?\d\d)$/, '+$1')
  const plain = PLAIN.exec(text)
  return plain ? Date.parse(`${plain[1]}T${plain[2]}Z`) : ISO.test(iso) ? Date.parse(iso) : NaN
}

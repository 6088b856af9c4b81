import type { Json, JsonObject } from '../json'

const WRITTEN = /^([+-]?)(\d{1,6})([mhdy])$/
const SECONDS: { readonly [unit: string]: number } = { m: 60, h: 3600, d: 86_400, y: 365.25 * 86_400 }

/** How far from now `{ now: '-30d' }` is, in seconds (years by their mean length); null: it says no such distance. */
export function lengthOf({ now, ...more }: JsonObject): number | null {
  const found = typeof now === 'string' && Object.keys(more).length === 0 ? WRITTEN.exec(now) : null
  if (!found) return null
  return (found[1] === '-' ? -1 : 1) * Number(found[2]) * (SECONDS[found[3] ?? ''] ?? 0) || 0
}

/** Whether a text is a length of time as rules write it, without a direction: `30d`, `12h`. */
export const isLength = (value: Json): value is string =>
  typeof value === 'string' && /^[1-9]\d{0,5}[mhdy]$/.test(value)

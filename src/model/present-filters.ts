import { isObject, type Json, type JsonObject } from './json'
import { zonedText } from './values/zoned-text'

const DISTANCE = /^([+-]?\d+)([mhd])$/
const SECONDS: { readonly [unit: string]: number } = { m: 60, h: 3600, d: 86_400 }

/** A value that stands for a distance from the present, as rules write it: `{ "now": "+30d" }`; `""` is today. */
const distanceOf = (value: Json): string | null =>
  isObject(value) && typeof value.now === 'string' && Object.keys(value).length === 1 ? value.now : null

/** Distances in filters that are none. */
export function wrongDistances(filters: JsonObject): readonly string[] {
  const at = (value: Json): readonly string[] => {
    const distance = distanceOf(value)
    if (distance !== null) return distance === '' || DISTANCE.test(distance) ? [] : [distance]
    if (Array.isArray(value)) return (value as readonly Json[]).flatMap(at)
    return isObject(value) ? Object.values(value).flatMap(at) : []
  }
  return at(filters)
}

/**
 * Filters with distances from the present as the list's address has them: whole days as days of the zone, others as
 * moments.
 */
export function presentFilters(filters: JsonObject, zone: string, now: Date): JsonObject {
  const at = (value: Json): Json => {
    const distance = distanceOf(value)
    if (distance !== null) return presentOf(distance, zone, now)
    if (Array.isArray(value)) return (value as readonly Json[]).map(at)
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, at(inner)])) : value
  }
  return Object.fromEntries(Object.entries(filters).map(([name, asked]) => [name, at(asked)]))
}

function presentOf(distance: string, zone: string, now: Date): string {
  const [, count = '0', unit = 'd'] = DISTANCE.exec(distance) ?? []
  const moment = new Date(now.getTime() + Number(count) * (SECONDS[unit] ?? 0) * 1000).toISOString()
  return unit === 'd' ? zonedText(moment, zone).slice(0, 10) : moment
}

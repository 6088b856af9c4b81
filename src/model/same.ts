import type { Json, JsonObject } from './json'

/** Equal JSON values; the keys of an object may stand in any order. */
export function isSame(a: Json, b: Json): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [Object.entries(a), b as JsonObject]
  return left.length === Object.keys(right).length && left.every(([key, value]) => Object.hasOwn(right, key) && isSame(value as Json, right[key] ?? null))
}

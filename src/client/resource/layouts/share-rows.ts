import type { Json, JsonObject } from '../../../model/json'

/**
 * The new answer with whatever of the last one it repeats, so that only what has changed is drawn anew. Records are
 * found again by their id wherever in their list they stand now: compared place by place, one that comes first would
 * make all others new.
 */
export function shareRows<T>(last: unknown, next: T): T {
  return (last === undefined ? next : shared(last as Json, next as Json)) as T
}

function shared(last: Json | undefined, next: Json): Json {
  if (Array.isArray(next)) return Array.isArray(last) ? sharedRows(last, next) : next
  if (!isObject(next) || !isObject(last)) return next
  if ('id' in next) return same(last, next) ? last : next
  const out: { [name: string]: Json } = {}
  let repeats = Object.keys(next).length === Object.keys(last).length
  for (const name of Object.keys(next)) {
    const value = shared(last[name], next[name] as Json)
    out[name] = value
    repeats &&= value === last[name]
  }
  return repeats ? last : out
}

function sharedRows(last: readonly Json[], next: readonly Json[]): readonly Json[] {
  const known = new Map<Json | undefined, JsonObject>()
  for (const row of last) if (isObject(row)) known.set(row['id'], row)
  const rows = next.map((row, index) =>
    shared((isObject(row) && 'id' in row ? known.get(row['id']) : undefined) ?? last[index], row),
  )
  return rows.length === last.length && rows.every((row, index) => row === last[index]) ? last : rows
}

/** Whether two values are alike; copies nothing, for it is asked of hundreds of records at each poll. */
function same(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((value, index) => same(value, (b as readonly Json[])[index]))
    )
  const [left, right] = [a as JsonObject, b as JsonObject]
  const names = Object.keys(left)
  return names.length === Object.keys(right).length && names.every((name) => same(left[name], right[name]))
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

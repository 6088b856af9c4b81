import type { Json, JsonObject } from '../../model/json'
import { isSame } from '../../model/values/same'

/** The values that differ from what the form began with. */
export function changesOf<Values extends object>(values: Values, base: Values): Partial<Values> {
  const before = new Map<string, Json>(Object.entries(base))
  const changed = Object.entries(values).filter(([name, value]) => !isSame(plain(value), plain(before.get(name))))
  return Object.fromEntries(changed) as Partial<Values>
}

/**
 * The changes made here on top of what somebody else saved meanwhile; all other values are theirs.
 * @param base what the form began with
 */
export const rebased = <Values extends object>(values: Values, base: Values, theirs: Values): Values => ({
  ...theirs,
  ...changesOf(values, base),
})

/**
 * Rows that are edited here after the same user has saved them elsewhere: value by value, what was not changed here is
 * as stored. Rows removed or added on either side are so.
 * @param base the rows that the edit began with @param stored as they are now
 */
export function rowsBeside(mine: Json, base: Json | undefined, stored: Json | undefined): Json {
  const [before, after] = [rowsById(base), rowsById(stored)]
  const kept = rowsOf(mine).flatMap((row) => {
    const [was, is] = [before.get(row['id'] ?? null), after.get(row['id'] ?? null)]
    return was === undefined ? [row] : is === undefined ? [] : [rebased(row, was, is)]
  })
  const added = [...after].filter(([id]) => !before.has(id)).map(([, row]) => row)
  return [...kept, ...added]
}

const rowsOf = (rows: Json | undefined): readonly JsonObject[] =>
  Array.isArray(rows) ? (rows as readonly JsonObject[]) : []
const rowsById = (rows: Json | undefined): ReadonlyMap<Json, JsonObject> =>
  new Map(rowsOf(rows).map((row) => [row['id'] ?? null, row]))

// Compared as JSON: a restored draft has lost its undefined values.
const plain = (value: Json | undefined): Json => JSON.parse(JSON.stringify(value ?? null)) as Json

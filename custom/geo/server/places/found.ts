import { distance_m, type LatLng } from '../../../geometry/model'
import type { Suggestion } from './places'

/** Something found for a text. */
export interface FoundSuggestion extends Suggestion {
  readonly point: LatLng
  readonly score: number
  /** Order among equals without a place to be near to: known places (0) before crossings, streets and districts. */
  readonly rank: number
}

const MAX_FOUND = 10

/** The ten best: by how well they fit, then the nearest; no duplicates. */
export function bestOf(found: readonly FoundSuggestion[], near: LatLng | null): readonly Suggestion[] {
  const away = new Map(found.map((one) => [one, near ? distance_m(one.point, near) : 0]))
  const sorted = found.toSorted(
    (a, b) =>
      b.score - a.score ||
      (away.get(a) ?? 0) - (away.get(b) ?? 0) ||
      a.rank - b.rank ||
      (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  )
  const once = new Map<string, FoundSuggestion>()
  for (const one of sorted) {
    const key = `${one.name}\n${one.address}`
    if (!once.has(key)) once.set(key, one)
  }
  return [...once.values()]
    .slice(0, MAX_FOUND)
    .map(({ id, name, address, point, hint }) => ({ id, name, address, point, ...(hint ? { hint } : {}) }))
}

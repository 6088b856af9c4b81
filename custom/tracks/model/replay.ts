import { between, type LatLng } from '../../geometry/model'
import { GAP_MS } from './track-fix'

/** How many seconds of the track go by in one second. */
export const REPLAY_RATES = [1, 2, 5, 10, 20, 30, 60] as const
export type ReplayRate = (typeof REPLAY_RATES)[number]

/** Where a vehicle was at a moment, and the place of the last fix until then. */
interface ReplayPlace {
  readonly at: LatLng
  readonly index: number
  /** Nothing was heard of it then: it is shown where it was last. */
  readonly silent: boolean
}

interface ReplayFix {
  readonly lat: number
  readonly lng: number
  readonly at_ms: number
}

/**
 * Where the vehicle was at a moment: on the straight line between two fixes, before the first one there, after the last
 * one there.
 */
export function placeAt(fixes: readonly ReplayFix[], at_ms: number, gap_ms = GAP_MS): ReplayPlace | null {
  const index = Math.max(0, lastUntil(fixes, at_ms))
  const [fix, next] = [fixes[index], fixes[index + 1]]
  if (!fix) return null
  const here: LatLng = [fix.lat, fix.lng]
  if (!next || at_ms <= fix.at_ms) return { at: here, index, silent: false }
  const span_ms = next.at_ms - fix.at_ms
  if (span_ms > gap_ms) return { at: here, index, silent: true }
  return { at: between(here, [next.lat, next.lng], (at_ms - fix.at_ms) / span_ms), index, silent: false }
}

/** The place of the last fix at or before a moment; -1: none. */
export function lastUntil(fixes: readonly ReplayFix[], at_ms: number): number {
  let [low, high] = [0, fixes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((fixes[middle]?.at_ms ?? Infinity) <= at_ms) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The moment after so many milliseconds of replay, no later than the end. */
export const replayed = (at_ms: number, passed_ms: number, rate: number, end_ms: number): number =>
  Math.min(end_ms, at_ms + passed_ms * rate)

import { GAP_MS, type TrackFix } from './track-fix'

/** A stretch driven faster than allowed. */
interface Speeding {
  readonly from_ms: number
  readonly until_ms: number
  /** The fastest of it, in kilometres per hour, and where that was. */
  readonly most: number
  readonly lat: number
  readonly lng: number
}

// One fix below the limit between two above it does not make two stretches.
const JOIN_MS = 30_000

/**
 * Stretches in which the phone told of more than so many kilometres per hour; silence ends one.
 * @param limit kilometres per hour
 */
export function findSpeeding(fixes: readonly TrackFix[], limit: number): readonly Speeding[] {
  const found: Speeding[] = []
  let open: Mutable | null = null
  let before_ms = -Infinity
  for (const { lat, lng, speed, at_ms } of fixes) {
    if (at_ms - before_ms > GAP_MS) open = null
    before_ms = at_ms
    if (speed === null || speed <= limit) {
      if (open && at_ms - open.until_ms > JOIN_MS) open = null
      continue
    }
    if (!open) found.push((open = { from_ms: at_ms, until_ms: at_ms, most: speed, lat, lng }))
    open.until_ms = at_ms
    if (speed > open.most) Object.assign(open, { most: speed, lat, lng })
  }
  return found
}

type Mutable = { -readonly [name in keyof Speeding]: Speeding[name] }

/** A position of a track as its facts are reckoned from it; tracks are in order of time. */
export interface TrackFix {
  readonly lat: number
  readonly lng: number
  /** Kilometres per hour; null: the phone did not say. */
  readonly speed: number | null
  /** Milliseconds since the epoch. */
  readonly at_ms: number
}

/** Phones send every few seconds, cabs of old every minute: silence beyond this is a gap, and nobody knows the way. */
export const GAP_MS = 3 * 60_000

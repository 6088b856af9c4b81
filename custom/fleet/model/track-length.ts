import { greatCircle_m, type LatLng } from '../../geo/model/lat-lng'

/** A point of a track. */
interface TrackPlace {
  readonly lat: number
  readonly lng: number
  /** Milliseconds since the epoch. */
  readonly at_ms: number
  /** Metres; null: unknown. */
  readonly accuracy: number | null
}

// A phone that stands still drifts this far; smaller steps count once they add up.
const WANDER_M = 8
// Inside a building or a tunnel a phone guesses by the antennas.
const WORST_ACCURACY_M = 100
/** Faster than any ride, in metres per second (216 km/h). */
export const FASTEST_MS = 60

/**
 * Metres along a track in order of time, without the drift of a standing phone, places it only guessed, and places that nothing on
 * wheels could have reached.
 */
export function trackLength_m(places: readonly TrackPlace[]): number {
  let from: TrackPlace | null = null
  let length_m = 0
  for (const place of places) {
    if ((place.accuracy ?? 0) > WORST_ACCURACY_M) continue
    if (from === null) {
      from = place
      continue
    }
    const step_m = greatCircle_m(latLng(from), latLng(place))
    if (step_m < WANDER_M) continue
    if (step_m > FASTEST_MS * Math.max(1, (place.at_ms - from.at_ms) / 1000)) continue
    length_m += step_m
    from = place
  }
  return length_m
}

const latLng = ({ lat, lng }: TrackPlace): LatLng => [lat, lng]

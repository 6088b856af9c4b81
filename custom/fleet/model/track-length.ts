import { greatCircle_m, type LatLng } from '../../geo/model/lat-lng'
import { doubted, FASTEST_MS, isBelieved, type Leaps, WANDER_M, withLeap } from './judge-fix'

/** A point of a track. */
interface TrackPlace {
  readonly lat: number
  readonly lng: number
  /** Milliseconds since the epoch. */
  readonly at_ms: number
  /** Metres; null: unknown. */
  readonly accuracy: number | null
}

// Inside a building or a tunnel a phone guesses by the antennas.
const WORST_ACCURACY_M = 100
/** Places that a tracker may tell again from its memory, to the fifth decimal of a degree. */
const REMEMBERED = 20
const TOLD_AGAIN_M = 2

/**
 * Metres along a track in order of time, without the drift of a standing phone, places it only guessed, and places that nothing on wheels could have reached. Of
 * a tracker that tells an old place between the true ones, the way along the true ones.
 */
export function trackLength_m(places: readonly TrackPlace[]): number {
  let from: TrackPlace | null = null
  let leaps: Leaps = []
  let before: readonly TrackPlace[] = []
  let length_m = 0
  const goOn = (to: TrackPlace, way_m: number): void => {
    length_m += way_m
    before = [...before.slice(1 - REMEMBERED), ...(from ? [from] : [])]
    from = to
    leaps = []
  }
  const sure = places.filter(({ accuracy }) => (accuracy ?? 0) <= WORST_ACCURACY_M)
  for (const [n, place] of sure.entries()) {
    const at: TrackPlace | null = from
    if (at === null) {
      from = place
      continue
    }
    const step_m = wayBetween_m(at, place)
    if (step_m < WANDER_M) {
      // It was there at this time as well: what comes next has to be reached from then on. Smaller steps count once they add up.
      from = { ...at, at_ms: place.at_ms }
      leaps = doubted(leaps)
    } else if (step_m <= FASTEST_MS * Math.max(1, (place.at_ms - at.at_ms) / 1000)) {
      const next = sure[n + 1]
      // Who drives back the way they came goes on from there; a place from memory is left at once for one near the place before it.
      const isMemory = next !== undefined && wayBetween_m(at, next) < wayBetween_m(place, next) && before.some((one) => wayBetween_m(one, place) < TOLD_AGAIN_M)
      if (!isMemory) goOn(place, step_m)
    } else {
      leaps = withLeap(leaps, { lat: place.lat, lng: place.lng, fix_ms: place.at_ms }, place.at_ms)
      if (isBelieved(leaps)) goOn(place, leaps.slice(1).reduce((sum_m, leap, n) => sum_m + wayBetween_m(leaps[n] ?? leap, leap), 0))
    }
  }
  return length_m
}

const wayBetween_m = (a: Pick<TrackPlace, 'lat' | 'lng'>, b: Pick<TrackPlace, 'lat' | 'lng'>): number => greatCircle_m(latLng(a), latLng(b))

const latLng = ({ lat, lng }: Pick<TrackPlace, 'lat' | 'lng'>): LatLng => [lat, lng]

import { greatCircle_m, type LatLng } from '../../geometry/model'
import { FASTEST_MS, WANDER_M } from './judge-fix'

/** A point of a track. */
interface TrackPlace {
  readonly lat: number
  readonly lng: number
  /** Milliseconds since the epoch. */
  readonly at_ms: number
  /** Metres; null: unknown. */
  readonly accuracy: number | null
  /** Which of a driver's devices told it; absent, null: not told apart. */
  readonly id_device?: number | null
}

// Inside a building or a tunnel a phone guesses by the antennas.
const WORST_ACCURACY_M = 100
/**
 * Places that a tracker may tell again from its memory: how many it is looked for among, and how exactly it tells them.
 */
const REMEMBERED = 20
const TOLD_AGAIN_M = 25
/** A way of fewer places is an error of the device. */
const FEWEST = 3
/** Ways that a place may belong to. */
const AT_ONCE = 8
// Whoever drives goes on within this of where they were, however the device erred meanwhile.
const LIKELY_MS = 30
const LIKELY_M = 30
/** What was told last of a way: some of it may be told from memory. */
const LAST = 4
/**
 * A way that has not been farther than this from where it began stands; what is told this near its end belongs to it.
 */
const STANDS_M = 100
const AT_END_M = 50
/** Beyond this no way is longer than another. */
const FAR_M = 3_000
/** A place that is told this often soon after is one from memory. */
const OFTEN = 3

/** Places that may have been driven from one to the next, in order of time. */
interface Way {
  readonly places: TrackPlace[]
  /** How far from its first place it has been, in metres. */
  far_m: number
}

/**
 * Metres along a track in order of time, without the drift of a standing phone, places it only guessed, and places that
 * nothing on wheels could have reached. Of a device that tells another place between the true ones, an old one or one
 * of its own, the way along the true ones: those that move. Of devices that tell the same way at once, one.
 */
export function trackLength_m(places: readonly TrackPlace[]): number {
  const sure = places.filter(({ accuracy }) => (accuracy ?? 0) <= WORST_ACCURACY_M)
  const devices = [...new Set(sure.map(deviceOf))].map((device) => sure.filter((place) => deviceOf(place) === device))
  const taken: Way[] = []
  for (const way of devices.flatMap(waysOf).sort((a, b) => moves(b) - moves(a))) taken.push(...besides(way, taken))
  return taken.reduce((sum_m, way) => sum_m + wayLength_m(way.places), 0)
}

const deviceOf = ({ id_device = null }: TrackPlace): number | null => id_device

/** What a way tells of times of which the ways taken tell nothing: all of it, or what it tells before or after them. */
function besides(way: Way, taken: readonly Way[]): readonly Way[] {
  if (taken.every((one) => startOf(way) > endOf(one) || endOf(way) < startOf(one))) return [way]
  const [first_ms, last_ms] = [Math.min(...taken.map(startOf)), Math.max(...taken.map(endOf))]
  return [
    way.places.filter(({ at_ms }) => at_ms < first_ms),
    way.places.filter(({ at_ms }) => at_ms > last_ms),
  ].flatMap((places): Way[] => (places.length < FEWEST ? [] : [{ ...way, places }]))
}

/** How many places a way has if it moves: one that stands while another moves is where the device lies, or errs. */
const moves = (way: Way): number => (stands(way) ? 0 : way.places.length)
const stands = ({ far_m }: Way): boolean => far_m < STANDS_M

const startOf = ({ places }: Way): number => places[0]?.at_ms ?? 0
const endOf = ({ places }: Way): number => places.at(-1)?.at_ms ?? 0

/** What a device told, as ways of which each could have been driven; one alone is all it told. */
function waysOf(places: readonly TrackPlace[]): Way[] {
  const ways: Way[] = []
  for (const place of places) {
    const way = wayOf(ways.slice(-AT_ONCE), place)
    if (!way) {
      ways.push({ places: [place], far_m: 0 })
      continue
    }
    way.places.push(place)
    if (way.far_m < FAR_M) way.far_m = Math.max(way.far_m, wayBetween_m(way.places[0] ?? place, place))
    // The ways told last are the ones to go on.
    ways.push(...ways.splice(ways.lastIndexOf(way), 1))
  }
  return ways.length === 1 ? ways : ways.filter((way) => way.places.length >= FEWEST)
}

/**
 * The way that goes on at a place: one that stands there, else the longest that is likely to, else the nearest that
 * can.
 */
function wayOf(ways: readonly Way[], place: TrackPlace): Way | undefined {
  const [alone, ...others] = ways
  const end = alone?.places.at(-1)
  if (end && others.length === 0 && isReachable(end, place)) return alone
  const near = ways
    .flatMap((way) => {
      const lasts = way.places.slice(-LAST)
      const ways_m = lasts.map((from) => wayBetween_m(from, place))
      const isLikely = lasts.some(
        (from, n) => (ways_m[n] ?? Infinity) <= LIKELY_MS * secondsBetween(from, place) + LIKELY_M,
      )
      const canBe = isLikely || lasts.slice(-1).some((from) => isReachable(from, place))
      return canBe ? [{ way, way_m: Math.min(...ways_m), isLikely }] : []
    })
    .sort((a, b) => a.way_m - b.way_m)
  const standing = near.find(({ way, way_m }) => stands(way) && way_m < AT_END_M)
  const [likely] = near.filter(({ isLikely }) => isLikely).sort((a, b) => b.way.far_m - a.way.far_m)
  return (standing ?? likely ?? near[0])?.way
}

function wayLength_m(places: readonly TrackPlace[]): number {
  const rest = places.slice(1)
  let from = places[0]
  let before: readonly TrackPlace[] = []
  let length_m = 0
  for (const [n, place] of rest.entries()) {
    if (!from) break
    const step_m = wayBetween_m(from, place)
    // Smaller steps count once they add up.
    if (
      step_m < WANDER_M ||
      !isReachable(from, place) ||
      isMemory(from, place, before, rest.slice(n + 1, n + 1 + REMEMBERED))
    )
      continue
    length_m += step_m
    before = [...before.slice(1 - REMEMBERED), from]
    from = place
  }
  return length_m
}

/**
 * Whether a place is left at once for one near the place before it, and is told again: who drives back the way they
 * came goes on from there.
 */
function isMemory(
  from: TrackPlace,
  place: TrackPlace,
  before: readonly TrackPlace[],
  after: readonly TrackPlace[],
): boolean {
  const [next] = after
  if (!next || wayBetween_m(from, next) >= wayBetween_m(place, next)) return false
  const isThere = (one: TrackPlace): boolean => wayBetween_m(one, place) < TOLD_AGAIN_M
  return before.some(isThere) || after.filter(isThere).length >= OFTEN
}

const secondsBetween = (from: TrackPlace, to: TrackPlace): number => Math.max(1, (to.at_ms - from.at_ms) / 1000)

const isReachable = (from: TrackPlace, to: TrackPlace): boolean =>
  wayBetween_m(from, to) <= FASTEST_MS * secondsBetween(from, to)

const wayBetween_m = (a: Pick<TrackPlace, 'lat' | 'lng'>, b: Pick<TrackPlace, 'lat' | 'lng'>): number =>
  greatCircle_m(latLng(a), latLng(b))

const latLng = ({ lat, lng }: Pick<TrackPlace, 'lat' | 'lng'>): LatLng => [lat, lng]

import { distance_m, type LatLng } from '../../geometry/model'
import type { Fix } from './fix'

/** Why a fix is kept in the track but does not become the live position. */
export type KeptOut = 'future' | 'old' | 'jump'

/** The last known place of a vehicle. */
export interface LastPlace {
  readonly lat: number
  readonly lng: number
  readonly fix_ms: number
}

/** Faster than any ride, in metres per second (216 km/h). */
export const FASTEST_MS = 60
/** A phone that stands still drifts this far. */
export const WANDER_M = 8
// A phone's clock may be this far ahead.
const FUTURE_MS = 120_000
// Phones date fixes by the second: two of the same second are up to one apart.
const MIN_S = 1
/** This many leaps in a row that fit each other are true, and the place known before was the error. */
const AGREEING = 3
/** A device that tells the same place again and again, from its memory or from where it lies, tells it this exactly. */
const SAME_PLACE_M = 100
/** A leap that was spoken against is forgotten after this time. */
const DOUBTED_MS = 120_000

/** A place that nothing on wheels could have come to from the one known before. */
interface Leap extends LastPlace {
  /** The known place was told again since: the leap speaks against it only once it has moved itself. */
  readonly doubted?: true
}

/** Leaps reported for a vehicle that fit each other. */
export type Leaps = readonly Leap[]

interface Judged {
  readonly keptOut: KeptOut | null
  /** The place known from now on. */
  readonly last: LastPlace | null
  readonly leaps: Leaps
}

/**
 * Whether a fix becomes the live position. One from up to two minutes in the future does, dated now, so that a clock
 * that runs ahead does not freeze a marker. A known place in the future counts as now for the same reason.
 */
export function judgeFix(
  known: LastPlace | null,
  leaps: Leaps,
  fix: Pick<Fix, 'lat' | 'lng' | 'date_fix'>,
  now_ms: number,
): Judged {
  const said_ms = fix.date_fix.getTime()
  if (said_ms > now_ms + FUTURE_MS) return { keptOut: 'future', last: known, leaps }
  const place: LastPlace = { lat: fix.lat, lng: fix.lng, fix_ms: Math.min(said_ms, now_ms) }
  if (known === null) return { keptOut: null, last: place, leaps: [] }
  // Two fixes from the future both count as now: the later one is not older than the earlier.
  if ((said_ms < known.fix_ms && known.fix_ms <= now_ms) || (place.fix_ms === known.fix_ms && isSame(place, known)))
    return { keptOut: 'old', last: known, leaps }
  // A tracker may tell a place that it keeps in its memory between the true ones; a phone that stands says little as
  // well.
  if (isNear(place, known)) return { keptOut: null, last: place, leaps: doubted(leaps) }
  if (isReachable(known, place, now_ms))
    return { keptOut: null, last: place, leaps: isSpot(known, place) ? doubted(leaps) : [] }
  if (saysNothingNew(known, leaps, place)) return { keptOut: 'jump', last: known, leaps }
  const agreeing = withLeap(leaps, place, now_ms)
  return isBelieved(agreeing)
    ? { keptOut: null, last: place, leaps: [] }
    : { keptOut: 'jump', last: known, leaps: agreeing }
}

/** The leaps after one more: all that fit each other. */
function withLeap(leaps: Leaps, leap: LastPlace, now_ms: number): Leaps {
  const before = leaps.at(-1)
  if (!before || !isReachable(before, leap, now_ms) || (before.doubted && leap.fix_ms - before.fix_ms > DOUBTED_MS))
    return [leap]
  if (!before.doubted || !isSpot(before, leap)) return [...leaps, leap]
  // What it is measured from stays, so that small steps add up; told again at the same spot it says no more than once.
  return [...leaps.filter((one) => !isSpot(one, leap)), { lat: before.lat, lng: before.lng, fix_ms: leap.fix_ms }]
}

const isBelieved = (leaps: Leaps): boolean => leaps.length >= AGREEING

const doubted = (leaps: Leaps): Leaps => leaps.map((leap): Leap => ({ ...leap, doubted: true }))

/**
 * Whether a leap is a repeat, as from a phone that got no answer: something as late or later is known, or the leap
 * itself.
 */
function saysNothingNew(known: LastPlace, leaps: Leaps, leap: LastPlace): boolean {
  const latest_ms = leaps.at(-1)?.fix_ms ?? -Infinity
  return (
    leap.fix_ms === known.fix_ms ||
    leap.fix_ms < latest_ms ||
    leaps.some((one) => one.fix_ms === leap.fix_ms && isSpot(one, leap))
  )
}

const isSpot = (a: Place, b: Place): boolean => distance_m(latLng(a), latLng(b)) < SAME_PLACE_M

const isSame = (a: LastPlace, b: LastPlace): boolean => a.lat === b.lat && a.lng === b.lng

/** Whether two places may be one, told twice. */
const isNear = (a: Place, b: Place): boolean => distance_m(latLng(a), latLng(b)) < WANDER_M

type Place = Pick<LastPlace, 'lat' | 'lng'>

function isReachable(from: LastPlace, to: LastPlace, now_ms: number): boolean {
  const way_m = distance_m(latLng(from), latLng(to))
  const time_s = Math.max(MIN_S, (to.fix_ms - Math.min(from.fix_ms, now_ms)) / 1000)
  return way_m <= FASTEST_MS * time_s
}

const latLng = ({ lat, lng }: Place): LatLng => [lat, lng]

import { distance_m, type LatLng } from '../../geo/model/lat-lng'
import type { Fix } from './fix'
import { FASTEST_MS } from './track-length'

/** Why a fix is kept in the track but does not become the live position. */
export type KeptOut = 'future' | 'old' | 'jump'

/** The last known place of a vehicle. */
export interface LastPlace {
  readonly lat: number
  readonly lng: number
  readonly fix_ms: number
}

// A phone's clock may be this far ahead.
const FUTURE_MS = 120_000
// Phones date fixes by the second: two of the same second are up to one apart.
const LEAST_S = 1
/** This many leaps in a row that fit each other are true, and the place known before was the error. */
const AGREEING = 3

/** Leaps reported for a vehicle that fit each other. */
export type Leaps = readonly LastPlace[]

export interface Judged {
  readonly keptOut: KeptOut | null
  /** The place known from now on. */
  readonly last: LastPlace | null
  readonly leaps: Leaps
}

/**
 * Whether a fix becomes the live position. One from up to two minutes in the future does, dated now, so that a clock that runs ahead
 * does not freeze a marker. A known place in the future counts as now for the same reason.
 */
export function judgeFix(known: LastPlace | null, leaps: Leaps, fix: Pick<Fix, 'lat' | 'lng' | 'date_fix'>, now_ms: number): Judged {
  const said_ms = fix.date_fix.getTime()
  if (said_ms > now_ms + FUTURE_MS) return { keptOut: 'future', last: known, leaps }
  const place: LastPlace = { lat: fix.lat, lng: fix.lng, fix_ms: Math.min(said_ms, now_ms) }
  if (known === null) return { keptOut: null, last: place, leaps: [] }
  // Two fixes from the future both count as now: the later one is not older than the earlier.
  if (said_ms < known.fix_ms && known.fix_ms <= now_ms || place.fix_ms === known.fix_ms && isSame(place, known)) return { keptOut: 'old', last: known, leaps }
  if (isReachable(known, place, now_ms)) return { keptOut: null, last: place, leaps: [] }
  if (saysNothingNew(known, leaps, place)) return { keptOut: 'jump', last: known, leaps }
  const before = leaps.at(-1)
  const agreeing = before && isReachable(before, place, now_ms) ? [...leaps, place] : [place]
  return agreeing.length >= AGREEING ? { keptOut: null, last: place, leaps: [] } : { keptOut: 'jump', last: known, leaps: agreeing }
}

/** Whether a leap is a repeat, as from a phone that got no answer: something as late or later is known, or the leap itself. */
function saysNothingNew(known: LastPlace, leaps: Leaps, leap: LastPlace): boolean {
  const latest_ms = leaps.at(-1)?.fix_ms ?? -Infinity
  return leap.fix_ms === known.fix_ms || leap.fix_ms < latest_ms || leaps.some((one) => one.fix_ms === leap.fix_ms && isSame(one, leap))
}

const isSame = (a: LastPlace, b: LastPlace): boolean => a.lat === b.lat && a.lng === b.lng

function isReachable(from: LastPlace, to: LastPlace, now_ms: number): boolean {
  const way_m = distance_m(latLng(from), latLng(to))
  const time_s = Math.max(LEAST_S, (to.fix_ms - Math.min(from.fix_ms, now_ms)) / 1000)
  return way_m <= FASTEST_MS * time_s
}

const latLng = ({ lat, lng }: LastPlace): LatLng => [lat, lng]

import { between, course_deg, distance_m, type LatLng } from '../../geometry/model'
import type { RideTimes } from './ride-times'
import { randomInteger, type Random } from './random'

/** A position of a driver's phone on a past ride. */
interface DemoFix {
  readonly lat: number
  readonly lng: number
  readonly course: number | null
  readonly speed: number
  readonly battery_level: number
  readonly mode: 'automotive' | 'still'
  readonly accuracy: number
  readonly at_ms: number
}

const EVERY_MS = 15_000
/** Metres a phone's place is off. */
const WANDER_DEG = 0.00004
/** One ride in nine is driven in a hurry for a minute, and one in seven loses its phone's signal for some. */
const [HURRY, SILENCE] = [1 / 9, 1 / 7]

/**
 * What the phone of a driver sent on a ride: waiting at the origin, along its route, and a while at the destination.
 */
export function trackOfRide(
  random: Random,
  line: readonly LatLng[],
  times: RideTimes,
  battery: number,
): readonly DemoFix[] {
  if (line.length < 2) return []
  const lengths = line.slice(1).map((point, at) => distance_m(line[at] ?? point, point))
  const whole_m = lengths.reduce((sum, one) => sum + one, 0)
  const drive_ms = times.arrived - times.started
  const usual = (whole_m / (drive_ms / 1000)) * 3.6
  const hurry_ms = random() < HURRY ? times.started + randomInteger(random, 60, 300) * 1000 : Infinity
  const silent_ms = random() < SILENCE ? times.started + randomInteger(random, 30, 200) * 1000 : Infinity
  const fixes: DemoFix[] = []
  for (let at_ms = times.waiting; at_ms <= times.finalized + 5 * 60_000; at_ms += EVERY_MS) {
    if (at_ms >= silent_ms && at_ms < silent_ms + 4 * 60_000) continue
    const share = Math.min(1, Math.max(0, (at_ms - times.started) / drive_ms))
    const moves = share > 0 && share < 1
    const { at, course } = placeOn(line, lengths, whole_m * share)
    const hurries = at_ms >= hurry_ms && at_ms < hurry_ms + 45_000
    fixes.push({
      lat: at[0] + (random() - 0.5) * WANDER_DEG,
      lng: at[1] + (random() - 0.5) * WANDER_DEG,
      course: moves ? course : null,
      speed: moves ? Math.round(hurries ? 92 + random() * 12 : usual * (0.6 + random() * 0.8)) : 0,
      battery_level: Math.max(4, Math.round(battery - (at_ms - times.waiting) / 120_000)),
      mode: moves ? 'automotive' : 'still',
      accuracy: randomInteger(random, 4, 15),
      at_ms,
    })
  }
  return fixes
}

function placeOn(
  line: readonly LatLng[],
  lengths: readonly number[],
  way_m: number,
): { readonly at: LatLng; readonly course: number } {
  let left = way_m
  for (const [at, length] of lengths.entries()) {
    const [from, to] = [line[at], line[at + 1]]
    if (!from || !to) break
    if (left <= length || at === lengths.length - 1)
      return { at: between(from, to, length === 0 ? 0 : Math.min(1, left / length)), course: course_deg(from, to) }
    left -= length
  }
  return { at: line.at(-1) ?? [0, 0], course: 0 }
}

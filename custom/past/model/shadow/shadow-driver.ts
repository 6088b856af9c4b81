import { distance_m, type LatLng } from '../../../geometry/model'
import type { AskedBy } from '../../../services/model'
import type { RealAnswer, ShadowDay, ShadowDriver, ShadowRide, ShadowRule } from './shadow-day'

/** A driver while a day is driven. */
export interface ShadowAtWork {
  readonly driver: ShadowDriver
  /** They are on shift until then; null: off it. */
  until_ms: number | null
  place: number | null
  /** Nothing is known of where they are before their first ride. */
  at: LatLng | null
  /** Since when without a ride. */
  idle_since_ms: number
  /** Being asked; on a ride; on one that is not searched for here. */
  does: 'nothing' | 'asked' | 'ride' | 'fixed'
}

/** A driver's way to a pick-up, as it is reckoned, and how long they take for it. */
export interface PickupWay {
  readonly straight_m: number
  readonly road_m: number
  readonly duration_s: number
  readonly comes_s: number
}

/**
 * What a search knows of its ride: what drivers answered to it in reality, and when they did so last while the day is
 * driven.
 */
interface Searched {
  readonly ride: ShadowRide
  readonly answers: ReadonlyMap<number, readonly RealAnswer[]>
  readonly answered_ms: ReadonlyMap<number, number>
}

/** What was reckoned within so long of a real request is what was reckoned then. */
const SAME_MS = 120_000

/**
 * The way of a driver to a ride: as it was reckoned in reality where they were asked at that time, else by what the
 * day's ways were like.
 */
export function wayOf(
  { driver, at }: ShadowAtWork,
  { ride, answers }: Pick<Searched, 'ride' | 'answers'>,
  day: ShadowDay,
  at_ms: number,
): PickupWay | null {
  if (!at) return null
  const straight_m = distance_m(at, ride.origin)
  const real = answers.get(driver.id)?.find(({ asked_ms }) => Math.abs(asked_ms - at_ms) <= SAME_MS)
  if (real && real.way_s !== null && real.way_m !== null) {
    return {
      straight_m: Math.min(straight_m, real.way_m),
      road_m: real.way_m,
      duration_s: real.way_s,
      comes_s: real.came_s ?? real.way_s * day.comes_ratio,
    }
  }
  const duration_s = straight_m * day.pace_s_per_m
  return { straight_m, road_m: straight_m * day.detour, duration_s, comes_s: duration_s * day.comes_ratio }
}

/** A driver who may be asked, with what their place in the order goes by. */
interface Hopeful extends AskedBy {
  readonly one: ShadowAtWork
  readonly way: PickupWay
}

/**
 * The driver as a search for this ride sees them; null: they are passed over. The rules are those of
 * `services/server/rules` as far as a day keeps what they ask for.
 */
export function hopeful(
  one: ShadowAtWork,
  searched: Searched,
  rule: ShadowRule,
  day: ShadowDay,
  at_ms: number,
): Hopeful | null {
  const { ride, answered_ms } = searched
  const { driver } = one
  if (one.does !== 'nothing' || one.until_ms === null) return null
  if (ride.id_branch !== null && driver.id_branch !== null && ride.id_branch !== driver.id_branch) return null
  if (
    ride.type_vehicles.length > 0 &&
    (driver.id_type_vehicle === null || !ride.type_vehicles.includes(driver.id_type_vehicle))
  )
    return null
  if (driver.seats < ride.seats) return null
  const last_ms = answered_ms.get(driver.id)
  if (last_ms !== undefined && at_ms - last_ms < rule.cooldown_s * 1000) return null
  const way = wayOf(one, searched, day, at_ms)
  if (!way || Math.max(way.straight_m, way.road_m) > (ride.radius_m ?? rule.radius_m)) return null
  return {
    one,
    way,
    id_vehicle: driver.id_vehicle,
    place: one.place,
    idle_s: (at_ms - one.idle_since_ms) / 1000,
    straight_m: way.straight_m,
    duration_s: way.duration_s,
  }
}

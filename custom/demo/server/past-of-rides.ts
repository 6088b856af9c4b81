import type { JsonObject } from '#engine/model'
import type { writeLog } from '#engine/server'
import { randomInteger, type Random } from '../model/random'
import type { DemoRide } from '../model/ride-records'
import { trackOfRide } from '../model/track-of-ride'
import { sumOf, toUnits } from '../../fares/model'
import type { PastFix } from '../../fleet/server'
import { decodeLine } from '../../geometry/model'

const REVIEWED_EVERY = 19
/** What had been agreed of a ride that cost more than a fifth more in the end. */
const AGREED_SHARE = 0.75
const MIN = 60_000

/** What the driver's phone sent on a finished ride of the last days. */
export function fixesOf(random: Random, { end, polyline }: DemoRide, id_service: number): readonly PastFix[] {
  if (end.state !== 'finalized') return []
  const { driver, times } = end
  return trackOfRide(random, decodeLine(polyline), times, randomInteger(random, 8, 96)).map(({ at_ms, ...fix }) => ({
    ...fix,
    id_driver: driver.id,
    id_vehicle: driver.id_vehicle,
    id_service,
    date_fix: new Date(at_ms),
  }))
}

/**
 * Of the rides that are over some differ from what was agreed, by their tolls or by a fifth of their price and more:
 * most of those have been looked at.
 */
export function reviewOf({ end, fare }: DemoRide, index: number, operator: number): JsonObject {
  if (end.state !== 'finalized' || index % REVIEWED_EVERY !== 0) return {}
  const isDone = index % (REVIEWED_EVERY * 3) !== 0
  const reviewed: JsonObject = isDone
    ? { date_reviewed: new Date(end.times.finalized + 30 * MIN).toISOString(), id_user_reviewed: operator }
    : {}
  return {
    review: isDone ? 'done' : 'pending',
    review_why: sumOf(fare.lines, ['toll']) > 0 ? 'tolls' : 'price',
    ...reviewed,
  }
}

/** What the end of a reviewed ride changed, as its activity says: the price that had been agreed. */
export function endLine({ end, fare }: DemoRide, id: number): Parameters<typeof writeLog>[1] | null {
  if (end.state !== 'finalized') return null
  const total = toUnits(fare.total, fare)
  const toll = toUnits(sumOf(fare.lines, ['toll']), fare)
  const agreed = Math.round((toll > 0 ? total - toll : total * AGREED_SHARE) * 100) / 100
  return {
    id_user: end.driver.id,
    type_log: 'service_finalize',
    target: 'services',
    id_target: id,
    title: String(id),
    platform: 'driver',
    id_session: null,
    date: new Date(end.times.finalized),
    changes: { price_total: { from: agreed, to: total } },
  }
}

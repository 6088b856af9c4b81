import { isStaff } from '#app/asker'
import { living } from '#app/tables'
import type { JsonObject } from '#engine/model'
import type { Db, Hooks } from '#engine/server'
import { ruleSentence, toUnits } from '../../../fares/model'
import { moneyStyle, readFare } from '../../../fares/server'
import { toldFare } from '../../../services/server'

type PresentAt = Parameters<NonNullable<Hooks['present']>>[2]

/**
 * What the ride of an order's courier costs, line by line, for the house's staff: the client pays the order's own price
 * of delivery. Null: there is no ride, or none with a fare.
 */
export async function courierFare(
  db: Db,
  { id }: JsonObject,
  { actor, settings, say }: PresentAt,
): Promise<JsonObject | null> {
  if (!isStaff(actor) || typeof id !== 'number') return null
  const ride = await living(db, 'orders as o')
    .innerJoin('services as s', 's.id', 'o.id_service')
    .where('o.id', '=', id)
    .select(['s.id', 's.state', 's.price_total', 's.id_fare', 's.distance', 's.duration'])
    .executeTakeFirst()
  const kept = ride && ride.id_fare !== null ? await readFare(db, ride.id_fare) : null
  if (!ride || !kept) return null
  const told = toldFare(
    { state: ride.state, price_total: ride.price_total === null ? null : Number(ride.price_total) },
    kept,
  )
  const style = moneyStyle(settings)
  return {
    id_service: ride.id,
    distance: ride.distance,
    duration: ride.duration,
    total: toUnits(told.total, told),
    lines: told.lines.map(
      (line): JsonObject => ({
        key: line.kind,
        name: say(`fares.kinds.${line.kind}`),
        note: ruleSentence(line, say, style, told.exponent),
        price: toUnits(line.amount, told),
      }),
    ),
  }
}

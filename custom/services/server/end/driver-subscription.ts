import { sql } from 'kysely'
import type { JsonObject } from '#engine/model'
import type { Tx } from '#engine/server'
import type { FareDeal } from '../../../fares/server'

/** The subscription that a driver works by: his own, else the one of the settings; null: neither, or it is off. */
export async function driverSubscription(tx: Tx, id_driver: number | null, settings: JsonObject): Promise<FareDeal['subscription']> {
  if (id_driver === null) return null
  const otherwise = Number(settings['id_subscription_default'] ?? 0)
  const { rows: [row] } = await sql<NonNullable<FareDeal['subscription']>>`
    select s.id, s.name, coalesce(s.fee_amount, 0)::float8 as fee_amount, coalesce(s.fee_percentage, 0)::float8 as fee_percentage
    from users u join subscriptions s on s.id = coalesce(u.id_subscription, nullif(${Number.isSafeInteger(otherwise) ? otherwise : 0}::integer, 0))
    where u.id = ${id_driver} and s.state = '1' and s.date_deleted is null`.execute(tx)
  return row ?? null
}

import { sql } from 'kysely'
import { living } from '#app/tables'
import { type Db, iso } from '#engine/server'
import type { DriverOffer } from '../../model/driver-wire'
import { readDriverServices } from '../read/driver-services'
import type { DriverContext } from '../serve-driver'

/** The request that waits for this driver's answer, while there is time; null: none. */
export async function pendingOffer(context: DriverContext, db: Db): Promise<DriverOffer | null> {
  const { id_driver, now } = context
  const at = now()
  const offer = await living(db, 'service_offers')
    .where('id_driver', '=', id_driver)
    .where('state', '=', 'pending')
    .where('date_deadline', '>', at.toISOString())
    .select(['id', 'id_service', iso('date_deadline').$notNull().as('date_deadline'), 'distance', 'duration'])
    .executeTakeFirst()
  if (!offer) return null
  const [service] = await readDriverServices(context, db, id_driver, sql<boolean>`s.id = ${offer.id_service}`)
  if (!service) return null
  const left_s = Math.max(0, Math.round((Date.parse(offer.date_deadline) - at.getTime()) / 100) / 10)
  return { ...offer, left_s, service }
}

import { sql } from 'kysely'
import { type Db, iso } from '#engine/server'
import type { DriverOffer } from '../../model/driver-wire'
import { readDriverServices } from '../read/driver-services'
import type { DriverContext } from '../serve-driver'

interface Row {
  readonly id: number
  readonly id_service: number
  readonly date_deadline: string
  readonly distance: number | null
  readonly duration: number | null
}

/** The request that waits for this driver's answer, while there is time; null: none. */
export async function pendingOffer(context: DriverContext, db: Db): Promise<DriverOffer | null> {
  const { id_driver, now } = context
  const at = now()
  const { rows: [offer] } = await sql<Row>`
    select o.id, o.id_service, ${iso('o.date_deadline')} as date_deadline, o.distance, o.duration from service_offers o
    where o.id_driver = ${id_driver} and o.state = 'pending' and o.date_deleted is null and o.date_deadline > ${at}`.execute(db)
  if (!offer) return null
  const [service] = await readDriverServices(context, db, id_driver, sql<boolean>`s.id = ${offer.id_service}`)
  if (!service) return null
  const left_s = Math.max(0, Math.round((Date.parse(offer.date_deadline) - at.getTime()) / 100) / 10)
  return { ...offer, left_s, service }
}

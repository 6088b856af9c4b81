import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#engine/server'
import { HAS_SEATS, IS_OF_KIND } from '../../../services/server'

/** The vehicle a driver would come with, and where it was last. */
export interface ComesWith {
  readonly id_vehicle: number
  readonly lat: number | null
  readonly lng: number | null
}

/** The vehicle of his shift, else his own that fits a booking (the one with the fewest seats). */
export async function vehicleFor(db: Db | Tx, id_driver: number, id_service: number): Promise<ComesWith | null> {
  const { rows: [vehicle] } = await sql<ComesWith>`
    select v.id as id_vehicle, p.point[1] as lat, p.point[0] as lng
    from services s join vehicles v on ${fits(id_driver)}
    left join vehicle_positions p on p.id_vehicle = v.id and p.date_deleted is null
    where s.id = ${id_service}
    order by exists (select 1 from driver_shifts h where h.id_driver = ${id_driver} and h.id_vehicle = v.id and h.state <> 'closed' and h.date_deleted is null) desc,
      v.capacity_1, v.id limit 1`.execute(db)
  return vehicle ?? null
}

/**
 * Bookings (a condition over `s`) without a driver that this one may put himself forward for: of his branch, still to come, for which a vehicle
 * of his fits, and from which no operator has refused him.
 */
export function openFor(id_driver: number, now: Date): RawBuilder<boolean> {
  return sql<boolean>`(s.state = 'scheduled' and s.id_driver is null and s.date_scheduled > ${now}
    and exists (select 1 from users u where u.id = ${id_driver} and (u.id_branch is null or s.id_branch is null or u.id_branch = s.id_branch))
    and exists (select 1 from vehicles v where ${fits(id_driver)})
    and not exists (select 1 from service_assignments a where a.id_service = s.id and a.id_driver = ${id_driver} and a.state = 'rejected' and a.date_deleted is null))`
}

/** Whether a vehicle `v` is his and takes the service `s`: seats and the kinds of its product. */
const fits = (id_driver: number): RawBuilder<boolean> => sql<boolean>`(v.id_user = ${id_driver} and v.state = '1' and v.date_deleted is null
  and ${HAS_SEATS} and ${IS_OF_KIND})`

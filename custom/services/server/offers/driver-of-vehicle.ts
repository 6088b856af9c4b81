import { sql } from 'kysely'
import { AppError } from '#engine/model'
import type { CallContext, Db, Tx } from '#engine/server'
import { fleetReach } from '../../../fleet/server'

export interface VehicleDriver {
  readonly id_driver: number
  readonly name: string
  readonly point: readonly [lat: number, lng: number] | null
}

/**
 * Who drives a vehicle now: whoever is on shift with it, else the one it is given to.
 * @throws {AppError} NOT_FOUND (outside the asker's reach too), VALIDATION when nobody drives it
 */
export async function driverOfVehicle(context: CallContext, db: Db | Tx, id_vehicle: number): Promise<VehicleDriver> {
  const reach = fleetReach(context)
  if (!reach) throw new AppError('NOT_FOUND')
  const { rows: [row] } = await sql<{ id_driver: number | null; name: string | null; lat: number | null; lng: number | null }>`
    select u.id as id_driver, u.name, p.point[1] as lat, p.point[0] as lng
    from vehicles v
    left join driver_shifts h on h.id_vehicle = v.id and h.state <> 'closed' and h.date_deleted is null
    left join users u on u.id = coalesce(h.id_driver, v.id_user) and u.date_deleted is null
    left join vehicle_positions p on p.id_vehicle = v.id and p.date_deleted is null
    where v.id = ${id_vehicle} and v.date_deleted is null and ${reach}`.execute(db)
  if (!row) throw new AppError('NOT_FOUND')
  if (row.id_driver === null) throw new AppError('VALIDATION', { errors: { id_vehicle: { key: 'services.vehicle_without_driver' } } })
  return { id_driver: row.id_driver, name: row.name ?? '', point: row.lat === null || row.lng === null ? null : [row.lat, row.lng] }
}

import { sql } from 'kysely'
import { living } from '#app/tables'
import { AppError } from '#engine/model'
import type { CallContext, Db, Tx } from '#engine/server'
import { fleetScope } from '../../../fleet/server'

interface VehicleDriver {
  readonly id_driver: number
  readonly name: string
  readonly point: readonly [lat: number, lng: number] | null
}

/**
 * Who drives a vehicle now: the driver on shift with it, else the one it is assigned to.
 * @throws {AppError} NOT_FOUND (also when out of the asker's scope), VALIDATION when nobody drives it
 */
export async function driverOfVehicle(context: CallContext, db: Db | Tx, id_vehicle: number): Promise<VehicleDriver> {
  const scope = fleetScope(context)
  if (!scope) throw new AppError('NOT_FOUND')
  const row = await living(db, 'vehicles as v')
    .leftJoin('driver_shifts as h', (join) =>
      join.onRef('h.id_vehicle', '=', 'v.id').on('h.state', '<>', 'closed').on('h.date_deleted', 'is', null),
    )
    .leftJoin('users as u', (join) =>
      join
        .on(({ eb, fn }) => eb('u.id', '=', fn.coalesce('h.id_driver', 'v.id_user')))
        .on('u.date_deleted', 'is', null),
    )
    .leftJoin('vehicle_positions as p', (join) =>
      join.onRef('p.id_vehicle', '=', 'v.id').on('p.date_deleted', 'is', null),
    )
    .where('v.id', '=', id_vehicle)
    .where(scope)
    .select(({ ref }) => [
      'u.id as id_driver',
      'u.name',
      sql<number | null>`(${ref('p.point')})[1]`.as('lat'),
      sql<number | null>`(${ref('p.point')})[0]`.as('lng'),
    ])
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  if (row.id_driver === null)
    throw new AppError('VALIDATION', { errors: { id_vehicle: { key: 'services.vehicle_without_driver' } } })
  return {
    id_driver: row.id_driver,
    name: row.name ?? '',
    point: row.lat === null || row.lng === null ? null : [row.lat, row.lng],
  }
}

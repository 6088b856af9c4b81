import { living } from '#app/tables'
import type { Db, Tx } from '#engine/server'
import type { DriverVehicle } from '../../model/driver-wire'

/** Vehicles that a driver may drive: their own, in use. */
export const vehiclesOf = (db: Db | Tx, id_driver: number): Promise<DriverVehicle[]> =>
  vehicles(db).where('v.id_user', '=', id_driver).where('v.state', '=', '1').execute()

export async function driverVehicle(db: Db | Tx, id: number): Promise<DriverVehicle | null> {
  return (await vehicles(db).where('v.id', '=', id).executeTakeFirst()) ?? null
}

const vehicles = (db: Db | Tx) =>
  living(db, 'vehicles as v')
    .leftJoin('brand_vehicles as b', 'b.id', 'v.id_brand_vehicle')
    .leftJoin('type_vehicles as t', 't.id', 'v.id_type_vehicle')
    .select(({ fn, val }) => [
      'v.id',
      'v.plate',
      'v.code',
      'b.name as brand',
      'v.model',
      'v.year',
      fn.coalesce('t.icon', val('car')).as('icon'),
      'v.capacity_1',
    ])
    .orderBy('v.id')

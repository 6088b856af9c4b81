import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#engine/server'
import type { DriverVehicle } from '../../model/driver-wire'

/** Vehicles that a driver may drive: his own, in use. */
export const vehiclesOf = (db: Db | Tx, id_driver: number): Promise<DriverVehicle[]> =>
  readVehicles(db, sql<boolean>`v.id_user = ${id_driver} and v.state = '1'`)

export async function vehicleOf(db: Db | Tx, id: number): Promise<DriverVehicle | null> {
  const [vehicle] = await readVehicles(db, sql<boolean>`v.id = ${id}`)
  return vehicle ?? null
}

async function readVehicles(db: Db | Tx, condition: RawBuilder<boolean>): Promise<DriverVehicle[]> {
  const { rows } = await sql<DriverVehicle>`
    select v.id, v.plate, v.code, b.name as brand, v.model, v.year, coalesce(t.icon, 'car') as icon, v.capacity_1
    from vehicles v
    left join brand_vehicles b on b.id = v.id_brand_vehicle
    left join type_vehicles t on t.id = v.id_type_vehicle
    where v.date_deleted is null and ${condition} order by v.id`.execute(db)
  return rows
}

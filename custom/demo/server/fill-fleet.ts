import { BRANDS, CARS, COLORS, TYPES } from '../model/fleet'
import { positionRecord, vehicleRecord, type DemoDriver } from '../model/fleet-records'
import type { Moments } from '../model/moments'
import type { Random } from '../model/random'
import type { DemoWriter } from '#engine/server'

/**
 * The small catalogues of the fleet, then the vehicles, one for each active driver and a few without, and where they are.
 * @returns types of vehicle by name, and the drivers who have a car
 */
export async function fillFleet(
  writer: DemoWriter, random: Random, moments: Moments, count: number, drivers: readonly DemoDriver[], branches: readonly number[],
): Promise<{ readonly types: ReadonlyMap<string, number>; readonly cars: readonly { readonly id: number; readonly id_vehicle: number }[] }> {
  const catalogue = async (entity: string, rows: readonly (readonly [name: string, value: string])[], field: string) => {
    const ids = await writer.insert(entity, rows.length, (index) => ({
      name: rows[index]?.[0] ?? null, [field]: rows[index]?.[1] ?? null, date_created: moments.entered(random, index, rows.length * 4, 410),
    }))
    return new Map(rows.map(([name], index) => [name, ids[index] ?? 0]))
  }
  const ids = {
    types: await catalogue('type_vehicles', TYPES, 'icon'),
    brands: await catalogue('brand_vehicles', BRANDS, 'code'),
    colors: await catalogue('colors', COLORS, 'code'),
  }
  const carTypes = CARS.map((name) => ids.types.get(name))
  const isCar: boolean[] = []
  const vehicles = await writer.insert('vehicles', count, (index) => {
    const record = vehicleRecord(random, moments, index, count, ids, branches, drivers[index] ?? null)
    isCar.push(carTypes.includes(Number(record.id_type_vehicle)))
    return record
  })
  await writer.insert('vehicle_positions', vehicles.length, (index) =>
    positionRecord(random, moments, vehicles[index] ?? 0, index < drivers.length))
  const cars = drivers.flatMap(({ id }, index) => (isCar[index] ? [{ id, id_vehicle: vehicles[index] ?? 0 }] : []))
  return { types: ids.types, cars }
}

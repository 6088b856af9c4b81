import { BRANDS, COLORS, TYPES } from '../model/fleet'
import { positionRecord, vehicleRecord, type DemoDriver } from '../model/fleet-records'
import type { Moments } from '../model/moments'
import type { Random } from '../model/random'
import type { DemoWriter } from '../../../src/server/demo/demo-writer'

/** The small catalogues of the fleet, then the vehicles, one for each active driver and a few without, and where they are. @returns types of vehicle by name */
export async function fillFleet(
  writer: DemoWriter, random: Random, moments: Moments, count: number, drivers: readonly DemoDriver[], branches: readonly number[],
): Promise<{ readonly types: ReadonlyMap<string, number> }> {
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
  const vehicles = await writer.insert('vehicles', count, (index) =>
    vehicleRecord(random, moments, index, count, ids, branches, drivers[index] ?? null))
  await writer.insert('vehicle_positions', vehicles.length, (index) =>
    positionRecord(random, moments, vehicles[index] ?? 0, index < drivers.length))
  return { types: ids.types }
}

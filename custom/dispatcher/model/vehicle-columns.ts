import { Type, type Static } from 'typebox'
import type { Json } from '#engine/model'
import type { LiveVehicle } from './live-vehicle'

/**
 * One key of many vehicles: the values in their order, or where few differ each once (`of`) and which of them each
 * vehicle has (`at`).
 */
const Column = Type.Object({ of: Type.Array(Type.Unknown()), at: Type.Optional(Type.Array(Type.Integer())) })

/**
 * Vehicles by key in place of by vehicle: of ten thousand a fifth of the text, and a third of what it is packed. `of`
 * without `at` has a value for each vehicle.
 */
export const VehicleColumns = Type.Object({ count: Type.Integer(), keys: Type.Record(Type.String(), Column) })
export type VehicleColumns = Static<typeof VehicleColumns>

/** Values that repeat this often are named once. */
const REPEATS = 2

export function toColumns(vehicles: readonly LiveVehicle[]): VehicleColumns {
  const keys: { [key: string]: Static<typeof Column> } = {}
  for (const key of Object.keys(vehicles[0] ?? {}) as (keyof LiveVehicle)[]) {
    const places = new Map<unknown, number>()
    const of: unknown[] = []
    const at = vehicles.map((vehicle) => {
      const value = vehicle[key]
      // Of what a state says there is one object for each.
      const same = typeof value === 'object' && value !== null ? JSON.stringify(value) : value
      const known = places.get(same)
      if (known !== undefined) return known
      places.set(same, of.length)
      return of.push(value) - 1
    })
    keys[key] = of.length * REPEATS <= vehicles.length ? { of, at } : { of: vehicles.map((vehicle) => vehicle[key]) }
  }
  return { count: vehicles.length, keys }
}

export function fromColumns({ count, keys }: VehicleColumns): LiveVehicle[] {
  const columns = Object.entries(keys)
  return Array.from({ length: count }, (_, place) => {
    const vehicle: { [key: string]: Json } = {}
    for (const [key, { of, at }] of columns) vehicle[key] = (of[at?.[place] ?? place] ?? null) as Json
    return vehicle as unknown as LiveVehicle
  })
}

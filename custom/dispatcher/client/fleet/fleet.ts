import type { CallResponse } from '#engine/model'
import type { Availability, FleetTotals, LiveVehicle } from '../../model/live-vehicle'
import type { liveVehiclesCall } from '../../model/live-vehicles'

/** The vehicles as last heard, in the server's order. */
export interface Fleet {
  readonly vehicles: readonly LiveVehicle[]
  readonly totals: FleetTotals
  readonly heard_ms: number
}

type Answer = CallResponse<typeof liveVehiclesCall>

export const wholeFleet = ({ items, totals }: Answer, heard_ms: number): Fleet => ({ vehicles: items, totals, heard_ms })

/** Puts what has changed into what is known; the list stays the very same one when nothing has. */
export function renewedFleet(known: Fleet, { items, gone, totals }: Answer, heard_ms: number): Fleet {
  // What the overlap of two polls brings again is no change.
  const held = new Map(known.vehicles.map((vehicle) => [vehicle.id, vehicle]))
  const news = items.filter((item) => !sameVehicle(held.get(item.id), item))
  const lost = gone.filter((id) => held.has(id))
  if (news.length === 0 && lost.length === 0) return { ...known, totals, heard_ms }
  for (const vehicle of news) held.set(vehicle.id, vehicle)
  for (const id of lost) held.delete(id)
  return { vehicles: [...held.values()].sort(byPlate), totals, heard_ms }
}

export const withAvailability = (vehicles: readonly LiveVehicle[], wanted: Availability | null): readonly LiveVehicle[] =>
  wanted ? vehicles.filter(({ availability }) => availability === wanted) : vehicles

/** Those in one of these states: of the ride they are on (`onway`), `paused`, or `requesting`; without states all. */
export function withStates(vehicles: readonly LiveVehicle[], states: readonly string[]): readonly LiveVehicle[] {
  if (states.length === 0) return vehicles
  return vehicles.filter(({ se_state_bj, connected_unwilling, vehicle_requesting }) =>
    (se_state_bj && states.includes(se_state_bj.id)) || (connected_unwilling === 1 && states.includes('paused'))
    || (vehicle_requesting !== null && states.includes('requesting')))
}

const byPlate = (a: LiveVehicle, b: LiveVehicle): number => (a.plate < b.plate ? -1 : a.plate > b.plate ? 1 : a.id - b.id)

function sameVehicle(a: LiveVehicle | undefined, b: LiveVehicle): boolean {
  return a !== undefined && (Object.keys(b) as (keyof LiveVehicle)[]).every((key) =>
    key === 'state_obj' || a[key] === b[key] || (key === 'se_state_bj' && a[key]?.id === b[key]?.id))
}

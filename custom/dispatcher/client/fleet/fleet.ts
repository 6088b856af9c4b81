import type { CallResponse } from '#engine/model'
import type { Availability, FleetTotals, LiveVehicle } from '../../model/live-vehicle'
import type { liveVehiclesCall } from '../../model/live-vehicles'
import { fromColumns } from '../../model/vehicle-columns'

/** The vehicles as last received, in the server's order. */
export interface ReceivedFleet {
  readonly vehicles: readonly LiveVehicle[]
  readonly totals: FleetTotals
}

type Answer = CallResponse<typeof liveVehiclesCall>

export const wholeFleet = ({ items, columns, totals }: Answer): ReceivedFleet => ({
  vehicles: columns ? fromColumns(columns) : items,
  totals,
})

/**
 * Merges changes into the known fleet, which stays the same object when nothing has changed; so does its list when only
 * the totals have.
 */
export function renewedFleet(known: ReceivedFleet, { items, gone, totals }: Answer): ReceivedFleet {
  // A vehicle repeated by the overlap of two polls is no change.
  const held = new Map(known.vehicles.map((vehicle) => [vehicle.id, vehicle]))
  const news = items.filter((item) => !sameVehicle(held.get(item.id), item))
  const lost = gone.filter((id) => held.has(id))
  const counts = sameTotals(known.totals, totals) ? known.totals : totals
  if (news.length === 0 && lost.length === 0) return counts === known.totals ? known : { ...known, totals }
  const changed = new Map(news.map((vehicle) => [vehicle.id, vehicle]))
  // Nearly always vehicles have moved and nothing else: then their order stands, and ten thousand are not sorted for
  // each poll.
  if (lost.length === 0 && news.every(({ id, plate }) => held.get(id)?.plate === plate))
    return { vehicles: known.vehicles.map((vehicle) => changed.get(vehicle.id) ?? vehicle), totals: counts }
  for (const vehicle of news) held.set(vehicle.id, vehicle)
  for (const id of lost) held.delete(id)
  return { vehicles: [...held.values()].sort(byPlate), totals: counts }
}

export const withAvailability = (
  vehicles: readonly LiveVehicle[],
  wanted: Availability | null,
): readonly LiveVehicle[] => (wanted ? vehicles.filter(({ availability }) => availability === wanted) : vehicles)

/**
 * What the map draws: without those that nobody drives, unless they were asked for: by the counter, a search, a state,
 * a choice, or always (`offline`).
 */
export function withoutOffline(
  vehicles: readonly LiveVehicle[],
  asked: {
    readonly offline: boolean
    readonly wanted: Availability | null
    readonly q: string
    readonly states: readonly string[]
    readonly selected: number | null
  },
): readonly LiveVehicle[] {
  if (asked.offline || asked.wanted !== null || asked.q !== '' || asked.states.length > 0) return vehicles
  return vehicles.filter(({ id, availability }) => availability !== 'offline' || id === asked.selected)
}

/** Those in one of these states: of the ride they are on (`onway`), `paused`, or `requesting`; without states all. */
export function withStates(vehicles: readonly LiveVehicle[], states: readonly string[]): readonly LiveVehicle[] {
  if (states.length === 0) return vehicles
  return vehicles.filter(
    ({ se_state_bj, connected_unwilling, vehicle_requesting }) =>
      (se_state_bj && states.includes(se_state_bj.id)) ||
      (connected_unwilling === 1 && states.includes('paused')) ||
      (vehicle_requesting !== null && states.includes('requesting')),
  )
}

const sameTotals = (known: FleetTotals, now: FleetTotals): boolean => JSON.stringify(known) === JSON.stringify(now)

const byPlate = (a: LiveVehicle, b: LiveVehicle): number =>
  a.plate < b.plate ? -1 : a.plate > b.plate ? 1 : a.id - b.id

function sameVehicle(a: LiveVehicle | undefined, b: LiveVehicle): boolean {
  return (
    a !== undefined &&
    (Object.keys(b) as (keyof LiveVehicle)[]).every(
      (key) => key === 'state_obj' || a[key] === b[key] || (key === 'se_state_bj' && a[key]?.id === b[key]?.id),
    )
  )
}

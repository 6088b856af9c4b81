import { fold } from '#engine/model'
import { searchWords } from '#engine/server'
import type { FleetVehicle } from '../../fleet/model'
import type { FleetTotals } from '../model/live-vehicle'

/** What of the fleet is asked for. */
interface FleetAsked {
  readonly q?: string
  readonly availability?: string
  /** Of the ride it is on, `paused` or `requesting`; several joined by commas: any of them. */
  readonly state?: string
  /** South, west, north, east. */
  readonly bounds?: string
}

type Choice = (vehicle: FleetVehicle) => boolean

/** Whether a vehicle is found by the words of a search; totals count those. */
export function searchChoice(q = ''): Choice {
  const words = searchWords(q).map(fold).filter(Boolean)
  return ({ text }) => words.every((word) => text.includes(word))
}

/** Whether a vehicle that is found is among those to be shown. */
export function shownBy({ availability, state, bounds }: FleetAsked): Choice {
  const [south = -90, west = -180, north = 90, east = 180] = bounds?.split(',').map(Number) ?? []
  const states = state?.split(',')
  return (vehicle) =>
    (availability === undefined || vehicle.availability === availability) &&
    (states === undefined || isIn(vehicle, states)) &&
    (bounds === undefined || isWithin(vehicle, south, west, north, east))
}

const isIn = ({ service, shift, requesting }: FleetVehicle, states: readonly string[]): boolean =>
  (service !== null && states.includes(service.state)) ||
  (shift?.state === 'paused' && states.includes('paused')) ||
  (requesting !== null && states.includes('requesting'))

function isWithin({ position }: FleetVehicle, south: number, west: number, north: number, east: number): boolean {
  return (
    position !== null && position.lat >= south && position.lat <= north && position.lng >= west && position.lng <= east
  )
}

/** How many there are by availability. */
export function totalsOf(vehicles: Iterable<FleetVehicle>): FleetTotals {
  const totals = { all: 0, online: 0, busy: 0, offline: 0 }
  for (const { availability } of vehicles) {
    totals.all++
    totals[availability]++
  }
  return totals
}

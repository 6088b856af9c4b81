import type { WayMatrix, PlanService, PlanStop, PlanVehicle, Problem } from '../../model/plan/problem'
import type { GroupingStop } from '../../model/grouping-wire'
import type { LatLng } from '../../../geometry/model'
import type { GroupingRide } from '../read/read-rides'
import type { PlanSettings } from './plan-settings'

/** A vehicle of a plan before anything is measured. */
export interface PlannedVehicle {
  readonly id: number
  readonly seats: number
  /** Where it begins and ends; null: at its first, its last stop. */
  readonly start: LatLng | null
  readonly end: LatLng | null
  /** Stops that it has made. */
  readonly driven: readonly GroupingStop[]
  /** When it may be under way; null: at any time. */
  readonly shift: { readonly from: Date; readonly to: Date } | null
}

interface Planned {
  readonly rides: readonly GroupingRide[]
  readonly vehicles: readonly PlannedVehicle[]
  /** Stops whose place is fixed, with the place. */
  readonly locked: readonly { readonly stop: number; readonly position: number }[]
  readonly settings: PlanSettings
  /** The grouping's own longest time on board, seconds; null: the setting's. */
  readonly ride_s: number | null
  readonly now: Date
}

/** The places of a problem, each once, as its stops and vehicles refer to them. */
interface ProblemPlaces {
  readonly places: readonly LatLng[]
  readonly indexOf: (at: LatLng) => number
}

/** Half a metre: two stops at one door are one place. */
const keyOf = ([lat, lng]: LatLng): string => `${lat.toFixed(5)},${lng.toFixed(5)}`

/** Every place that a plan drives to. */
export function placesIn({ rides, vehicles }: Pick<Planned, 'rides' | 'vehicles'>): ProblemPlaces {
  const places = new Map<string, { readonly at: LatLng; readonly index: number }>()
  const add = (at: LatLng): void => {
    if (!places.has(keyOf(at))) places.set(keyOf(at), { at, index: places.size })
  }
  for (const { stops } of rides) for (const { lat, lng } of stops) add([lat, lng])
  for (const { start, end } of vehicles) for (const at of [start, end]) if (at) add(at)
  return { places: [...places.values()].map(({ at }) => at), indexOf: (at) => places.get(keyOf(at))?.index ?? 0 }
}

/** The problem of these rides and vehicles. @param matrix of `placesIn`, in its order */
export function makeProblem(planned: Planned, { indexOf }: ProblemPlaces, matrix: WayMatrix): Problem {
  const { rides, vehicles, settings, locked, now } = planned
  const zero_ms = zeroOf(rides, now)
  const seconds = (date: string | Date): number => Math.round((new Date(date).getTime() - zero_ms) / 1000)
  const stops = rides.flatMap((ride) =>
    ride.stops.map(
      (stop): PlanStop => ({
        id: stop.id,
        service: ride.id,
        kind: stop.kind,
        place: indexOf([stop.lat, stop.lng]),
        seats: seatsAt(ride, stop),
        window:
          stop.kind === 'pickup' && ride.date_scheduled !== null
            ? { from: seconds(ride.date_scheduled) - settings.early_s, to: seconds(ride.date_scheduled) }
            : null,
        stay_s: settings.stay_s,
      }),
    ),
  )
  return {
    zero: new Date(zero_ms).toISOString(),
    stops,
    matrix,
    services: rides.map((ride): PlanService => ({ id: ride.id, priority: 0, ride_s: longestRide(ride, planned) })),
    vehicles: vehicles.map(
      ({ id, seats, start, end, driven, shift }): PlanVehicle => ({
        id,
        seats,
        start: start && indexOf(start),
        end: end && indexOf(end),
        shift: shift && { from: seconds(shift.from), to: seconds(shift.to) },
        driven: driven.map((stop) => {
          const arrival_s = seconds(stop.date_reached ?? now)
          // A time that was put right by hand may be later than the one at which the stop was left.
          return { stop: stop.id, arrival_s, leave_s: Math.max(arrival_s, seconds(stop.date_left ?? now)) }
        }),
      }),
    ),
    locks: { positions: locked, vehicles: [] },
    tolerance_s: settings.late_s,
    weights: settings.weights,
    balance: 0,
  }
}

/**
 * Of a ride whose pick-up has no place, passengers get in at the first stop that has one; where only the drop-off has,
 * nobody gets in or out.
 */
function seatsAt({ stops, capacity_1 }: GroupingRide, { id, kind }: GroupingStop): number {
  const [first] = stops
  if (first === undefined || first.kind === 'dropoff') return 0
  return id === first.id ? capacity_1 : kind === 'dropoff' ? -capacity_1 : 0
}

/** Nobody is driven faster than alone: a ride that is longer by itself has a little more than that. */
function longestRide({ duration }: GroupingRide, { ride_s, settings }: Planned): number {
  return Math.max(ride_s ?? settings.ride_s, Math.round((duration ?? 0) * 1.2))
}

/**
 * The first booked moment, or the present where nobody has booked: whole minutes, so that the same plan comes again.
 */
function zeroOf(rides: readonly GroupingRide[], now: Date): number {
  const booked = rides.flatMap(({ date_scheduled }) => (date_scheduled === null ? [] : [Date.parse(date_scheduled)]))
  const at_ms = booked.length > 0 ? Math.min(...booked) : now.getTime()
  return Math.floor(at_ms / 60_000) * 60_000
}

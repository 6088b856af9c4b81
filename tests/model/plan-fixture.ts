import type { WayMatrix, PlanService, PlanStop, PlanVehicle, Problem } from '../../custom/groupings/model/plan/problem'

/** How a random town of bookings is made. */
export interface PlanTown {
  readonly bookings: number
  readonly vehicles: number
  /** Part of the bookings that have windows; 0: none. */
  readonly windows?: number
  readonly ride_s?: number | null
  readonly seats?: number
  /** Part of the bookings with a stop on the way. */
  readonly vias?: number
  readonly stands?: boolean
  readonly vehicleCost?: number
  readonly shift_s?: number | null
}

/**
 * Bookings from place to place in a town of ten by ten kilometres, at 30 km/h over one-way streets: a matrix that is
 * not symmetric.
 */
export function planTown(town: PlanTown, random: () => number): Problem {
  const {
    bookings,
    vehicles,
    windows = 0,
    ride_s = null,
    seats = 4,
    vias = 0,
    stands = true,
    vehicleCost = 0,
    shift_s = null,
  } = town
  const points: (readonly [number, number])[] = []
  const place = (): number => points.push([random() * 10_000, random() * 10_000]) - 1
  const fleet = Array.from({ length: vehicles }, (_, at): PlanVehicle => {
    const stand = stands ? place() : null
    return {
      id: 900 + at,
      seats,
      start: stand,
      end: stands && at % 2 === 0 ? stand : null,
      shift: shift_s === null ? null : { from: 0, to: shift_s },
      driven: [],
    }
  })
  const stops: PlanStop[] = []
  const services: PlanService[] = []
  for (let at = 0; at < bookings; at++) {
    const id = 100 + at
    const people = 1 + Math.floor(random() * Math.min(3, seats))
    const due = windows > random() ? Math.floor(random() * 7_200) : null
    const stop = (kind: PlanStop['kind'], seats: number): void => {
      const window = due !== null && kind === 'pickup' ? { from: due, to: due + 600 } : null
      stops.push({ id: 1_000 + stops.length, service: id, kind, place: place(), seats, window, stay_s: 30 })
    }
    stop('pickup', people)
    if (vias > random()) stop('via', 0)
    stop('dropoff', -people)
    services.push({ id, priority: 0, ride_s })
  }
  return {
    zero: '2026-03-02T12:00:00Z',
    stops,
    services,
    vehicles: fleet,
    matrix: townMatrix(points, random),
    locks: { positions: [], vehicles: [] },
    tolerance_s: 0,
    weights: { second: 0.01, metre: 0.1, vehicle: vehicleCost },
    balance: 0,
  }
}

function townMatrix(points: readonly (readonly [number, number])[], random: () => number): WayMatrix {
  const size = points.length
  const metres = new Float64Array(size * size)
  for (const [a, from] of points.entries()) {
    for (const [b, to] of points.entries())
      metres[a * size + b] =
        a === b ? 0 : Math.round(Math.hypot(from[0] - to[0], from[1] - to[1]) * (1.2 + random() * 0.1))
  }
  return { size, metres, seconds: metres.map((way) => Math.round(way / (30 / 3.6))), source: 'streets' }
}

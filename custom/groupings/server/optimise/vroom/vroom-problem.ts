import { indexProblem } from '../../../model/plan/index-problem'
import type { PlanStop, PlanVehicle, Problem, Window } from '../../../model/plan/problem'

interface VroomStop {
  readonly id: number
  readonly location_index: number
  readonly service: number
  readonly time_windows?: readonly (readonly [number, number])[]
}

/**
 * What a VROOM server is asked (its API, version 1.14): whole seconds and metres, and our own matrix, so that it needs
 * no router. Durations are rounded up and windows inwards: what keeps its promises in whole seconds keeps them in ours.
 */
interface VroomProblem {
  readonly vehicles: readonly {
    readonly id: number
    readonly profile: 'own'
    readonly start_index?: number
    readonly end_index?: number
    readonly capacity: readonly [number]
    readonly skills: readonly number[]
    readonly time_window?: readonly [number, number]
    readonly costs: { readonly fixed: number }
  }[]
  readonly shipments: readonly {
    readonly pickup: VroomStop
    readonly delivery: VroomStop
    readonly amount: readonly [number]
    readonly skills: readonly number[]
    readonly priority: number
  }[]
  readonly jobs: readonly (VroomStop & { readonly skills: readonly number[]; readonly priority: number })[]
  readonly matrices: {
    readonly own: {
      readonly durations: readonly (readonly number[])[]
      readonly distances: readonly (readonly number[])[]
      readonly costs: readonly (readonly number[])[]
    }
  }
}

/** Moments on the wire count from a day before the problem's zero: VROOM knows none below 0. */
const DAY_S = 86_400
const HIGHEST_PRIORITY = 100
/** Its numbers are 32 bits wide, and it adds some of them up. */
const NO_WAY = 100_000_000
/** What VROOM multiplies our costs by, since it takes whole numbers alone. */
const COST_UNITS = 100

/**
 * What of a problem can be put to VROOM, in its words.
 * @returns a reason where it cannot: VROOM knows no locked positions, no half-driven routes, no middle stops and no
 * balance
 */
export function vroomProblem(problem: Problem): VroomProblem | { readonly why: string } {
  const { matrix, vehicles, services, locks, weights, tolerance_s } = problem
  const { chains, vehicleOf } = indexProblem(problem)
  if (vehicles.some(({ driven }) => driven.length > 0)) return { why: 'driven' }
  if (locks.positions.length > 0) return { why: 'locks' }
  if (problem.balance > 0) return { why: 'balance' }
  if ([...chains.values()].some((chain) => chain.length > 2)) return { why: 'middle_stops' }
  const stop = ({ id, place, stay_s, window }: PlanStop): VroomStop => {
    const windows = window && { time_windows: [span(window, tolerance_s)] }
    return { id, location_index: place, service: Math.ceil(stay_s), ...windows }
  }
  // A vehicle's own skill stands for a lock: only it has it.
  const skills = (service: number): readonly number[] => {
    const own = vehicles.findIndex(({ id }) => id === vehicleOf.get(service))
    return own < 0 ? [] : [own + 1]
  }
  const parts = services.map(({ id, priority }) => ({
    chain: chains.get(id) ?? [],
    skills: skills(id),
    priority: Math.min(HIGHEST_PRIORITY, Math.max(0, priority)),
  }))
  const places = Array.from({ length: matrix.size }, (_, place) => place)
  const rows = (of: (cell: number) => number, round = Math.round): readonly (readonly number[])[] =>
    places.map((a) => places.map((b) => Math.min(NO_WAY, round(of(a * matrix.size + b)))))
  return {
    vehicles: vehicles.map((vehicle, at) => vehicleOfVroom(vehicle, at, weights.vehicle)),
    shipments: parts.flatMap(({ chain: [pickup, delivery], skills, priority }) =>
      pickup && delivery
        ? [{ pickup: stop(pickup), delivery: stop(delivery), amount: [pickup.seats] as const, skills, priority }]
        : [],
    ),
    jobs: parts.flatMap(({ chain: [only, second], skills, priority }) =>
      only && !second ? [{ ...stop(only), skills, priority }] : [],
    ),
    matrices: {
      own: {
        durations: rows((cell) => matrix.seconds[cell] ?? 0, Math.ceil),
        distances: rows((cell) => matrix.metres[cell] ?? 0),
        costs: rows((cell) => {
          const [way_s, way_m] = [matrix.seconds[cell] ?? 0, matrix.metres[cell] ?? 0]
          // No way is dear also where seconds, or metres, cost nothing.
          return way_s + way_m === Infinity ? Infinity : COST_UNITS * (way_s * weights.second + way_m * weights.metre)
        }),
      },
    },
  }
}

/** A window may be open on one side. */
const moment = (second: number): number => Math.min(NO_WAY, Math.max(0, second + DAY_S))
const span = ({ from, to }: Window, more_s: number): readonly [number, number] => [
  moment(Math.ceil(from)),
  moment(Math.floor(to + more_s)),
]

function vehicleOfVroom(
  { id, seats, start, end, shift }: PlanVehicle,
  at: number,
  fixed: number,
): VroomProblem['vehicles'][number] {
  return {
    id,
    profile: 'own',
    capacity: [seats],
    skills: [at + 1],
    costs: { fixed: Math.round(fixed * COST_UNITS) },
    ...(start !== null && { start_index: start }),
    ...(end !== null && { end_index: end }),
    ...(shift && { time_window: span(shift, 0) }),
  }
}

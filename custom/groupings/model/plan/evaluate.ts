import type { Evaluation, RouteEvaluation, Violation, Visit } from './evaluation'
import { indexProblem, type ProblemIndex } from './index-problem'
import type { DrivenStop, RoutePlan, PlanRoute, PlanStop, PlanVehicle, Problem } from './problem'

/** Sums of seconds in another order differ in their last digits. */
const EPSILON = 1e-5

/**
 * Everything about a plan: times and loads at every stop, sums, and what is wrong with it. Any order is evaluated, also
 * a broken one.
 * @throws {Error} for a problem that contradicts itself, a vehicle or a stop that it does not have
 */
export function evaluatePlan(problem: Problem, plan: RoutePlan): Evaluation {
  indexProblem(problem)
  const routes = plan.routes.map((route) => evaluateRoute(problem, route))
  const sum = (of: (route: RouteEvaluation) => number): number => routes.reduce((total, route) => total + of(route), 0)
  const cost = sum((route) => route.cost)
  const longest = routes.reduce((most, route) => Math.max(most, route.cost), 0)
  return {
    routes,
    left: plan.left,
    violations: routes.flatMap(({ violations }) => violations),
    drive_s: sum(({ drive_s }) => drive_s),
    wait_s: sum(({ wait_s }) => wait_s),
    metres: sum(({ metres }) => metres),
    late_s: sum(({ late_s }) => late_s),
    cost,
    balance_cost: problem.balance * (longest * problem.vehicles.length - cost),
  }
}

/**
 * One route. A vehicle leaves its start as late as its first stop allows, then drives on as early as it can: no pick-up
 * is put off to shorten a ride.
 * @throws {Error} for a vehicle or a stop that the problem does not have
 */
export function evaluateRoute(problem: Problem, { vehicle: id, stops }: PlanRoute): RouteEvaluation {
  const index = indexProblem(problem)
  const vehicle = index.vehicles.get(id)
  if (!vehicle) throw new Error(`There is no vehicle ${id} in the problem.`)
  const route = stops.map((stop) => known(index, stop))
  const { visits, start_s, end_s, home_s, home_m } = walk(problem, vehicle, route)
  const sum = (of: (visit: Visit) => number): number =>
    visits.reduce((total, visit) => total + (visit.driven ? 0 : of(visit)), 0)
  const [drive_s, metres] = [sum(({ leg_s }) => leg_s) + home_s, sum(({ leg_m }) => leg_m) + home_m]
  const { weights } = problem
  return {
    vehicle: id,
    start_s,
    end_s,
    visits,
    drive_s,
    metres,
    wait_s: sum(({ wait_s }) => wait_s),
    late_s: sum(({ late_s }) => late_s),
    cost: start_s === null ? 0 : drive_s * weights.second + metres * weights.metre + weights.vehicle,
    violations: judge(problem, index, vehicle, route, visits, end_s),
  }
}

function known(index: ProblemIndex, id: number): PlanStop {
  const stop = index.stops.get(id)
  if (!stop) throw new Error(`There is no stop ${id} in the problem.`)
  return stop
}

interface Walk {
  readonly visits: readonly Visit[]
  readonly start_s: number | null
  readonly end_s: number | null
  readonly home_s: number
  readonly home_m: number
}

function walk({ matrix: { size, seconds, metres } }: Problem, vehicle: PlanVehicle, route: readonly PlanStop[]): Walk {
  const from_s = vehicle.shift?.from ?? 0
  const boarded = new Map<number, number>()
  const visits: Visit[] = []
  let [place, now_s, load]: [number | null, number, number] = [vehicle.start, from_s, 0]
  let start_s: number | null = null
  for (const [position, stop] of route.entries()) {
    load += stop.seats
    const driven = drivenAs(vehicle, position, stop)
    if (driven) {
      const { arrival_s, leave_s } = driven
      visits.push({
        stop: stop.id,
        arrival_s,
        wait_s: 0,
        leave_s,
        late_s: 0,
        load,
        ride_s: rideOf(boarded, stop, arrival_s, leave_s),
        leg_s: 0,
        leg_m: 0,
        driven: true,
      })
      place = vehicle.start ?? stop.place
      now_s = Math.max(from_s, leave_s)
      continue
    }
    const [leg_s, leg_m] =
      place === null ? [0, 0] : [seconds[place * size + stop.place] ?? 0, metres[place * size + stop.place] ?? 0]
    const opens_s = stop.window?.from ?? -Infinity
    if (start_s === null) {
      // Nothing is gained by waiting at the first door instead of at the stand.
      now_s = Math.max(now_s, opens_s - leg_s)
      start_s = now_s
    }
    const arrival_s = now_s + leg_s
    const begin_s = Math.max(arrival_s, opens_s)
    now_s = begin_s + stop.stay_s
    visits.push({
      stop: stop.id,
      arrival_s,
      wait_s: begin_s - arrival_s,
      leave_s: now_s,
      late_s: Math.max(0, begin_s - (stop.window?.to ?? Infinity)),
      load,
      ride_s: rideOf(boarded, stop, arrival_s, now_s),
      leg_s,
      leg_m,
      driven: false,
    })
    place = stop.place
  }
  const home = start_s === null || place === null || vehicle.end === null ? -1 : place * size + vehicle.end
  const [home_s, home_m] = [seconds[home] ?? 0, metres[home] ?? 0]
  return { visits, start_s, end_s: start_s === null ? null : now_s + home_s, home_s, home_m }
}

const drivenAs = (vehicle: PlanVehicle, position: number, stop: PlanStop): DrivenStop | null => {
  const driven = vehicle.driven[position]
  return driven?.stop === stop.id ? driven : null
}

function rideOf(
  boarded: Map<number, number>,
  { kind, service }: PlanStop,
  arrival_s: number,
  leave_s: number,
): number | null {
  if (kind === 'pickup') boarded.set(service, leave_s)
  const since_s = kind === 'dropoff' ? boarded.get(service) : undefined
  return since_s === undefined ? null : arrival_s - since_s
}

function judge(
  { tolerance_s }: Problem,
  index: ProblemIndex,
  vehicle: PlanVehicle,
  route: readonly PlanStop[],
  visits: readonly Visit[],
  end_s: number | null,
): readonly Violation[] {
  const found: Violation[] = []
  const made = new Map<number, number>()
  for (const [position, stop] of route.entries()) {
    const visit = visits[position]
    const chain = index.chains.get(stop.service) ?? []
    const before = made.get(stop.service) ?? 0
    made.set(stop.service, before + 1)
    if (!visit || visit.driven) continue
    const wrong = (kind: Violation['kind'], by: number): void => {
      if (by > EPSILON) found.push({ kind, stop: stop.id, service: stop.service, vehicle: vehicle.id, by })
    }
    wrong('late', visit.late_s - tolerance_s)
    wrong('seats', visit.load - vehicle.seats)
    wrong('precedence', chain.indexOf(stop) - before)
    wrong('ride', (visit.ride_s ?? 0) - (index.services.get(stop.service)?.ride_s ?? Infinity))
    wrong('lock', Math.abs(position - (index.position.get(stop.id) ?? position)))
    wrong('lock', (index.vehicleOf.get(stop.service) ?? vehicle.id) === vehicle.id ? 0 : 1)
    wrong('driven', position < vehicle.driven.length || vehicle.driven.some((one) => one.stop === stop.id) ? 1 : 0)
    const isLast = !route.slice(position + 1).some(({ service }) => service === stop.service)
    if (isLast) wrong('incomplete', chain.length - before - 1)
    if (position === route.length - 1 && end_s !== null) wrong('shift', end_s - (vehicle.shift?.to ?? Infinity))
  }
  return found
}

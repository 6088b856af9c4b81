import { checkProblem } from './check-problem'
import type { PlanService, PlanStop, PlanVehicle, Problem } from './problem'

/** Look-ups into a problem, made once for it. */
export interface ProblemIndex {
  readonly stops: ReadonlyMap<number, PlanStop>
  readonly services: ReadonlyMap<number, PlanService>
  readonly vehicles: ReadonlyMap<number, PlanVehicle>
  /** Stops of a service in their order. */
  readonly chains: ReadonlyMap<number, readonly PlanStop[]>
  /** Locked positions by stop, locked vehicles by service. */
  readonly position: ReadonlyMap<number, number>
  readonly vehicleOf: ReadonlyMap<number, number>
}

const indexes = new WeakMap<Problem, ProblemIndex>()

/**
 * The look-ups of a problem, kept as long as it is: a stop that is dragged asks for them sixty times a second.
 * @throws {Error} for a problem that contradicts itself
 */
export function indexProblem(problem: Problem): ProblemIndex {
  const known = indexes.get(problem)
  if (known) return known
  checkProblem(problem)
  const chains = new Map<number, PlanStop[]>()
  for (const stop of problem.stops) {
    const chain = chains.get(stop.service)
    if (chain) chain.push(stop)
    else chains.set(stop.service, [stop])
  }
  const index: ProblemIndex = {
    stops: new Map(problem.stops.map((stop) => [stop.id, stop])),
    services: new Map(problem.services.map((service) => [service.id, service])),
    vehicles: new Map(problem.vehicles.map((vehicle) => [vehicle.id, vehicle])),
    chains,
    position: new Map(problem.locks.positions.map(({ stop, position }) => [stop, position])),
    vehicleOf: new Map(problem.locks.vehicles.map(({ service, vehicle }) => [service, vehicle])),
  }
  indexes.set(problem, index)
  return index
}

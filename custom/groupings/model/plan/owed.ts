import { evaluateRoute } from './evaluate'
import { indexProblem } from './index-problem'
import type { PlanService, PlanStop, PlanVehicle, Problem } from './problem'

const owing = new WeakMap<Problem, Problem>()

/**
 * The problem as far as it can be kept: passengers on board are brought to their stops, late if need be, so their
 * windows and rides, and the shift of their vehicle, reach at least as far as that takes when it is done first of all.
 */
export function owed(problem: Problem): Problem {
  if (problem.vehicles.every(({ driven }) => driven.length === 0)) return problem
  const known = owing.get(problem)
  if (known) return known
  const stretched = stretch(problem)
  owing.set(problem, stretched)
  // What has been stretched is not stretched again.
  owing.set(stretched, stretched)
  return stretched
}

function stretch(problem: Problem): Problem {
  const { chains } = indexProblem(problem)
  const to_s = new Map<number, number>()
  const rides = new Map<number, number>()
  const vehicles = problem.vehicles.map((vehicle): PlanVehicle => {
    const driven = new Set(vehicle.driven.map(({ stop }) => stop))
    if (driven.size === 0) return vehicle
    const open = problem.services.flatMap(({ id }): readonly PlanStop[] => {
      const chain = chains.get(id) ?? []
      return chain.some((stop) => driven.has(stop.id)) ? chain.filter((stop) => !driven.has(stop.id)) : []
    })
    const route = evaluateRoute(problem, { vehicle: vehicle.id, stops: [...driven, ...open.map(({ id }) => id)] })
    for (const { stop, arrival_s, ride_s, driven: isDriven } of route.visits) {
      if (isDriven) continue
      to_s.set(stop, arrival_s - problem.tolerance_s)
      if (ride_s !== null) rides.set(open.find(({ id }) => id === stop)?.service ?? 0, ride_s)
    }
    const { shift } = vehicle
    return { ...vehicle, shift: shift && { ...shift, to: Math.max(shift.to, route.end_s ?? shift.to) } }
  })
  const stopOf = (stop: PlanStop): PlanStop => {
    const { id, window } = stop
    const to = to_s.get(id)
    return window && to !== undefined ? { ...stop, window: { ...window, to: Math.max(window.to, to) } } : stop
  }
  const serviceOf = (service: PlanService): PlanService => {
    const { id, ride_s } = service
    return ride_s !== null && rides.has(id) ? { ...service, ride_s: Math.max(ride_s, rides.get(id) ?? 0) } : service
  }
  return { ...problem, vehicles, stops: problem.stops.map(stopOf), services: problem.services.map(serviceOf) }
}

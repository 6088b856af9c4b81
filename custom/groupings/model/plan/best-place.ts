import { evaluateRoute } from './evaluate'
import type { RouteEvaluation, Violation } from './evaluation'
import { indexOf } from './index-problem'
import { moved, type Move } from './order'
import type { Plan, Problem } from './problem'

/** How much one unit of a violation weighs, in seconds: an order that cannot be driven, or nobody would fit into, is worse than any delay. */
export const WRONG_S = { late: 1, ride: 1, shift: 1, lock: 36_000, seats: 360_000, precedence: 360_000, incomplete: 360_000, driven: 3_600_000 } as const satisfies { readonly [kind in Violation['kind']]: number }

/** How wrong routes are, in weighed seconds: 0 is a plan that keeps everything. */
export const wrongness = (violations: readonly Violation[]): number => violations.reduce((sum, { kind, by }) => sum + WRONG_S[kind] * by, 0)

/**
 * The best place of a stop in its own route, or of a service in the routes of some vehicles: what breaks least, then what costs least.
 * @param vehicles those to try for a service; every vehicle unless they are given
 * @returns the move to it; null when there is nowhere to go
 */
export function bestPlace(problem: Problem, plan: Plan, what: { readonly stop: number } | { readonly service: number }, vehicles?: readonly number[]): Move | null {
  const moves = 'stop' in what ? movesOfStop(problem, plan, what.stop) : movesOfService(problem, plan, what.service, vehicles ?? problem.vehicles.map(({ id }) => id))
  let best: { readonly move: Move; readonly wrong: number; readonly cost: number } | null = null
  for (const move of moves) {
    const after = moved(problem, plan, move)
    const changed = after.routes.filter((route, at) => route !== plan.routes[at]).map((route) => evaluateRoute(problem, route))
    const wrong = wrongness(changed.flatMap(({ violations }) => violations))
    const cost = changed.reduce((sum, route: RouteEvaluation) => sum + route.cost, 0) - costBefore(problem, plan, after)
    if (!best || wrong < best.wrong || (wrong === best.wrong && cost < best.cost)) best = { move, wrong, cost }
  }
  return best?.move ?? null
}

/** The cost of the routes as they are that a plan has changed: routes of several vehicles are compared by what is added. */
function costBefore(problem: Problem, plan: Plan, after: Plan): number {
  return plan.routes.reduce((sum, route, at) => (route === after.routes[at] ? sum : sum + evaluateRoute(problem, route).cost), 0)
}

function* movesOfStop(problem: Problem, plan: Plan, stop: number): Generator<Move> {
  const route = plan.routes.find(({ stops }) => stops.includes(stop))
  if (!route) return
  const first = indexOf(problem).vehicles.get(route.vehicle)?.driven.length ?? 0
  for (let position = first; position < route.stops.length; position++) yield { stop, vehicle: route.vehicle, position }
}

function* movesOfService(problem: Problem, plan: Plan, service: number, vehicles: readonly number[]): Generator<Move> {
  const { chains, vehicles: known } = indexOf(problem)
  const chain = new Set((chains.get(service) ?? []).map(({ id }) => id))
  for (const vehicle of vehicles) {
    const others = (plan.routes.find((route) => route.vehicle === vehicle)?.stops ?? []).filter((stop) => !chain.has(stop)).length
    for (const positions of ascending(chain.size, known.get(vehicle)?.driven.length ?? 0, others + chain.size)) yield { service, vehicle, positions }
  }
}

/** Every choice of `count` rising positions from `first` to below `end`. */
function* ascending(count: number, first: number, end: number): Generator<readonly number[]> {
  if (count === 0) yield []
  else for (let at = first; at <= end - count; at++) for (const rest of ascending(count - 1, at + 1, end)) yield [at, ...rest]
}

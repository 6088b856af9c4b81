import { indexProblem } from './index-problem'
import type { RoutePlan, PlanRoute, Problem } from './problem'

/** A change of a plan by hand: a stop, or a whole service, to a place in the order of a vehicle's route. */
export type PlanMove =
  /** `position`: where the stop stands afterwards, in a route without it. */
  | { readonly stop: number; readonly vehicle: number; readonly position: number }
  /**
   * Where its stops stand afterwards, in the order of the service and in ascending positions of the finished route; its
   * former route loses them.
   */
  | { readonly service: number; readonly vehicle: number; readonly positions: readonly number[] }
  /** To no vehicle. */
  | { readonly service: number; readonly vehicle: null }

/** The plan after a move. Nothing is judged: a broken order is evaluated like any other. */
export function movedPlan(problem: Problem, plan: RoutePlan, move: PlanMove): RoutePlan {
  if ('stop' in move) return withStops(without(plan, [move.stop]), move.vehicle, [move.stop], [move.position])
  const stops = (indexProblem(problem).chains.get(move.service) ?? []).map(({ id }) => id)
  const rest = without(plan, stops)
  const left = rest.left.filter((service) => service !== move.service)
  if (move.vehicle === null) return { ...rest, left: [...left, move.service] }
  return withStops({ ...rest, left }, move.vehicle, stops, move.positions)
}

function without(plan: RoutePlan, stops: readonly number[]): RoutePlan {
  const gone = new Set(stops)
  return {
    ...plan,
    routes: plan.routes.map((route) =>
      route.stops.some((stop) => gone.has(stop))
        ? { ...route, stops: route.stops.filter((stop) => !gone.has(stop)) }
        : route,
    ),
  }
}

function withStops(
  plan: RoutePlan,
  vehicle: number,
  stops: readonly number[],
  positions: readonly number[],
): RoutePlan {
  const known = plan.routes.some((route) => route.vehicle === vehicle)
  const routes: readonly PlanRoute[] = known ? plan.routes : [...plan.routes, { vehicle, stops: [] }]
  return {
    ...plan,
    routes: routes.map((route) => {
      if (route.vehicle !== vehicle) return route
      const order = [...route.stops]
      stops.forEach((stop, at) => order.splice(positions[at] ?? order.length, 0, stop))
      return { vehicle, stops: order }
    }),
  }
}

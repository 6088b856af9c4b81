import { evaluatePlan, evaluateRoute } from './evaluate'
import type { Evaluation, RouteEvaluation, Violation } from './evaluation'
import { movedPlan, type PlanMove } from './order'
import type { RoutePlan, Problem } from './problem'

/** What a move would change, without having been made. */
export interface MoveCost {
  readonly plan: RoutePlan
  readonly drive_s: number
  readonly metres: number
  readonly cost: number
  readonly late_s: number
  /** What breaks by it (or more than before), and what it puts right. */
  readonly broken: readonly Violation[]
  readonly mended: readonly Violation[]
}

/**
 * The price of a move while somebody drags: only the routes that it changes are evaluated.
 * @param before the evaluation of `plan`
 */
export function costOfMove(
  problem: Problem,
  plan: RoutePlan,
  move: PlanMove,
  before: Evaluation = evaluatePlan(problem, plan),
): MoveCost {
  const after = movedPlan(problem, plan, move)
  const changes = after.routes.flatMap((route, at): (readonly [RouteEvaluation | null, RouteEvaluation])[] =>
    route === plan.routes[at] ? [] : [[before.routes[at] ?? null, evaluateRoute(problem, route)]],
  )
  const change = (of: (route: RouteEvaluation) => number): number =>
    changes.reduce((sum, [old, now]) => sum + of(now) - (old ? of(old) : 0), 0)
  const was = changes.flatMap(([old]) => old?.violations ?? [])
  const is = changes.flatMap(([, now]) => now.violations)
  return {
    plan: after,
    drive_s: change(({ drive_s }) => drive_s),
    metres: change(({ metres }) => metres),
    cost: change(({ cost }) => cost),
    late_s: change(({ late_s }) => late_s),
    broken: is.filter((one) => !was.some((other) => isSame(one, other) && other.by >= one.by)),
    mended: was.filter((one) => !is.some((other) => isSame(one, other))),
  }
}

const isSame = (a: Violation, b: Violation): boolean =>
  a.kind === b.kind && a.stop === b.stop && a.vehicle === b.vehicle

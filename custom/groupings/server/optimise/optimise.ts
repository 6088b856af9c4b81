import { bestPlace, wrongness } from '../../model/plan/best-place'
import { evaluate } from '../../model/plan/evaluate'
import type { OptimisedPlan, PlanChoices, PlanProgress } from '../../model/plan/optimised'
import { moved } from '../../model/plan/order'
import type { Plan, Problem } from '../../model/plan/problem'

export interface OptimiseOptions extends PlanChoices {
  /** The plan that there is: it is never made worse. Null: there is none. */
  readonly from: Plan | null
  /** The first plan at once, then each better one. */
  readonly onProgress?: (progress: PlanProgress) => void
  /** Ends it with the best plan so far. */
  readonly signal?: AbortSignal
}

/** The best plan found for a problem, in a thread of its own. */
export async function optimise(problem: Problem, { from, seed, all, onProgress }: OptimiseOptions): Promise<OptimisedPlan> {
  let plan: Plan = { routes: problem.vehicles.map(({ id, driven }) => ({ vehicle: id, stops: driven.map(({ stop }) => stop) })), left: problem.services.map(({ id }) => id) }
  for (const service of plan.left) {
    const move = bestPlace(problem, plan, { service })
    const next = move && moved(problem, plan, move)
    if (next && (all || wrongness(evaluate(problem, next).violations) === 0)) plan = next
  }
  if (from && evaluate(problem, from).cost <= evaluate(problem, plan).cost) plan = from
  const { cost } = evaluate(problem, plan)
  onProgress?.({ plan, cost, iteration: 1, iterations: 1 })
  return { plan, cost, by: 'own', vroom_error: null, seed, iterations: 1, stopped: false, leftovers: plan.left.map((service) => ({ service, kind: 'late', by: 0, vehicle: null })), balance_m: null }
}

import type { Arena } from '../../../model/plan/arena'
import type { RoutePlan } from '../../../model/plan/problem'
import { judgedPlan, soundPart } from '../../../model/plan/sound'
import { wrongness } from '../../../model/plan/wrongness'

/**
 * What counts first comes first: what breaks, then what is left out (the other way round where all is driven), what it
 * costs.
 */
type Rank = readonly [first: number, second: number, cost: number]

/**
 * The best of some plans of a problem, each judged by `evaluate`, whatever the search has thought of it: one that may
 * not be shown counts without the services that break it. Of equals the first is taken.
 * @param all every service is to be driven
 */
export function handOut(arena: Arena, plans: readonly RoutePlan[], all: boolean): RoutePlan {
  const { problem } = arena
  const worth = new Map(arena.serviceOf.map((service, q) => [service, arena.worth[q] ?? 0]))
  let best: { readonly plan: RoutePlan; readonly rank: Rank } | null = null
  for (const plan of plans) {
    const sound = judgedPlan(problem, plan, all).isSound ? plan : soundPart(problem, plan, all)
    const {
      isSound,
      evaluation: { violations, cost, balance_cost },
    } = judgedPlan(problem, sound, all)
    const wrong = isSound ? wrongness(violations) : Infinity
    const lost = sound.left.reduce((sum, service) => sum + (worth.get(service) ?? 0), 0)
    const rank: Rank = all ? [lost, wrong, cost + balance_cost] : [wrong, lost, cost + balance_cost]
    if (!best || isLess(rank, best.rank)) best = { plan: sound, rank }
  }
  if (!best) throw new Error('There is no plan to hand out.')
  return best.plan
}

function isLess(a: Rank, b: Rank): boolean {
  const at = a.findIndex((value, k) => value !== b[k] && !(Math.abs(value - (b[k] ?? 0)) <= 1e-6))
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0)
}

import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { indexProblem } from '../../../model/plan/index-problem'
import type { RoutePlan, Problem } from '../../../model/plan/problem'
import { judgedPlan } from '../../../model/plan/sound'

const Step = Type.Object({ type: Type.String(), id: Type.Optional(Type.Integer()) })
const Answer = Type.Object({
  code: Type.Literal(0),
  routes: Type.Array(Type.Object({ vehicle: Type.Integer(), steps: Type.Array(Step) })),
})

/**
 * The plan in a VROOM server's answer, looked through as if anybody had written it: every stop known and made once,
 * drop-offs after their pick-ups in the same vehicle, seats, windows, rides, shifts and locks kept.
 * @returns what is wrong where it is no plan for the problem
 */
export function readVroom(problem: Problem, json: unknown): RoutePlan | { readonly why: string } {
  if (!Value.Check(Answer, json)) return { why: 'unreadable' }
  const { stops, vehicles, chains } = indexProblem(problem)
  const routes = new Map(problem.vehicles.map(({ id }) => [id, [] as number[]]))
  const made = new Set<number>()
  for (const { vehicle, steps } of json.routes) {
    const route = routes.get(vehicle)
    if (!route || !vehicles.has(vehicle)) return { why: 'vehicle' }
    for (const { type, id } of steps) {
      if (type !== 'pickup' && type !== 'delivery' && type !== 'job') continue
      if (id === undefined || !stops.has(id) || made.has(id)) return { why: 'stop' }
      made.add(id)
      route.push(id)
    }
  }
  const left = problem.services
    .map(({ id }) => id)
    .filter((id) => !(chains.get(id) ?? []).every((stop) => made.has(stop.id)))
  if (left.some((id) => (chains.get(id) ?? []).some((stop) => made.has(stop.id)))) return { why: 'incomplete' }
  const plan: RoutePlan = {
    routes: problem.vehicles.map(({ id }) => ({ vehicle: id, stops: routes.get(id) ?? [] })),
    left,
  }
  const {
    isSound,
    evaluation: { violations },
  } = judgedPlan(problem, plan, false)
  return isSound ? plan : { why: violations[0]?.kind ?? 'stop' }
}

import { evaluatePlan } from './evaluate'
import type { Evaluation, Violation } from './evaluation'
import { indexProblem } from './index-problem'
import { owed } from './owed'
import type { RoutePlan, Problem } from './problem'

/** What is no plan at all, however much has to be driven. */
const NEVER: ReadonlySet<Violation['kind']> = new Set(['precedence', 'incomplete', 'driven'])

/** What a plan comes to, and whether it may be shown to anybody. */
interface Verdict {
  readonly isSound: boolean
  readonly evaluation: Evaluation
}

/**
 * The judgement without which no plan is handed out, whoever made it: each stop is made once or its service is left
 * over, and nothing is broken that can be kept.
 * @param all every service is to be driven: then lateness, rides, shifts, seats and locks may break, the order of stops
 * never
 */
export function judgedPlan(problem: Problem, plan: RoutePlan, all: boolean): Verdict {
  const evaluation = evaluatePlan(owed(problem), plan)
  const isBroken = evaluation.violations.some((one) => isForbidden(problem, one, all))
  return { evaluation, isSound: !isBroken && isWhole(problem, plan) }
}

/**
 * A plan without the services that break something in it, which are left over then; whoever is on board stays there.
 */
export function soundPart(problem: Problem, plan: RoutePlan, all: boolean): RoutePlan {
  const { chains, stops: known } = indexProblem(problem)
  const serviceOf = (stop: number): number => known.get(stop)?.service ?? 0
  const driven = new Set(problem.vehicles.flatMap((vehicle) => vehicle.driven.map(({ stop }) => stop)))
  const isAboard = (service: number): boolean => (chains.get(service) ?? []).some(({ id }) => driven.has(id))
  for (let part = plan; ; ) {
    const { violations } = evaluatePlan(owed(problem), part)
    const gone = new Set<number>()
    for (const one of violations) {
      if (!isForbidden(problem, one, all)) continue
      // Who is on board is late by those who get in besides.
      const { stops = [] } = part.routes.find(({ vehicle }) => vehicle === one.vehicle) ?? {}
      const other = isAboard(one.service) ? stops.findLast((stop) => !isAboard(serviceOf(stop))) : one.stop
      if (other !== undefined) gone.add(serviceOf(other))
    }
    if (gone.size === 0) return part
    const out = new Set([...gone].flatMap((service) => (chains.get(service) ?? []).map(({ id }) => id)))
    const routes = part.routes.map((route) => ({ ...route, stops: route.stops.filter((stop) => !out.has(stop)) }))
    part = { routes, left: [...part.left, ...gone] }
  }
}

/** Where more are on board than there are seats, whoever gets out does nothing wrong: it is who got in last. */
const isForbidden = (problem: Problem, { kind, stop }: Violation, all: boolean): boolean =>
  all ? NEVER.has(kind) : kind !== 'seats' || (indexProblem(problem).stops.get(stop)?.seats ?? 0) > 0

/** Whether every stop is in exactly one place: in a route, or with all of its service left over. */
function isWhole(problem: Problem, { routes, left }: RoutePlan): boolean {
  const seen = new Set<number>()
  const over = new Set(left)
  let count = 0
  for (const { stops } of routes) {
    for (const stop of stops) seen.add(stop)
    count += stops.length
  }
  const vehicles = new Set(routes.map(({ vehicle }) => vehicle))
  if (seen.size !== count || over.size !== left.length || vehicles.size !== routes.length) return false
  return problem.stops.every(({ id, service }) => seen.has(id) !== over.has(service))
}

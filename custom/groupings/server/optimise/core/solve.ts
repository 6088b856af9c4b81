import { evaluatePlan } from '../../../model/plan/evaluate'
import { judgedPlan } from '../../../model/plan/sound'
import type { Leftover, PlanChoices, PlanProgress } from '../../../model/plan/optimised'
import type { RoutePlan, Problem } from '../../../model/plan/problem'
import { anneal } from './anneal'
import { arenaOf, type Arena } from '../../../model/plan/arena'
import { exactOrder, MAX_EXACT_STOPS } from './exact'
import { foundOf, planOf } from './found-plan'
import { handOut } from './hand-out'
import { withLocks } from './keep-locks'
import { leftoversOf } from './leftovers'
import { relaxed } from './relax'
import { PlanSearch, type FoundPlan } from './search'
import { isRoundTrip, roundTrip } from './round-trip'

export interface Solving extends PlanChoices {
  /** The plan that there is; what comes is never worse. Null: there is none. */
  readonly from: RoutePlan | null
  readonly onProgress: (progress: PlanProgress) => void
  readonly isStopped: () => boolean
}

export interface SolvedPlan {
  readonly plan: RoutePlan
  readonly iterations: number
  readonly leftovers: readonly Leftover[]
  readonly balance_m: number | null
}

/**
 * Steps of a hundred stops on short routes. Longer routes take longer to judge, with the root of their length; more
 * stops need more steps, until the steps of large plans are too slow for it.
 */
const STEPS = 220_000
const USUAL_STOPS = 100
const LARGE_STOPS = 200
/** A kick of a round trip takes some twenty millionths of a second, whatever its length. */
const TRIP_STEPS = 100_000
/** A step takes no less time on shorter routes than this. */
const SHORTEST = 12
/** The part of the steps after which windows are stretched, if all is to be driven and something still has no place. */
const HARD_SHARE = 0.3
/**
 * A minute late is as bad as so many minutes of driving, while a plan in which something has to be late is looked for.
 */
const LATE_WEIGHT = 20

/**
 * Looks for the best plan of a problem; holds up its thread until it has it.
 * @throws {Error} for a problem that contradicts itself
 */
export function solvePlan(problem: Problem, solving: Solving): SolvedPlan {
  const arena = arenaOf(problem)
  const search = new PlanSearch(arena, solving.seed)
  search.begin()
  const isTrip = isRoundTrip(arena)
  const iterations = solving.iterations ?? (isTrip ? TRIP_STEPS : stepsFor(search))
  const tell =
    (of: Arena) =>
    (found: FoundPlan, iteration: number): void => {
      const plan = planOf(of, found)
      const { isSound, evaluation } = judgedPlan(problem, plan, solving.all)
      if (isSound) solving.onProgress({ plan, cost: evaluation.cost, iteration, iterations })
    }
  const greedy = search.save()
  tell(arena)(greedy, 0)
  const done = (found: FoundPlan, steps: number, balance_m: number | null = null): SolvedPlan => {
    const own = [withLocks(arena, found), found, greedy].map((one) => planOf(arena, one))
    const plan = handOut(arena, solving.from ? [solving.from, ...own] : own, solving.all)
    return {
      plan,
      iterations: steps,
      balance_m,
      leftovers: plan.left.length === 0 ? [] : leftoversOf(arena, foundOf(arena, plan)),
    }
  }
  if (arena.vehicles === 1 && arena.stops <= MAX_EXACT_STOPS) {
    const { order, wrong } = exactOrder(arena)
    if (wrong === 0 || solving.all) return done(foundOf(arena, order), 0)
  }
  if (isTrip) return done(roundTrip(arena, solving, iterations, tell(arena)), iterations)
  if (solving.from) search.offer(foundOf(arena, solving.from))
  return done(...improved(arena, search, solving, iterations, tell))
}

/** All the steps, in the parts that the choices ask for. */
function improved(
  arena: Arena,
  search: PlanSearch,
  { all, isStopped, seed }: Solving,
  iterations: number,
  tell: (of: Arena) => (found: FoundPlan, iteration: number) => void,
): readonly [FoundPlan, number, number | null] {
  const course = (part: number) => ({ iterations: Math.ceil(iterations * part), better: tell(arena), isStopped })
  const { problem } = arena
  if (all && search.left > 0) {
    const hard = anneal(search, course(HARD_SHARE))
    if (hard.lost > 0) {
      const loose = relaxed(arena, hard, isStopped)
      const late_cost = LATE_WEIGHT * meanCost(arena, hard)
      const second = new PlanSearch(loose.arena, seed, { due: loose.due, cost: late_cost })
      second.load(loose.start)
      tell(loose.arena)(loose.start, 0)
      return [anneal(second, { ...course(1 - HARD_SHARE), better: tell(loose.arena) }), iterations, null]
    }
  }
  if (problem.balance === 0) return [anneal(search, course(1)), iterations, null]
  // The cheapest plan first: what balance costs is the difference.
  const cheapest = arenaOf({ ...problem, balance: 0 })
  const plain = new PlanSearch(cheapest, seed)
  plain.load(search.save())
  const found = anneal(plain, course(0.5))
  search.load(found)
  const even = anneal(search, course(0.5))
  const metres = (one: FoundPlan): number => evaluatePlan(problem, planOf(arena, one)).metres
  return [even, iterations, metres(even) - metres(found)]
}

/** Some three seconds on one core for a hundred stops, 12 to 24 for two hundred and more. */
function stepsFor({ routes: { length } }: PlanSearch): number {
  const used = length.filter((stops) => stops > 0)
  const stops = used.reduce((sum, one) => sum + one, 0)
  const mean = Math.max(SHORTEST, stops / Math.max(1, used.length))
  const growth = Math.max(1, Math.min(stops, LARGE_STOPS) / USUAL_STOPS) * Math.min(1, LARGE_STOPS / Math.max(1, stops))
  return Math.ceil(STEPS * Math.sqrt(SHORTEST / mean) * growth)
}

/** What a second of driving costs. */
function meanCost(arena: Arena, { cost }: FoundPlan): number {
  const seconds = arena.problem.weights.second
  return seconds > 0 ? seconds * 2 : Math.max(1, cost / Math.max(1, arena.stops * 600))
}

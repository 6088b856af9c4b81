import { expect, test } from 'vitest'
import { arenaOf } from '../../custom/groupings/model/plan/arena'
import { evaluatePlan } from '../../custom/groupings/model/plan/evaluate'
import type { RoutePlan, Problem } from '../../custom/groupings/model/plan/problem'
import { planOf } from '../../custom/groupings/server/optimise/core/found-plan'
import { PlanSearch } from '../../custom/groupings/server/optimise/core/search'
import { solvePlan } from '../../custom/groupings/server/optimise/core/solve'
import { randomSource } from '../random-source'
import { isFull, isMine } from '../share'
import { anyTown } from './plan-any-town'
import { planTown } from './plan-fixture'

const TOWNS = 2_000

test('no step of the search makes a ride too long, although whoever boards earlier by it waits aboard', () => {
  const problem = planTown({ bookings: 60, vehicles: 10, windows: 0.5, ride_s: 2_400, stands: true }, randomSource(4))
  const arena = arenaOf(problem)
  const search = new PlanSearch(arena, 3)
  search.begin()
  for (let step = 0; step < 2_500; step++) {
    if (search.step(400))
      expect(evaluatePlan(problem, planOf(arena, search.save())).violations, `step ${step}`).toEqual([])
  }
})

/**
 * What of a plan breaks a promise that can be kept: nothing may but that those on board are late, and their vehicle
 * with them.
 */
function wrongIn(problem: Problem, plan: RoutePlan, all: boolean): readonly string[] {
  const made = new Map<number, number>()
  for (const stop of plan.routes.flatMap(({ stops }) => stops)) made.set(stop, (made.get(stop) ?? 0) + 1)
  const left = new Set(plan.left)
  const lost = problem.stops.filter(({ id, service }) => (made.get(id) ?? 0) + (left.has(service) ? 1 : 0) !== 1)
  const driven = new Map(problem.vehicles.flatMap(({ id, driven }) => driven.map(({ stop }) => [stop, id] as const)))
  const aboard = new Set(problem.stops.filter(({ id }) => driven.has(id)).map(({ service }) => service))
  const late = new Set(driven.values())
  const found = evaluatePlan(problem, plan).violations.filter(({ kind, service, stop, vehicle }) => {
    if (kind === 'precedence' || kind === 'incomplete' || kind === 'driven') return true
    if (all) return false
    // Too many got in before: that somebody gets out is no fault.
    if (kind === 'seats') return problem.stops.some(({ id, seats }) => id === stop && seats > 0)
    return !(kind === 'shift' ? late.has(vehicle) : aboard.has(service))
  })
  const twice = lost.map(({ id }) => `stop ${id} is made ${made.get(id) ?? 0} times`)
  return [...twice, ...found.map(({ kind, stop, by }) => `${kind} at ${stop} by ${by}`)]
}

test('in any town no plan that anybody sees breaks what can be kept', { timeout: 600_000 }, () => {
  const wrong: string[] = []
  let [towns, plans] = [0, 0]
  for (let at = 0; at < TOWNS; at++) {
    if (!isMine(Math.floor(at / 2))) continue
    const problem = anyTown(randomSource(at), at)
    const seen: RoutePlan[] = []
    for (const all of isFull ? [false, true] : [at % 4 === 0]) {
      const { plan } = solvePlan(problem, {
        seed: at,
        iterations: isFull ? 400 : 150,
        all,
        from: null,
        isStopped: () => false,
        onProgress: (progress) => {
          seen.push(progress.plan)
        },
      })
      seen.push(plan)
      for (const one of seen.splice(0)) {
        wrong.push(...wrongIn(problem, one, all).map((what) => `town ${at}${all ? ', all of it' : ''}: ${what}`))
        plans++
      }
    }
    towns++
  }
  expect(wrong).toEqual([])
  expect(plans).toBeGreaterThan(towns)
  if (isFull) console.log(`${towns} towns, ${plans} plans, nothing broken`)
})

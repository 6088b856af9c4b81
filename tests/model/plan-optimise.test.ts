import { describe, expect, test } from 'vitest'
import { wrongness } from '../../custom/groupings/model/plan/wrongness'
import { evaluatePlan } from '../../custom/groupings/model/plan/evaluate'
import { indexProblem } from '../../custom/groupings/model/plan/index-problem'
import type { RoutePlan, Problem } from '../../custom/groupings/model/plan/problem'
import { solvePlan, type Solving } from '../../custom/groupings/server/optimise/core/solve'
import { randomSource, runSeed } from '../random-source'
import { planTown, type PlanTown } from './plan-fixture'

const choices: Solving = {
  seed: 1,
  iterations: 400,
  all: false,
  from: null,
  onProgress: () => {},
  isStopped: () => false,
}
const solved = (problem: Problem, more: Partial<Solving> = {}): ReturnType<typeof solvePlan> =>
  solvePlan(problem, { ...choices, ...more })

/** Every service once, in one route or left over. */
function complete(problem: Problem, { routes, left }: RoutePlan): void {
  const stops = routes.flatMap((route) => route.stops)
  expect(new Set(stops).size).toBe(stops.length)
  const over = left.flatMap((service) => (indexProblem(problem).chains.get(service) ?? []).map(({ id }) => id))
  expect([...stops, ...over].sort((a, b) => a - b)).toEqual(problem.stops.map(({ id }) => id).sort((a, b) => a - b))
}

const towns: readonly PlanTown[] = [
  { bookings: 12, vehicles: 3 },
  { bookings: 14, vehicles: 3, windows: 1, shift_s: 9_000 },
  { bookings: 12, vehicles: 2, windows: 0.5, ride_s: 1_500, vehicleCost: 5_000 },
  { bookings: 10, vehicles: 2, vias: 0.6, windows: 0.4, seats: 3, ride_s: 3_000 },
  { bookings: 9, vehicles: 1, stands: false, seats: 6 },
]

describe('the optimiser', () => {
  test('no plan of any seed breaks an order, seats, a window, a ride or a shift; every service is driven once or left over', () => {
    const random = randomSource(runSeed())
    for (const town of towns) {
      for (let seed = 1; seed <= 6; seed++) {
        const problem = planTown(town, random)
        const seen: RoutePlan[] = []
        const { plan, leftovers } = solved(problem, { seed, onProgress: ({ plan }) => seen.push(plan) })
        for (const one of [plan, ...seen]) {
          expect(evaluatePlan(problem, one).violations).toEqual([])
          complete(problem, one)
        }
        expect(leftovers.map(({ service }) => service).sort()).toEqual([...plan.left].sort())
      }
    }
  })

  test('all are driven where that is asked for, and only what cannot be otherwise is late', () => {
    const random = randomSource(runSeed())
    for (let seed = 1; seed <= 6; seed++) {
      const problem = planTown({ bookings: 14, vehicles: 1, windows: 1, ride_s: 2_400, vias: 0.2 }, random)
      const { plan } = solved(problem, { seed, all: true })
      complete(problem, plan)
      expect(plan.left).toEqual([])
      const { violations } = evaluatePlan(problem, plan)
      expect(violations.filter(({ kind }) => kind !== 'late' && kind !== 'ride')).toEqual([])
      // No worse than what a first look gives.
      const greedy = solved(problem, { seed, all: true, iterations: 0 }).plan
      expect(wrongness(violations)).toBeLessThanOrEqual(wrongness(evaluatePlan(problem, greedy).violations) + 1)
    }
  })

  test('five hundred stops of one vehicle are a whole plan as soon as no time is left', { timeout: 10_000 }, () => {
    const problem = planTown({ bookings: 250, vehicles: 1, windows: 1, ride_s: 2_400 }, randomSource(runSeed()))
    const { plan } = solved(problem, { all: true, iterations: null, isStopped: () => true })
    complete(problem, plan)
    expect(plan.left).toEqual([])
  })

  test('locked positions and vehicles are kept', () => {
    const random = randomSource(runSeed())
    for (let seed = 1; seed <= 12; seed++) {
      const one = planTown({ bookings: 8, vehicles: 1 }, random)
      // Positions of a legal order that nobody optimised.
      const order = one.stops.map(({ id }) => id)
      const positions = order.flatMap((stop, position) => (random() < 0.3 ? [{ stop, position }] : []))
      const locked = { ...one, locks: { ...one.locks, positions } }
      const { plan } = solved(locked, { seed, all: seed % 2 === 0 })
      expect(evaluatePlan(locked, plan).violations).toEqual([])
      expect(plan.left).toEqual([])
      for (const { stop, position } of positions) expect(plan.routes[0]?.stops[position]).toBe(stop)

      const two = planTown({ bookings: 10, vehicles: 3 }, random)
      const vehicles = two.services
        .filter(() => random() < 0.5)
        .map(({ id }) => ({ service: id, vehicle: 900 + Math.floor(random() * 3) }))
      const shared = { ...two, locks: { positions: [], vehicles } }
      expect(evaluatePlan(shared, solved(shared, { seed }).plan).violations).toEqual([])
    }
  })

  test('what has been driven stays as it was, and who is on board is brought to their stop, late if need be', () => {
    const random = randomSource(runSeed())
    for (let seed = 1; seed <= 8; seed++) {
      const problem = planTown({ bookings: 10, vehicles: 2, windows: 0.3, ride_s: 900 }, random)
      const [a, , c] = problem.stops
      if (!a || !c) throw new Error('no stops')
      const driven = [
        { stop: a.id, arrival_s: 100, leave_s: 130 },
        { stop: c.id, arrival_s: 400, leave_s: 430 },
      ]
      const vehicles = problem.vehicles.map((vehicle, at) =>
        at === 0 ? { ...vehicle, seats: 8, start: null, shift: { from: 3_000, to: 4_000 }, driven } : vehicle,
      )
      const under = { ...problem, vehicles }
      const { plan } = solved(under, { seed })
      expect(plan.routes[0]?.stops.slice(0, 2)).toEqual([a.id, c.id])
      complete(under, plan)
      for (const service of [a.service, c.service]) expect(plan.left).not.toContain(service)
      const on = new Set([a.service, c.service])
      const { violations } = evaluatePlan(under, plan)
      expect(
        violations.filter(({ service, kind }) => !on.has(service) || kind === 'driven' || kind === 'precedence'),
      ).toEqual([])
    }
  })

  test('the exact answer is that of every order tried, also where something has to break', () => {
    const random = randomSource(runSeed())
    for (let round = 0; round < 10; round++) {
      const problem = planTown(
        {
          bookings: 3,
          vehicles: 1,
          windows: round % 2,
          ride_s: round % 3 === 0 ? 1_200 : null,
          vias: 0.3,
          stands: round % 5 !== 0,
          seats: 3,
        },
        random,
      )
      const id = problem.vehicles[0]?.id ?? 0
      let best = [Infinity, Infinity] as readonly [number, number]
      for (const stops of orders(problem.stops.map((stop) => stop.id))) {
        const { violations, cost } = evaluatePlan(problem, { routes: [{ vehicle: id, stops }], left: [] })
        const wrong = wrongness(violations)
        if (wrong < best[0] - 1e-3 || (wrong < best[0] + 1e-3 && cost < best[1])) best = [wrong, cost]
      }
      const { violations, cost } = evaluatePlan(problem, solved(problem, { all: true }).plan)
      expect(wrongness(violations)).toBeCloseTo(best[0], 3)
      expect(cost).toBeCloseTo(best[1], 3)
    }
  })

  test('the same seed gives the same plan, another one may give another', () => {
    const problem = planTown({ bookings: 25, vehicles: 4, windows: 0.5 }, randomSource(runSeed()))
    const plans = [1, 1, 2, 3].map((seed) => JSON.stringify(solved(problem, { seed, iterations: 60 }).plan))
    expect(plans[0]).toBe(plans[1])
    expect(new Set(plans).size).toBeGreaterThan(1)
  })

  test('a plan that there was is never made worse', () => {
    const random = randomSource(runSeed())
    const problem = planTown({ bookings: 20, vehicles: 3, windows: 0.5 }, random)
    const good = solved(problem, { iterations: 3_000 })
    const again = solved(problem, { iterations: 1, seed: 9, from: good.plan })
    expect(evaluatePlan(problem, again.plan).cost).toBeLessThanOrEqual(evaluatePlan(problem, good.plan).cost + 1e-6)
  })

  test('it stops when it is asked to, with a plan that breaks nothing', () => {
    const problem = planTown({ bookings: 20, vehicles: 3, windows: 0.5 }, randomSource(runSeed()))
    let asked = 0
    const { plan } = solved(problem, { iterations: 1_000_000_000, isStopped: () => ++asked > 5 })
    expect(evaluatePlan(problem, plan).violations).toEqual([])
  })

  test('what is left over says which change would let it in, and that change does', () => {
    const random = randomSource(runSeed())
    let kinds = 0
    for (let round = 0; round < 6; round++) {
      const problem = planTown({ bookings: 16, vehicles: 2, windows: 1, seats: 3, shift_s: 8_000 }, random)
      const { plan, leftovers } = solved(problem)
      for (const { service, kind, by, vehicle } of leftovers) {
        expect(problem.services.some(({ id }) => id === service)).toBe(true)
        if (kind !== 'late') continue
        kinds++
        expect(by % 60).toBe(0)
        expect(problem.vehicles.some(({ id }) => id === vehicle)).toBe(true)
        const later = {
          ...problem,
          stops: problem.stops.map((stop) =>
            stop.service === service && stop.window
              ? { ...stop, window: { ...stop.window, to: stop.window.to + by } }
              : stop,
          ),
        }
        expect(solved(later, { iterations: 0, from: plan }).plan.left).not.toContain(service)
      }
    }
    expect(kinds).toBeGreaterThan(0)
  })

  test('the dial of balance makes the longest route shorter and says what that costs in metres', () => {
    const random = randomSource(runSeed())
    const problem = planTown({ bookings: 24, vehicles: 4, stands: false }, random)
    const even = solved({ ...problem, balance: 1 }, { iterations: 2_000 })
    const plain = solved(problem, { iterations: 2_000 })
    const longest = ({ plan }: { readonly plan: RoutePlan }): number =>
      Math.max(...evaluatePlan(problem, plan).routes.map(({ cost }) => cost))
    expect(longest(even)).toBeLessThan(longest(plain))
    expect(even.balance_m).toBeGreaterThan(0)
  })
})

function* orders(stops: readonly number[]): Generator<readonly number[]> {
  if (stops.length === 0) yield []
  for (const stop of stops) for (const rest of orders(stops.filter((other) => other !== stop))) yield [stop, ...rest]
}

import { describe, expect, test } from 'vitest'
import { bestPlace } from '../../custom/groupings/model/plan/best-place'
import { costOfMove } from '../../custom/groupings/model/plan/cost-of-move'
import { evaluatePlan } from '../../custom/groupings/model/plan/evaluate'
import { movedPlan, type PlanMove } from '../../custom/groupings/model/plan/order'
import type { RoutePlan, Problem } from '../../custom/groupings/model/plan/problem'
import { wrongness } from '../../custom/groupings/model/plan/wrongness'
import { randomSource, runSeed } from '../random-source'
import { planTown } from './plan-fixture'

/** Each vehicle drives every other booking, one after the other. */
const plain = (problem: Problem): RoutePlan => ({
  left: [],
  routes: problem.vehicles.map(({ id }, r) => ({
    vehicle: id,
    stops: problem.stops
      .filter(({ service }) => problem.services.findIndex((one) => one.id === service) % problem.vehicles.length === r)
      .map((stop) => stop.id),
  })),
})

describe('a plan by hand', () => {
  test('times, loads and rides are those of the clock', () => {
    const seconds = [
      [0, 100, 200],
      [100, 0, 300],
      [200, 300, 0],
    ]
    const cells = Float64Array.from(seconds.flat())
    const problem: Problem = {
      zero: '2026-03-02T12:00:00Z',
      tolerance_s: 60,
      balance: 0,
      weights: { second: 1, metre: 0, vehicle: 5 },
      locks: { positions: [], vehicles: [] },
      matrix: { size: 3, seconds: cells, metres: cells, source: 'streets' },
      stops: [
        { id: 1, service: 7, kind: 'pickup', place: 1, seats: 2, window: { from: 500, to: 600 }, stay_s: 30 },
        { id: 2, service: 7, kind: 'dropoff', place: 2, seats: -2, window: { from: 0, to: 700 }, stay_s: 10 },
      ],
      services: [{ id: 7, priority: 0, ride_s: 250 }],
      vehicles: [{ id: 9, seats: 1, start: 0, end: 0, shift: { from: 0, to: 1_000 }, driven: [] }],
    }
    const {
      routes: [route],
      cost,
    } = evaluatePlan(problem, { routes: [{ vehicle: 9, stops: [1, 2] }], left: [] })
    // It leaves so that it is at the first door as that opens.
    expect(route).toMatchObject({ start_s: 400, end_s: 1_040, drive_s: 600, wait_s: 0 })
    expect(route?.visits).toEqual([
      {
        stop: 1,
        arrival_s: 500,
        wait_s: 0,
        leave_s: 530,
        late_s: 0,
        load: 2,
        ride_s: null,
        leg_s: 100,
        leg_m: 100,
        driven: false,
      },
      {
        stop: 2,
        arrival_s: 830,
        wait_s: 0,
        leave_s: 840,
        late_s: 130,
        load: 0,
        ride_s: 300,
        leg_s: 300,
        leg_m: 300,
        driven: false,
      },
    ])
    expect(route?.violations.map(({ kind, stop, by }) => [kind, stop, by])).toEqual([
      ['seats', 1, 1],
      ['late', 2, 70],
      ['ride', 2, 50],
      ['shift', 2, 40],
    ])
    expect(cost).toBe(605)
    const turned = evaluatePlan(problem, { routes: [{ vehicle: 9, stops: [2, 1] }], left: [] })
    expect(turned.violations.some(({ kind, stop }) => kind === 'precedence' && stop === 2)).toBe(true)
  })

  test('what a move costs is the difference of the whole plans, and what it breaks is new', () => {
    const random = randomSource(runSeed())
    for (let round = 0; round < 60; round++) {
      const problem = planTown({ bookings: 8, vehicles: 2, windows: 0.5, ride_s: 1_800 }, random)
      const plan = plain(problem)
      const vehicle = problem.vehicles[Math.floor(random() * 2)]?.id ?? 0
      const stop = problem.stops[Math.floor(random() * problem.stops.length)]
      const move: PlanMove =
        round % 3 === 0
          ? { service: stop?.service ?? 0, vehicle: null }
          : round % 3 === 1
            ? { service: stop?.service ?? 0, vehicle, positions: [1, 3] }
            : { stop: stop?.id ?? 0, vehicle, position: Math.floor(random() * 6) }
      const [before, after] = [evaluatePlan(problem, plan), evaluatePlan(problem, movedPlan(problem, plan, move))]
      const { metres, drive_s, cost, late_s, broken, mended } = costOfMove(problem, plan, move)
      for (const [is, should] of [
        [metres, after.metres - before.metres],
        [drive_s, after.drive_s - before.drive_s],
        [cost, after.cost - before.cost],
        [late_s, after.late_s - before.late_s],
      ] as const) {
        expect(is).toBeCloseTo(should, 6)
      }
      expect(
        before.violations.length -
          mended.length +
          broken.filter(
            (one) =>
              !before.violations.some(
                ({ kind, stop, vehicle }) => kind === one.kind && stop === one.stop && vehicle === one.vehicle,
              ),
          ).length,
      ).toBe(after.violations.length)
    }
  })

  test('the best place is that of all places tried', () => {
    const random = randomSource(runSeed())
    for (let round = 0; round < 12; round++) {
      const problem = planTown(
        { bookings: 6, vehicles: 2, windows: 0.5, ride_s: round % 2 ? 1_500 : null, seats: 3 },
        random,
      )
      const plan = plain(problem)
      const rank = (one: RoutePlan): readonly [number, number] => {
        const { violations, cost } = evaluatePlan(problem, one)
        return [wrongness(violations), cost]
      }
      const service = problem.services[round % 6]?.id ?? 0
      const all = problem.vehicles.flatMap(({ id: vehicle }) => {
        const others =
          plan.routes
            .find((route) => route.vehicle === vehicle)
            ?.stops.filter((id) => problem.stops.find((stop) => stop.id === id)?.service !== service).length ?? 0
        return Array.from({ length: others + 1 }, (_, a) =>
          Array.from({ length: others + 1 - a }, (_, b): PlanMove => ({ service, vehicle, positions: [a, a + 1 + b] })),
        ).flat()
      })
      const ranks = all.map((move) => rank(movedPlan(problem, plan, move))).sort((a, b) => a[0] - b[0] || a[1] - b[1])
      const found = bestPlace(problem, plan, { service })
      const [wrong, cost] = found ? rank(movedPlan(problem, plan, found)) : [NaN, NaN]
      expect(wrong).toBeCloseTo(ranks[0]?.[0] ?? 0, 3)
      expect(cost).toBeCloseTo(
        ranks
          .filter(([one]) => Math.abs(one - (ranks[0]?.[0] ?? 0)) < 1e-3)
          .map(([, one]) => one)
          .sort((a, b) => a - b)[0] ?? 0,
        3,
      )
      // A stop goes no further than those of its own service let it.
      const stop = problem.stops[round]?.id ?? 0
      const place = bestPlace(problem, plan, { stop })
      if (place)
        expect(
          evaluatePlan(problem, movedPlan(problem, plan, place)).violations.filter(({ kind }) => kind === 'precedence'),
        ).toEqual([])
    }
  })
})

import { describe, expect, test } from 'vitest'
import { arenaOf } from '../../custom/groupings/model/plan/arena'
import { evaluatePlan } from '../../custom/groupings/model/plan/evaluate'
import type { PlanStop, Problem } from '../../custom/groupings/model/plan/problem'
import { planOf } from '../../custom/groupings/server/optimise/core/found-plan'
import { relaxed } from '../../custom/groupings/server/optimise/core/relax'
import { PlanSearch } from '../../custom/groupings/server/optimise/core/search'
import { solvePlan, type SolvedPlan, type Solving } from '../../custom/groupings/server/optimise/core/solve'
import { randomSource } from '../random-source'
import { planTown } from './plan-fixture'

const choices = { seed: 1, iterations: 600, all: false, from: null, onProgress: () => {}, isStopped: () => false }
const solved = (problem: Problem, more: Partial<Solving> = {}): SolvedPlan =>
  solvePlan(problem, { ...choices, ...more })
const town = (): Problem => planTown({ bookings: 12, vehicles: 2, windows: 0.5, ride_s: 2_400 }, randomSource(8))
const withStop = (problem: Problem, at: number, change: Partial<PlanStop>): Problem => ({
  ...problem,
  stops: problem.stops.map((stop, one) => (one === at ? { ...stop, ...change } : stop)),
})

describe('the optimiser at the edges', () => {
  test('one ride that is late in a route of a hundred and twenty is placed only as long as there is time', () => {
    const town = planTown({ bookings: 120, vehicles: 1, vias: 1 }, randomSource(5))
    const problem = withStop(town, 0, { window: { from: 0, to: 1 } })
    let stopped_ms = Infinity
    const { plan } = solved(problem, {
      all: true,
      iterations: 2,
      // Nothing is stopped before the first plan is there.
      onProgress: () => {
        stopped_ms = Math.min(stopped_ms, performance.now())
      },
      isStopped: () => performance.now() > stopped_ms + 200,
    })
    expect(performance.now() - stopped_ms).toBeLessThan(4_000)
    expect(plan.left).toEqual([])
    const kinds = evaluatePlan(problem, plan).violations.map(({ kind }) => kind)
    expect(kinds).not.toContain('precedence')
    expect(kinds).not.toContain('incomplete')
  })

  test('once there is no time left, what has no place goes to the end, as it comes', () => {
    const problem = planTown({ bookings: 10, vehicles: 1, windows: 1 }, randomSource(5))
    const arena = arenaOf(problem)
    const nothing = new PlanSearch(arena, 1).save()
    const row = (isStopped: boolean): readonly number[] => {
      const { start } = relaxed(arena, nothing, () => isStopped)
      expect([start.length[0], start.bank]).toEqual([arena.stops, []])
      return [...start.order.subarray(1, arena.stops + 1)]
    }
    const asTheyCome = Array.from({ length: arena.stops }, (_, node) => node)
    expect(row(true)).toEqual(asTheyCome)
    expect(row(false)).not.toEqual(asTheyCome)
  })

  test('without a vehicle, or without a way, rides are told as left also where all are to be driven', () => {
    const problem = town()
    const none = solved({ ...problem, vehicles: [] }, { all: true })
    expect([...none.plan.left].sort((a, b) => a - b)).toEqual(problem.services.map(({ id }) => id))
    expect(none.leftovers.map(({ kind }) => kind)).toEqual(problem.services.map(() => 'vehicle'))

    const { size, seconds } = problem.matrix
    const gone = problem.stops[0]?.place ?? 0
    const ways = seconds.map((way, cell) => (cell % size === gone && Math.floor(cell / size) !== gone ? Infinity : way))
    const cut = { ...problem, matrix: { ...problem.matrix, seconds: ways } }
    for (const vehicles of [1, 2]) {
      for (const all of [false, true]) {
        const fleet = { ...cut, vehicles: cut.vehicles.slice(0, vehicles) }
        const { plan } = solved(fleet, { all })
        expect(plan.left).toContain(problem.stops[0]?.service)
        const { late_s, cost } = evaluatePlan(fleet, plan)
        expect([late_s, cost].every(Number.isFinite), `${vehicles} vehicles, ${late_s}`).toBe(true)
        if (all) expect(plan.left).toHaveLength(1)
      }
    }
  })

  test('what is no number, no place or nobody is refused with what is wrong and where', () => {
    const problem = town()
    const [stop] = problem.stops
    const [vehicle] = problem.vehicles
    if (!stop || !vehicle) throw new Error('no town')
    const { matrix } = problem
    const cells = (value: number) => ({
      ...matrix,
      seconds: matrix.seconds.map((way, cell) => (cell === 7 ? value : way)),
    })
    const wrong: readonly (readonly [Problem, RegExp])[] = [
      [withStop(problem, 0, { window: { from: NaN, to: 5 } }), /^The window of stop 1000 goes from NaN to 5\.$/],
      [withStop(problem, 0, { window: { from: 9, to: 5 } }), /^The window of stop 1000 goes from 9 to 5\.$/],
      [withStop(problem, 0, { place: problem.matrix.size }), /^Stop 1000 is at place \d+, which the table of/],
      [withStop(problem, 0, { stay_s: NaN }), /^Stop 1000 takes NaN seconds\.$/],
      [withStop(problem, 0, { service: 5 }), /^Stop 1000 is of service 5, which the problem does not have\.$/],
      [withStop(problem, 1, { id: stop.id }), /^The problem has stop 1000 twice\.$/],
      [{ ...problem, matrix: cells(NaN) }, /^The way from place 0 to place 7 is NaN\.$/],
      [{ ...problem, matrix: cells(-1) }, /^The way from place 0 to place 7 is -1\.$/],
      [{ ...problem, vehicles: [{ ...vehicle, start: -1 }] }, /^Vehicle 900 is at place -1/],
      [{ ...problem, vehicles: [{ ...vehicle, seats: NaN }] }, /^Vehicle 900 has NaN seats\.$/],
      [{ ...problem, locks: { positions: [], vehicles: [{ service: 100, vehicle: 5 }] } }, /^The lock of service 100/],
      [{ ...problem, weights: { ...problem.weights, metre: NaN } }, /weights/],
    ]
    for (const [one, why] of wrong) {
      expect(() => solved(one), String(why)).toThrow(why)
      expect(() => evaluatePlan(one, { routes: [], left: [] }), String(why)).toThrow(why)
    }
  })

  test('a moment that never comes, a place that no route has, and a stop made twice are refused as well', () => {
    const problem = town()
    const [stop, next] = problem.stops
    const [one, two] = problem.vehicles
    if (!stop || !next || !one || !two) throw new Error('no town')
    const locked = (position: number): Problem => ({
      ...problem,
      locks: { vehicles: [{ service: 100, vehicle: 900 }], positions: [{ stop: stop.id, position }] },
    })
    const made = (...driven: readonly (readonly number[])[]): Problem => ({
      ...problem,
      vehicles: problem.vehicles.map((vehicle, at) => ({
        ...vehicle,
        driven: (driven[at] ?? []).map((id) => ({ stop: id, arrival_s: 1, leave_s: 2 })),
      })),
    })
    const twice = [
      { service: 100, vehicle: 900 },
      { service: 100, vehicle: 901 },
    ]
    const wrong: readonly (readonly [Problem, RegExp])[] = [
      [withStop(problem, 0, { window: { from: Infinity, to: Infinity } }), /^The window of stop 1000 goes from Inf/],
      [withStop(problem, 0, { window: { from: -Infinity, to: -Infinity } }), /goes from -Infinity to -Infinity\.$/],
      [{ ...problem, vehicles: [{ ...one, shift: { from: Infinity, to: Infinity } }] }, /^The shift of vehicle 900/],
      [{ ...problem, vehicles: [{ ...one, shift: { from: -Infinity, to: 9 } }] }, /^The shift of vehicle 900/],
      [{ ...problem, vehicles: [{ ...one, seats: 1e12 }] }, /^Vehicle 900 has 1000000000000 seats\.$/],
      [withStop(problem, 0, { seats: 1e12 }), /^At stop 1000 1000000000000 passengers/],
      [{ ...problem, balance: 2 }, /^The balance of a problem is 2/],
      [locked(NaN), /^Stop 1000 is locked at position NaN\.$/],
      [locked(-3), /^Stop 1000 is locked at position -3\.$/],
      [locked(0.5), /^Stop 1000 is locked at position 0\.5\.$/],
      [
        { ...problem, locks: { vehicles: [], positions: [0, 2].map((position) => ({ stop: stop.id, position })) } },
        /^The problem has two locks of stop 1000\.$/,
      ],
      [{ ...problem, locks: { vehicles: twice, positions: [] } }, /^The problem has two locks of service 100\.$/],
      [made([stop.id, stop.id]), /^Vehicle 900 has driven stop 1000, which vehicle 900 has driven\.$/],
      [made([stop.id], [stop.id]), /^Vehicle 901 has driven stop 1000, which vehicle 900 has driven\.$/],
      [made([stop.id], [next.id]), /^Vehicle 901 has driven service 100, which vehicle 900 has begun\.$/],
      [
        { ...problem, vehicles: [{ ...one, driven: [{ stop: stop.id, arrival_s: 1, leave_s: Infinity }] }] },
        /^Vehicle 900 was at stop 1000 from 1 to Infinity\.$/,
      ],
    ]
    for (const [one, why] of wrong) expect(() => solved(one), String(why)).toThrow(why)
    // Open on one side is a window as any other.
    for (const window of [
      { from: -Infinity, to: 900 },
      { from: 900, to: Infinity },
    ]) {
      expect(solved(withStop(problem, 0, { window })).plan.routes).toHaveLength(2)
    }
  })

  test('who gets in and never out keeps the seat to the end, and nobody gets out who has not got in', () => {
    const problem = planTown({ bookings: 10, vehicles: 1, seats: 3 }, randomSource(6))
    // Of half the bookings the way to their destination is not known.
    const isKnown = ({ kind, service }: PlanStop): boolean => kind === 'pickup' || service % 2 === 0
    const open = { ...problem, stops: problem.stops.filter(isKnown) }
    for (let seed = 1; seed <= 5; seed++) {
      const { plan } = solved(open, { seed })
      expect(evaluatePlan(open, plan).violations).toEqual([])
      expect(plan.left.length).toBeGreaterThan(0)
    }
    // Not in the plan alone, which is looked at again before it is handed out: the search has none that is too full.
    const arena = arenaOf(open)
    const search = new PlanSearch(arena, 1)
    search.begin()
    for (let step = 0; step < 200; step++) {
      search.step(500)
      expect(evaluatePlan(open, planOf(arena, search.save())).violations, `step ${step}`).toEqual([])
    }
    const bare = { ...problem, stops: problem.stops.filter(({ id }) => id !== 1_000) }
    expect(() => solved(bare)).toThrow('At stop 1001 of service 100 more get out than have got in.')
  })
})

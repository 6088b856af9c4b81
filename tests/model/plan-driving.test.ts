import { expect, test } from 'vitest'
import { arenaOf, type Arena } from '../../custom/groupings/model/plan/arena'
import { evaluatePlan } from '../../custom/groupings/model/plan/evaluate'
import { Judge } from '../../custom/groupings/model/plan/judge'
import { owed } from '../../custom/groupings/model/plan/owed'
import type { Problem } from '../../custom/groupings/model/plan/problem'
import { wrongness } from '../../custom/groupings/model/plan/wrongness'
import { Insertion } from '../../custom/groupings/server/optimise/core/insertion'
import { Routes } from '../../custom/groupings/server/optimise/core/routes'
import { randomSource, runSeed } from '../random-source'
import { anyTown } from './plan-any-town'

/** A vehicle's row: some requests, their stops in order and otherwise at random. */
function anyRow({ requests, first, only }: Arena, r: number, random: () => number): readonly number[] {
  const heads = Array.from({ length: requests }, (_, q) => ({ q, at: first[q] ?? 0 }))
    .filter(({ q }) => (only[q] === r || only[q] === -1) && random() < 0.4)
    .slice(0, 5)
  const row: number[] = []
  while (heads.length > 0) {
    const one = heads[Math.floor(random() * heads.length)]
    if (!one) break
    row.push(one.at++)
    if (one.at === first[one.q + 1]) heads.splice(heads.indexOf(one), 1)
  }
  return row
}

function evaluated(problem: Problem, arena: Arena, r: number, row: readonly number[]) {
  const { id = 0, driven = [] } = problem.vehicles[r] ?? {}
  const stops = [...driven.map(({ stop }) => stop), ...row.map((node) => arena.idOf[node] ?? 0)]
  const [route] = evaluatePlan(owed(problem), { routes: [{ vehicle: id, stops }], left: [] }).routes
  if (!route) throw new Error('no route')
  // Only part of the services on board may be in the row, and nobody does wrong by getting out.
  const broken = route.violations.filter(
    ({ kind, stop }) =>
      kind !== 'lock' && (kind !== 'seats' || problem.stops.some(({ id: one, seats }) => one === stop && seats > 0)),
  )
  return { ...route, broken, open: route.visits.filter((visit) => !visit.driven) }
}

/**
 * No way is longer than one through another place, as a router's are: the search relies on that where it leaves places
 * out.
 */
function shortest({ matrix, ...problem }: Problem): Problem {
  const [seconds, metres] = [matrix.seconds.slice(), matrix.metres.slice()]
  const { size } = matrix
  for (const ways of [seconds, metres]) {
    for (let by = 0; by < size; by++) {
      for (let cell = 0; cell < size * size; cell++) {
        const way = (ways[Math.floor(cell / size) * size + by] ?? 0) + (ways[by * size + (cell % size)] ?? 0)
        ways[cell] = Math.min(ways[cell] ?? 0, way)
      }
    }
  }
  return { ...problem, matrix: { ...matrix, seconds, metres } }
}

/** A town without locks, its arena, a vehicle of it and a row. */
function* scenes(count: number) {
  const random = randomSource(runSeed())
  for (let at = 0; at < count; at++) {
    const problem = { ...shortest(anyTown(random, 2 * at + 1)), locks: { positions: [], vehicles: [] } }
    const arena = arenaOf(problem)
    const r = Math.floor(random() * arena.vehicles)
    yield { problem, arena, r, row: anyRow(arena, r, random), random }
  }
}

function routesWith(arena: Arena, r: number, row: readonly number[]): Routes {
  const routes = new Routes(arena)
  routes.order.set(row, r * routes.width + 1)
  routes.length[r] = row.length
  routes.refresh(r)
  return routes
}

test('the search reckons times, loads, costs and what is broken of any row as a plan is evaluated', () => {
  let [legal, broken] = [0, 0]
  for (const { problem, arena, r, row } of scenes(400)) {
    const route = evaluated(problem, arena, r, row)
    const routes = routesWith(arena, r, row)
    const base = r * routes.width + 1
    expect(route.open.map(({ load }) => load)).toEqual([...routes.load.subarray(base, base + row.length)])
    route.open.forEach(({ leave_s }, at) => expect(routes.leave[base + at]).toBeCloseTo(leave_s, 6))
    expect(routes.cost[r]).toBeCloseTo(row.length === 0 ? 0 : route.cost, 5)
    expect(routes.broken[r] === 0, JSON.stringify(route.broken)).toBe(route.broken.length === 0)
    if (route.broken.length === 0) legal++
    else broken++
    // Of those on board, the judge knows the stricter of window and ride, and not both.
    if (row.length === 0 || problem.vehicles.some(({ driven }) => driven.length > 0)) continue
    const judge = new Judge(arena, r)
    row.forEach((node, depth) => judge.drive(depth, node))
    judge.finish(row.length)
    expect(judge.wrong[row.length + 1]).toBeCloseTo(wrongness(route.violations), 2)
    expect((judge.cost[row.length + 1] ?? 0) + problem.weights.vehicle).toBeCloseTo(route.cost, 5)
  }
  expect([legal > 40, broken > 40]).toEqual([true, true])
})

test('the cheapest legal place of a request is that of all places evaluated', () => {
  let [found, none] = [0, 0]
  for (const { problem, arena, r, row, random } of scenes(500)) {
    if (evaluated(problem, arena, r, row).broken.length > 0) continue
    const q = Math.floor(random() * arena.requests)
    const [first, end] = [arena.first[q] ?? 0, arena.first[q + 1] ?? 0]
    const isOthers = arena.only[q] !== -1 && arena.only[q] !== r
    if (row.includes(first) || isOthers || (arena.peak[q] ?? 0) > (arena.capacity[r] ?? 0)) continue
    const routes = routesWith(arena, r, row)
    const insertion = new Insertion(routes)
    insertion.find(q, r, Infinity)
    let best = Infinity
    for (const next of placesOf(row, first, end, 0)) {
      const route = evaluated(problem, arena, r, next)
      if (route.broken.length === 0) best = Math.min(best, route.cost)
    }
    if (best === Infinity) none++
    else found++
    const fixed = row.length === 0 ? problem.weights.vehicle : 0
    const cost = insertion.cost + fixed + (routes.cost[r] ?? 0)
    if (best === Infinity) expect(insertion.cost).toBe(Infinity)
    else expect(cost).toBeCloseTo(best, 4)
  }
  expect([found > 20, none > 20]).toEqual([true, true])
})

function* placesOf(row: readonly number[], node: number, end: number, from: number): Generator<readonly number[]> {
  if (node === end) return yield row
  for (let at = from; at <= row.length; at++) yield* placesOf(row.toSpliced(at, 0, node), node + 1, end, at + 1)
}

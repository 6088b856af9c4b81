import { expect, test } from 'vitest'
import { arenaOf } from '../../custom/groupings/model/plan/arena'
import { evaluatePlan } from '../../custom/groupings/model/plan/evaluate'
import { planOf } from '../../custom/groupings/server/optimise/core/found-plan'
import { PlanSearch } from '../../custom/groupings/server/optimise/core/search'
import { randomSource, runSeed } from '../random-source'
import { planTown } from './plan-fixture'

test('whoever fits nowhere gets room from those who are easiest to place, and no plan on the way breaks anything', () => {
  const random = randomSource(runSeed())
  let placed = 0
  const hard: number[] = []
  for (let town = 0; town < 20; town++) {
    const problem = planTown({ bookings: 40, vehicles: 3, windows: 0.5, ride_s: 2_400, shift_s: 9_000 }, random)
    const arena = arenaOf(problem)
    const search = new PlanSearch(arena, town)
    search.begin()
    for (let round = 0; round < 15 && search.left > 0; round++) {
      const before = new Set(search.save().bank)
      search.missed.forEach((_, q) => {
        search.missed[q] = 1 + (q % 5)
      })
      search.makeRoom()
      const found = search.save()
      const plan = planOf(arena, found)
      expect(evaluatePlan(problem, plan).violations, `town ${town}, round ${round}`).toEqual([])
      const driven = plan.routes.flatMap(({ stops }) => stops)
      expect(new Set(driven).size + 2 * plan.left.length).toBe(problem.stops.length)
      const isIn = [...before].filter((q) => !found.bank.includes(q))
      const out = found.bank.filter((q) => !before.has(q))
      expect(isIn.length).toBeLessThanOrEqual(1)
      expect(out.length).toBeLessThanOrEqual(2 * isIn.length)
      placed += isIn.length
      hard.push(...out.map((q) => 1 + (q % 5)))
    }
  }
  expect(placed).toBeGreaterThan(40)
  // Of all they are three times as hard as the easiest.
  expect(hard.reduce((sum, one) => sum + one, 0) / hard.length).toBeLessThan(2.7)
})

test('nobody comes late where room is made and the way round a stop is longer than the one through it', () => {
  const random = randomSource(runSeed())
  let placed = 0
  for (let at = 0; at < 60; at++) {
    const town = planTown({ bookings: 40, vehicles: 3, windows: 0.9, ride_s: 2_400, shift_s: 9_000 }, random)
    const problem = {
      ...town,
      matrix: { ...town.matrix, seconds: town.matrix.seconds.map((way) => (random() < 0.4 ? way * 3 : way)) },
    }
    const arena = arenaOf(problem)
    const search = new PlanSearch(arena, at)
    search.begin()
    for (let round = 0; round < 15 && search.left > 0; round++) {
      const before = search.save().bank
      search.makeRoom()
      const found = search.save()
      placed += before.filter((q) => !found.bank.includes(q)).length
      expect(evaluatePlan(problem, planOf(arena, found)).violations, `town ${at}, round ${round}`).toEqual([])
    }
  }
  expect(placed).toBeGreaterThan(100)
})

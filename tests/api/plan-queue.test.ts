import { expect, test } from 'vitest'
import { evaluatePlan } from '../../custom/groupings/model/plan/evaluate'
import { optimise, type OptimiseOptions } from '../../custom/groupings/server/optimise/optimise'
import { Turns } from '../../src/server/platform/threads/turns'
import { planTown } from '../model/plan-fixture'
import { randomSource } from '../random-source'

test('a search that waits for its turn is stopped at once, with a plan that breaks nothing', async () => {
  const problem = planTown({ bookings: 30, vehicles: 4, windows: 0.5 }, randomSource(4))
  const options: OptimiseOptions = { seed: 1, iterations: 1_000_000_000, all: false, from: null, within_ms: 60_000 }
  const [first, second] = [new AbortController(), new AbortController()]
  let isOver = false
  const long = optimise(problem, { ...options, signal: first.signal }).finally(() => {
    isOver = true
  })
  const waiting = optimise(problem, { ...options, signal: second.signal })
  second.abort()
  const { plan, stopped } = await waiting
  expect([isOver, stopped]).toEqual([false, true])
  expect(evaluatePlan(problem, plan).violations).toEqual([])
  // Whoever left the line has taken nobody's turn.
  const third = optimise(problem, { ...options, iterations: 10 })
  first.abort()
  expect((await long).stopped).toBe(true)
  expect((await third).stopped).toBe(false)
})

test('who leaves a line of turns holds nobody up', async () => {
  const turns = new Turns(1)
  const release = await turns.take()
  const leaver = new AbortController()
  const order: string[] = []
  const ask = async (signal: AbortSignal): Promise<(() => void) | null> => {
    const turn = await turns.takeUnless(signal)
    order.push(turn === null ? 'left' : 'in')
    return turn
  }
  const [left, next] = [ask(leaver.signal), ask(new AbortController().signal)]
  leaver.abort()
  await left
  release()
  const own = await next
  expect(order).toEqual(['left', 'in'])
  expect(await turns.takeUnless(AbortSignal.abort())).toBeNull()
  own?.()
  expect(await turns.takeUnless(new AbortController().signal)).not.toBeNull()
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evaluatePlan } from '../../custom/groupings/model/plan/evaluate'
import type { RoutePlan, Problem } from '../../custom/groupings/model/plan/problem'
import { solvePlan } from '../../custom/groupings/server/optimise/core/solve'
import { optimise, type OptimiseOptions } from '../../custom/groupings/server/optimise/optimise'
import { askVroom, type VroomServer } from '../../custom/groupings/server/optimise/vroom/ask-vroom'
import { vroomServer } from '../../custom/groupings/server/optimise/vroom/vroom-server'
import { planTown } from '../model/plan-fixture'
import { randomSource } from '../random-source'
import { mapService, type MapService, type Said } from './map-service'

describe('a VROOM server', () => {
  const problem = planTown({ bookings: 10, vehicles: 2, windows: 0.5 }, randomSource(4))
  const own = solvePlan(problem, {
    seed: 1,
    iterations: 200,
    all: false,
    from: null,
    onProgress: () => {},
    isStopped: () => false,
  }).plan
  let server: MapService
  beforeAll(async () => {
    server = await mapService()
  })
  afterAll(() => server?.close())

  const place = (wait_s = 8): VroomServer => {
    const named = vroomServer({
      map_vroom_url: `${server.url}/solve`,
      map_vroom_header: 'X-Key: llave',
      map_vroom_timeout: wait_s,
    })
    if (!named) throw new Error('no server')
    return named
  }
  const asked = (of: Problem = problem, more: Partial<OptimiseOptions> = {}) =>
    optimise(of, {
      seed: 1,
      iterations: 50,
      all: false,
      from: null,
      vroom: place(),
      ...more,
    })
  const kinds = new Map(problem.stops.map(({ id, kind }) => [id, kind === 'pickup' ? 'pickup' : 'delivery']))
  const said = ({ routes }: RoutePlan, more: object = {}): Said => ({
    json: {
      code: 0,
      routes: routes.map(({ vehicle, stops }) => ({
        vehicle,
        steps: [{ type: 'start' }, ...stops.map((id) => ({ type: kinds.get(id) ?? 'job', id })), { type: 'end' }],
      })),
      unassigned: [],
      ...more,
    },
  })
  const changed = (change: (stops: readonly number[]) => readonly number[]): RoutePlan => ({
    ...own,
    routes: own.routes.map((route, at) => (at === 0 ? { ...route, stops: change(route.stops) } : route)),
  })

  test('is asked with our matrix and its header, and its plan is used', async () => {
    server.says(() => said(own))
    expect(await asked()).toMatchObject({
      by: 'vroom',
      vroom_error: null,
      plan: own,
      cost: evaluatePlan(problem, own).cost,
    })
    const [question] = server.asked
    expect(question).toMatchObject({ method: 'POST', path: '/solve', headers: { 'x-key': 'llave' } })
    expect(question?.body).toMatchObject({
      shipments: { length: 10 },
      vehicles: [{ id: 900, capacity: [4] }, { id: 901 }],
      matrices: { own: { durations: { length: problem.matrix.size } } },
    })
  })

  test('that breaks a promise is not believed: ours is used, and the answer says why', async () => {
    const drop = problem.stops.find(({ id, kind }) => kind === 'dropoff' && own.routes[0]?.stops.includes(id))?.id ?? 0
    const pick =
      problem.stops.find(
        ({ service, kind }) => kind === 'pickup' && service === problem.stops.find(({ id }) => id === drop)?.service,
      )?.id ?? 0
    const full = { ...problem, vehicles: problem.vehicles.map((vehicle) => ({ ...vehicle, seats: 3 })) }
    const answers: readonly (readonly [string, RoutePlan | Said, Problem?])[] = [
      ['incomplete', changed((stops) => stops.filter((id) => id !== pick))],
      ['precedence', changed((stops) => [drop, ...stops.filter((id) => id !== drop)])],
      ['stop', changed((stops) => [...stops, stops[0] ?? 0])],
      ['stop', changed((stops) => [...stops, 77])],
      ['vehicle', { ...own, routes: own.routes.map((route) => ({ ...route, vehicle: route.vehicle + 50 })) }],
      [
        'late',
        changed((stops) => stops),
        { ...problem, stops: problem.stops.map((stop) => ({ ...stop, window: { from: 0, to: 5 } })) },
      ],
      [
        'seats',
        {
          ...own,
          routes: own.routes.map(({ vehicle, stops }) => ({
            vehicle,
            stops: [...stops].sort((a, b) => Number(kinds.get(a) === 'delivery') - Number(kinds.get(b) === 'delivery')),
          })),
        },
        full,
      ],
      ['unreadable', { text: '<html>' }],
      ['unreadable', { json: { code: 0, routes: 'none' } }],
      ['status 413', { status: 413, json: { code: 4, error: 'Too many locations' } }],
      ['redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, json: {} }],
      ['slow', { ...said(own), after_ms: 1_500 }],
    ]
    for (const [why, answer, of = problem] of answers) {
      server.says(() => ('routes' in answer ? said(answer) : answer))
      expect([await askVroom(of, place(why === 'slow' ? 0.3 : 8)), why]).toEqual([{ why }, why])
    }
    server.says(() => said(changed((stops) => [drop, ...stops.filter((id) => id !== drop)])))
    const { by, vroom_error, plan } = await asked()
    expect([by, vroom_error]).toEqual(['own', 'precedence'])
    expect(evaluatePlan(problem, plan).violations).toEqual([])
  })

  test('is told in numbers of a way that there is not, also where it is free, and of an open window', async () => {
    server.says(() => said(own))
    const { size, seconds } = problem.matrix
    const cut = { ...problem.matrix, seconds: seconds.map((way, cell) => (cell === size - 1 ? Infinity : way)) }
    const stops = problem.stops.map((stop, at) => {
      const windows = [
        { from: -Infinity, to: 900 },
        { from: 0, to: Infinity },
      ]
      return { ...stop, window: windows[at] ?? stop.window }
    })
    await askVroom({ ...problem, stops, matrix: cut, weights: { second: 0, metre: 1, vehicle: 0 } }, place())
    const [question] = server.asked
    expect(question?.body).toMatchObject({ shipments: { length: 10 } })
    expect(JSON.stringify(question?.body)).not.toContain('null')
  })

  test('is not asked what it does not know, and an address where nobody answers holds nothing up', async () => {
    server.says(() => said(own))
    const locked = {
      ...problem,
      locks: { vehicles: [], positions: [{ stop: own.routes[0]?.stops[0] ?? 0, position: 0 }] },
    }
    expect(await asked(locked)).toMatchObject({ by: 'own', vroom_error: 'locks' })
    expect(await askVroom({ ...problem, balance: 0.5 }, place())).toEqual({ why: 'balance' })
    expect(server.asked).toEqual([])
    expect(await askVroom(problem, { url: 'http://127.0.0.1:1/', header: null, wait_ms: 500 })).toEqual({
      why: 'ECONNREFUSED',
    })
    expect(vroomServer({ map_vroom_url: ' ' })).toBeNull()
  })

  test('that leaves something over is used where ours leaves as much', async () => {
    server.says(() => ({ json: { code: 0, routes: [], unassigned: [] } }))
    expect(await asked()).toMatchObject({ by: 'own', vroom_error: 'left_over', plan: { left: [] } })
  })
})

describe('the thread of the optimiser', () => {
  const problem = planTown({ bookings: 40, vehicles: 4, windows: 0.3 }, randomSource(6))

  test('gives the same plan as this thread, tells of better ones and leaves the server its time', async () => {
    const seen: number[] = []
    let turns = 0
    const beat = setInterval(() => turns++, 5)
    const done = await optimise(problem, {
      seed: 3,
      iterations: 3_000,
      all: false,
      from: null,
      onProgress: ({ cost }) => seen.push(cost),
    })
    clearInterval(beat)
    const here = solvePlan(problem, {
      seed: 3,
      iterations: 3_000,
      all: false,
      from: null,
      onProgress: () => {},
      isStopped: () => false,
    })
    expect(done.plan).toEqual(here.plan)
    expect(done).toMatchObject({ by: 'own', seed: 3, iterations: 3_000, stopped: false })
    expect(seen.length).toBeGreaterThan(0)
    expect(seen).toEqual(seen.toSorted((a, b) => b - a))
    expect(turns).toBeGreaterThan(5)
  })

  test('is stopped with the best plan so far', async () => {
    const stop = new AbortController()
    const done = await optimise(problem, {
      seed: 3,
      iterations: 1_000_000_000,
      all: false,
      from: null,
      signal: stop.signal,
      onProgress: () => stop.abort(),
    })
    expect(done.stopped).toBe(true)
    expect(evaluatePlan(problem, done.plan).violations).toEqual([])
  })

  test('says what contradicts itself', async () => {
    const wrong = {
      ...problem,
      vehicles: problem.vehicles.map((vehicle) => ({ ...vehicle, driven: [{ stop: 1, arrival_s: 0, leave_s: 0 }] })),
    }
    const answer = optimise(wrong, { seed: 1, iterations: 10, all: false, from: null })
    await expect(answer).rejects.toThrow(/has driven is of stop 1,/)
  })
})

import { beforeAll, expect, test } from 'vitest'
import type { OptimiserRun } from '../../custom/groupings/model/run-calls'
import { oneEngine } from '../engines'
import { FROM, pointAt } from './whole-app'
import { groupingsApp, type GroupingsApp } from './groupings-fixture'
import { NOON } from './services-fixture'

oneEngine((_engine, open) => {
  let at: GroupingsApp
  const tomorrow = (hour: number) => new Date(NOON.getTime() + (24 + hour) * 3_600_000)

  beforeAll(async () => {
    at = await groupingsApp(open, () => NOON)
  })

  const runOf = async (id: number): Promise<OptimiserRun> =>
    (await at.get('operator', `grouping_runs/${id}`)).body['run'] as unknown as OptimiserRun

  const finished = async (id: number): Promise<OptimiserRun> => {
    let run: OptimiserRun | null = null
    await expect
      .poll(
        async () => {
          run = await runOf(id)
          return run.state
        },
        { timeout: 15_000, interval: 50 },
      )
      .toBe('done')
    return run!
  }

  test('a search answers at once, is followed and stopped, and its order is kept only when somebody says so', async () => {
    const rides = await Promise.all([0, 40, 5, 45, 10].map((from) => at.ride(from, from + 30, { at: tomorrow(0) })))
    const id = await at.full(rides)
    const before = await at.route(id)
    // A bad order to begin with: everybody in, from end to end and back.
    const zigzag = [0, 1, 2, 3, 4]
      .flatMap((n) => before.stops.filter(({ id_service }) => id_service === rides[n]))
      .map((stop) => stop.id)
    expect((await at.ask(id, 'resort', { id_stops: zigzag })).status).toBe(200)
    const {
      item: { plan_version, distance },
    } = await at.route(id)
    const { status, body, text } = await at.ask(id, 'optimise')
    expect(status, text).toBe(200)
    const begun = body['run'] as unknown as OptimiserRun
    expect(begun.id_grouping).toBe(id)
    // On a busy machine the answer does not wait for the first plan.
    await expect.poll(async () => (await runOf(begun.id)).routes.length, { timeout: 15_000 }).toBe(1)
    expect((await at.server.call('operator', 'POST', `grouping_runs/${begun.id}/stop`, {})).status).toBe(200)
    const run = await finished(begun.id)
    expect((await at.route(id)).item.plan_version).toBe(plan_version)
    // Nobody else's search is anybody's.
    expect((await at.server.call('root', 'GET', `grouping_runs/${begun.id}`)).status).toBe(404)
    expect((await at.ask(id, 'resort', { id_run: begun.id }, 'root')).status).toBe(404)
    expect((await at.ask(id, 'resort', { id_run: begun.id })).status).toBe(200)
    const after = await at.route(id)
    expect(after.stops.map((stop) => stop.id)).toEqual(run.routes[0]!.stops)
    expect(after.item.distance!).toBeLessThan(distance!)
    expect(
      ((await at.get('operator', `groupings/${id}/plans`)).body['items'] as { source: string }[])[0],
    ).toMatchObject({ source: 'optimizer' })
    expect((await at.ask(id, 'optimizeRoute')).status).toBe(200)
    expect((await at.ask(await at.grouping(), 'optimizeRoute')).status).toBe(409)
  })

  test('the routes of a day are built of its bookings, leave out who does not fit, and are kept in part: all of a kept one or nothing', async () => {
    const day = '2026-11-23'
    const when = new Date('2026-11-23T15:00:00.000Z')
    const rides = await Promise.all([0, 2, 4, 100, 102].map((from) => at.ride(from, from + 20, { at: when })))
    const crowd = await at.ride(1, 21, { at: when, people: 8 })
    const [one, two] = [await at.driver('Iris'), await at.driver('Joel')]
    for (const { vehicle } of [one, two])
      await at.put('vehicle_positions', {
        id_vehicle: vehicle,
        point: pointAt(FROM.lat, FROM.lng),
        date_fix: NOON.toISOString(),
        availability: 'online',
      })
    const asked = { day, id_branch: at.id['lima']!, id_product: at.id['van']! }
    const choices = (await at.get('operator', 'groupings/build', asked)).body as unknown as {
      rides: { id: number }[]
      vehicles: { id: number }[]
    }
    expect(choices.rides.map(({ id }) => id).sort()).toEqual([...rides, crowd].sort())
    const { status, body, text } = await at.server.call('operator', 'POST', 'groupings/build', {
      ...asked,
      vehicles: [one.vehicle, two.vehicle],
    })
    expect(status, text).toBe(200)
    const run = await finished((body['run'] as unknown as OptimiserRun).id)
    expect(run.left).toEqual([crowd])
    expect(run.leftovers).toMatchObject([{ service: crowd, kind: 'seats' }])
    const routes = run.routes.filter(({ stops }) => stops.length > 0)
    expect(routes.flatMap(({ stops }) => stops)).toHaveLength(10)
    const kept = routes[0]!
    const accepted = await at.server.call('operator', 'POST', 'groupings/buildAccept', {
      id_run: run.id,
      vehicles: [kept.vehicle],
    })
    expect(accepted.status, accepted.text).toBe(200)
    const [made] = accepted.body['items'] as { id: number; name: string }[]
    const route = await at.route(made!.id)
    expect(route.stops.map((stop) => stop.id)).toEqual(kept.stops)
    expect(route.item).toMatchObject({ id_vehicle: kept.vehicle, state: '2', plan_version: 1 })
    expect(route.items.every(({ id_driver }) => id_driver === route.item.id_driver)).toBe(true)
    // What is taken is offered no more, and a second acceptance takes nothing.
    const again = await at.server.call('operator', 'POST', 'groupings/buildAccept', {
      id_run: run.id,
      vehicles: routes.map(({ vehicle }) => vehicle),
    })
    expect(again.status).toBe(409)
    const left = (await at.get('operator', 'groupings/build', asked)).body as unknown as typeof choices
    expect(left.rides).toHaveLength(6 - route.items.length)
  })

  test("groupings are the house's: a company sees none, a reader changes none, and staff of another branch neither see, fill nor are given them", async () => {
    const other = await at.put('branches', {
      name: 'Cusco',
      state: '1',
      point: pointAt(-13.5, -71.97),
      timezone: 'America/Lima',
    })
    const when = tomorrow(9)
    const [ride, stray] = [await at.ride(0, 10, { at: when }), await at.ride(2, 12, { at: when })]
    const id = await at.full([ride])
    const paths = ['info', 'services', 'listServices', 'plans', 'vehicles']
    const calls = [
      ['assignService', { id_service: stray }],
      ['removeService', { id_service: ride }],
      ['assignVehicle', { id_vehicle: 1 }],
      ['removeVehicle', {}],
      ['autoAssign', {}],
      ['optimizeRoute', {}],
      ['resort', { id_services: [ride] }],
      ['restore', { number: 1 }],
      ['optimise', {}],
    ] as const
    for (const path of paths) {
      expect((await at.get('reader', `groupings/${id}/${path}`)).status, path).toBe(200)
      for (const role of ['companyA', 'readerA'] as const)
        expect([403, 404], `${role} ${path}`).toContain((await at.get(role, `groupings/${id}/${path}`)).status)
    }
    for (const [verb, input] of calls) {
      for (const role of ['reader', 'companyA', 'readerA'] as const)
        expect([403, 404], `${role} ${verb}`).toContain((await at.ask(id, verb, input, role)).status)
    }
    // The reader moves to another branch.
    const { database } = at.server
    await database.transaction((tx) =>
      tx.updateTable('users').set({ id_branch: other }).where('id', '=', at.server.ids.users.reader).execute(),
    )
    await database.transaction((tx) =>
      tx.updateTable('roles').set({ all_modules: '2' }).where('name', '=', 'Lector').execute(),
    )
    at.server.runtime.changed('users')
    at.server.runtime.changed('roles')
    for (const path of paths) expect((await at.get('reader', `groupings/${id}/${path}`)).status, path).toBe(404)
    for (const [verb, input] of calls) expect((await at.ask(id, verb, input, 'reader')).status, verb).toBe(404)
    const own = Number(
      (
        await at.server.call('reader', 'POST', 'groupings/create', {
          type: '3',
          id_product: at.id['van']!,
          id_branch: other,
        })
      ).body['id'],
    )
    expect(own).toBeGreaterThan(0)
    expect((await at.ask(own, 'assignService', { id_service: stray }, 'reader')).status).toBe(404)
    expect((await at.get('reader', `groupings/${own}/listServices`)).body['total']).toBe(0)
    const { vehicle } = await at.driver('Rita')
    await database.transaction((tx) =>
      tx.updateTable('vehicles').set({ id_branch: at.id['lima'] }).where('id', '=', vehicle).execute(),
    )
    expect((await at.ask(own, 'assignVehicle', { id_vehicle: vehicle }, 'reader')).status).toBe(404)
    expect((await at.route(id)).items.map((one) => one.id)).toEqual([ride])
  })

  test('a ride that another driver takes, or that is cancelled, leaves its grouping by itself, which is measured anew and told of', async () => {
    const when = tomorrow(14)
    const rides = [
      await at.ride(0, 30, { at: when }),
      await at.ride(10, 40, { at: when }),
      await at.ride(20, 50, { at: when }),
    ]
    const id = await at.full(rides)
    const { id: driver, vehicle } = await at.driver('Saul')
    expect(
      (
        await at.server.call('operator', 'POST', 'dispatcher/assignVehicle', {
          id_service: rides[1]!,
          id_vehicle: vehicle,
        })
      ).status,
    ).toBe(200)
    expect((await at.route(id)).items.map((one) => one.id)).toEqual([rides[0], rides[2]])
    expect(
      (await at.server.call('operator', 'POST', 'dispatcher/cancelService', { id_service: rides[2]! })).status,
    ).toBe(200)
    const { item, stops } = await at.route(id)
    expect([item.num_services, stops.map(({ id_service }) => id_service)]).toEqual([1, [rides[0], rides[0]]])
    expect((await at.ask(id, 'resort', { id_services: [rides[0]!], plan_version: 1 })).status).toBe(409)
    const { rows } = await at.server.database.db
      .selectFrom('services')
      .select('id_driver')
      .where('id', '=', rides[1]!)
      .execute()
      .then((found) => ({ rows: found }))
    expect(rows[0]?.['id_driver']).toBe(driver)
    await at.server.call('operator', 'POST', 'dispatcher/cancelService', { id_service: rides[0]! })
    expect((await at.route(id)).item).toMatchObject({ state: '5', can_edit: false, num_services: 0 })
  })
})

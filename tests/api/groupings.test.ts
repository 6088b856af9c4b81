import { afterEach, beforeAll, expect, test } from 'vitest'
import { followJob } from '../../custom/groupings/server/follow-job'
import { dispatchJob } from '../../custom/services/server/search/dispatch-job'
import type { Job } from '#engine/server'
import { oneEngine } from '../engines'
import { FROM, pointAt } from './whole-app'
import { groupingsApp, type GroupingsApp } from './groupings-fixture'
import { NOON } from './services-fixture'
import { tellsWhatWasDone } from './told-activity'

oneEngine((_engine, open) => {
  let at: GroupingsApp
  let hour = 0
  let now = NOON
  /** A time of its own for each test, so that none takes another's drivers. */
  const later = () => new Date(NOON.getTime() + (hour += 3) * 3_600_000)

  const run = (job: Job) =>
    job.run({ runtime: at.server.runtime, signal: new AbortController().signal, log: () => undefined } as Parameters<
      Job['run']
    >[0])

  afterEach(() => {
    now = NOON
  })
  beforeAll(async () => {
    at = await groupingsApp(open, () => now)
  })

  test('a grouping is made without a name and gets one; type and a shared product are needed; what needs a vehicle is off without one', async () => {
    const { status, body } = await at.server.call('operator', 'POST', 'groupings/create', {
      id_product: at.id['taxi']!,
      type: '',
    })
    expect(await at.server.call('operator', 'POST', 'groupings/create', { name: { toString: 'x' } })).toMatchObject({
      status: 422,
      body: { errors: { name: expect.any(String) } },
    })
    expect(status).toBe(422)
    expect(Object.keys(body['errors'] as object)).toEqual(expect.arrayContaining(['id_product', 'type']))
    const { vehicle } = await at.driver('Nora')
    const id = await at.grouping({ auto_assign: 1, optimize_route: 1 })
    const item = (await at.get('operator', `groupings/${id}/info`)).body['item'] as { [name: string]: unknown }
    expect(item).toMatchObject({
      name: expect.stringMatching(/^Van 21\/11 · \d+$/) as string,
      auto_assign: 0,
      optimize_route: 0,
      state: '1',
      can_edit: true,
      num_services: 0,
      type_text: 'Mixta',
    })
    const save = (input: object) => at.server.call('operator', 'POST', 'groupings/create', { id, ...input })
    expect((await save({ id_vehicle: vehicle, auto_assign: 1, optimize_route: 1 })).status).toBe(200)
    const list = async () =>
      (
        (await at.get('operator', 'groupings', { filters: JSON.stringify({ name: String(item['name']) }) })).body[
          'items'
        ] as { [name: string]: unknown }[]
      )[0]
    expect(await list()).toMatchObject({
      auto_assign: 1,
      optimize_route: 1,
      dr_name: 'Nora',
      max_capacity_1: 4,
      state: '2',
    })
    // Turning the assignment off and on again leaves the optimisation off.
    await save({ auto_assign: 0 })
    expect(await list()).toMatchObject({ auto_assign: 0, optimize_route: 0 })
    await save({ auto_assign: 1 })
    expect(await list()).toMatchObject({ auto_assign: 1, optimize_route: 0 })
    for (const [call, ids] of [
      ['states', ['1', '2', '3', '4', '5']],
      ['types', ['1', '2', '3']],
    ] as const) {
      expect(
        ((await at.get('operator', `groupings/${call}`)).body['items'] as { id: string }[]).map((one) => one.id),
      ).toEqual(ids)
    }
  })

  test('rides join at their best places and leave again, each change a version that can be restored', async () => {
    const when = later()
    const [a, b, c] = [
      await at.ride(0, 30, { at: when }),
      await at.ride(10, 40, { at: when }),
      await at.ride(20, 50, { at: when }),
    ]
    const id = await at.grouping()
    const listed = (await at.get('operator', `groupings/${id}/listServices`)).body['items'] as { id: number }[]
    expect(listed.map((one) => one.id)).toEqual(expect.arrayContaining([a, b, c]))
    for (const ride of [a, b, c]) expect((await at.ask(id, 'assignService', { id_service: ride })).status).toBe(200)
    const route = await at.route(id)
    expect(route.stops.map((stop) => [stop.id_service, stop.kind[0]].join(''))).toEqual([
      `${a}p`,
      `${b}p`,
      `${c}p`,
      `${a}d`,
      `${b}d`,
      `${c}d`,
    ])
    expect(route.item).toMatchObject({
      num_services: 3,
      total_capacity_1: 3,
      plan_version: 3,
      distance_source: route.problem?.source,
    })
    expect(route.item.distance).toBeGreaterThan(5_000)
    expect(
      (await at.get('operator', 'dispatcher', { filters: JSON.stringify({ id_grouping: id }) })).body['total'],
    ).toBe(3)
    expect((await at.ask(id, 'removeService', { id_service: b })).status).toBe(200)
    expect((await at.route(id)).stops.map((stop) => stop.id_service)).toEqual([a, c, a, c])
    const { items } = (await at.get('operator', `groupings/${id}/plans`)).body as unknown as {
      items: { number: number; source: string; by: string }[]
    }
    expect(items.map(({ number, source }) => `${number} ${source}`)).toEqual([
      '4 removed',
      '3 added',
      '2 added',
      '1 added',
    ])
    expect((await at.ask(id, 'resort', { id_services: [c, a] })).status).toBe(200)
    expect((await at.route(id)).stops.map((stop) => stop.id_service)).toEqual([c, c, a, a])
    expect((await at.ask(id, 'restore', { number: 4 })).status).toBe(200)
    expect((await at.route(id)).stops.map((stop) => stop.id_service)).toEqual([a, c, a, c])
    // It is nobody's any more, so another grouping may have it; the first may not have it back.
    const other = await at.full([b])
    expect((await at.ask(id, 'assignService', { id_service: b })).status).toBe(409)
    expect((await at.route(other)).total).toBe(1)
  })

  test('no order that nobody can drive is kept: out before in, too many at once, a stop twice, a locked stop moved', async () => {
    const when = later()
    const rides = [
      await at.ride(0, 30, { at: when, people: 3 }),
      await at.ride(10, 40, { at: when, people: 3 }),
      await at.ride(20, 50, { at: when, people: 3 }),
    ]
    const id = await at.full(rides)
    const { stops, item } = await at.route(id)
    expect(item.max_capacity_1).toBe(8)
    const of = (ride: number, kind: string) => stops.find((stop) => stop.id_service === ride && stop.kind === kind)!.id
    const [a, b, c] = rides as [number, number, number]
    const [pa, da, pb, db, pc, dc] = [
      of(a, 'pickup'),
      of(a, 'dropoff'),
      of(b, 'pickup'),
      of(b, 'dropoff'),
      of(c, 'pickup'),
      of(c, 'dropoff'),
    ]
    const sort = (id_stops: number[], more: object = {}) => at.ask(id, 'resort', { id_stops, ...more })
    for (const wrong of [
      [da, pa, pb, db, pc, dc],
      [pa, pb, pc, da, db, dc],
      [pa, pa, da, pb, db, pc, dc],
      [pa, da, pb, db, pc],
    ]) {
      const { status, body } = await sort(wrong)
      expect([status, Object.keys(body['errors'] as object)], wrong.join()).toEqual([422, ['id_stops']])
    }
    expect((await sort([pa, da, pb, db, pc, dc], { locked: [pa] })).status).toBe(200)
    expect((await sort([pb, db, pa, da, pc, dc])).status).toBe(422)
    expect((await sort([pb, db, pa, da, pc, dc], { locked: [] })).status).toBe(200)
  })

  test('of two people who sort at once the second is told by name, and nothing of theirs is kept', async () => {
    const when = later()
    const id = await at.full([await at.ride(0, 10, { at: when }), await at.ride(20, 30, { at: when })])
    const {
      stops: [first, second, third, fourth],
      item: { plan_version },
    } = await at.route(id)
    const order = (...stops: (typeof first)[]) => ({ id_stops: stops.map((stop) => stop!.id), plan_version })
    const answers = await Promise.all([
      at.ask(id, 'resort', order(third, fourth, first, second)),
      at.ask(id, 'resort', order(third, first, fourth, second)),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const late = await at.ask(id, 'resort', order(first, third, second, fourth))
    expect([late.status, late.body['plan_version']]).toEqual([409, plan_version + 1])
    expect(late.body['msg']).toContain('cambió esta ruta')
    expect((await at.route(id)).item.plan_version).toBe(plan_version + 1)
  })

  test('a vehicle takes all rides of a grouping or none, and is given to one of two groupings that want it at once', async () => {
    const when = later()
    const { vehicle, id: driver } = await at.driver('Tula')
    const rides = [await at.ride(0, 30, { at: when }), await at.ride(10, 40, { at: when })]
    const others = [await at.ride(5, 35, { at: when }), await at.ride(15, 45, { at: when })]
    const [one, two] = [await at.full(rides), await at.full(others)]
    const answers = await Promise.all([
      at.ask(one, 'assignVehicle', { id_vehicle: vehicle }),
      at.ask(two, 'assignVehicle', { id_vehicle: vehicle }),
    ])
    expect(answers.map(({ status }) => status).sort(), answers.map(({ text }) => text).join()).toEqual([200, 409])
    const drivers = async (id: number) => (await at.route(id)).items.map(({ id_driver }) => id_driver)
    const [won, lost] = answers[0].status === 200 ? [one, two] : [two, one]
    expect([await drivers(won), await drivers(lost)]).toEqual([
      [driver, driver],
      [null, null],
    ])
    expect([(await at.route(won)).item.state, (await at.route(lost)).item.state]).toEqual(['2', '1'])
    // A driver with a booking of their own at that time takes none of the rides.
    const busy = await at.driver('Vera')
    const own = await at.make({
      id_product: at.id['taxi']!,
      scheduled: 1,
      scheduled_dates: [when.toISOString()],
      id_vehicle: busy.vehicle,
    })
    expect(own.id_driver).toBe(busy.id)
    expect((await at.ask(lost, 'assignVehicle', { id_vehicle: busy.vehicle })).status).toBe(409)
    expect([await drivers(lost), (await at.route(lost)).item.id_vehicle]).toEqual([[null, null], null])
    expect((await at.ask(won, 'removeVehicle')).status).toBe(200)
    expect([await drivers(won), (await at.route(won)).item.state]).toEqual([[null, null], '1'])
    // Too few seats at one leg.
    const busier = later()
    const crowd = await at.full([
      await at.ride(0, 30, { at: busier, people: 3 }),
      await at.ride(1, 31, { people: 3, at: busier }),
    ])
    const { stops } = await at.route(crowd)
    await at.ask(crowd, 'resort', {
      id_stops: [
        stops.find(({ kind }) => kind === 'pickup')!,
        ...stops.filter(({ kind }) => kind === 'pickup').slice(1),
        ...stops.filter(({ kind }) => kind === 'dropoff'),
      ].map((stop) => stop.id),
    })
    expect((await at.ask(crowd, 'assignVehicle', { id_vehicle: vehicle })).body['msg']).toContain('faltan 2 asientos')
    // Both are said beforehand.
    const why = async (id: number, of: number) =>
      (
        (await at.get('operator', `groupings/${id}/vehicles`)).body['items'] as { id: number; why: string | null }[]
      ).find((one) => one.id === of)?.why
    expect([await why(crowd, vehicle), await why(lost, busy.vehicle), await why(lost, vehicle)]).toEqual([
      'Le faltan 2 asientos',
      `El conductor tiene otro servicio a esa hora: el n.º ${own.id}.`,
      null,
    ])
  })

  test('a ride of another time of the day is not offered', async () => {
    const when = later()
    const at_hour = (hours: number) => new Date(when.getTime() + hours * 3_600_000)
    const [own, next, far] = [
      await at.ride(0, 30, { at: when }),
      await at.ride(5, 35, { at: at_hour(1.5) }),
      await at.ride(5, 35, { at: at_hour(11) }),
    ]
    const id = await at.full([own])
    const offered = ((await at.get('operator', `groupings/${id}/listServices`)).body['items'] as { id: number }[]).map(
      (ride) => ride.id,
    )
    expect([offered.includes(next), offered.includes(far)]).toEqual([true, false])
    // Nor taken, should somebody name it, or choose it for an empty grouping with others.
    for (const [to, ids] of [
      [id, [next, far]],
      [await at.grouping(), [far, next]],
    ] as const) {
      const { status, body } = await at.ask(to, 'assignService', { ids })
      expect([status, body['errors']]).toEqual([
        422,
        {
          id_service: `El servicio n.º ${far} es de otra hora: entre los de una agrupación puede haber como máximo 2 h.`,
        },
      ])
    }
  })

  test('takes a hundred rides and not one more', async () => {
    // Nobody waits for a driver for these while the other tests' clocks go on.
    const when = new Date(NOON.getTime() + 40 * 24 * 3_600_000)
    const ids: number[] = []
    while (ids.length < 101) ids.push(await at.ride(ids.length % 10, 30, { at: when }))
    const id = await at.grouping()
    const take = (from: number, to: number) => at.ask(id, 'assignService', { ids: ids.slice(from, to) })
    for (const from of [0, 40]) expect((await take(from, from + 40)).status).toBe(200)
    expect(await take(80, 101)).toMatchObject({
      status: 422,
      body: { errors: { id_service: expect.stringContaining('100') } },
    })
    expect((await take(80, 100)).status).toBe(200)
  })

  test('a ride that is put into two groupings at once is in one of them, and the other is told', async () => {
    const ride = await at.ride(0, 30, { at: later() })
    const both = [await at.grouping(), await at.grouping()]
    const answers = await Promise.all(both.map((id) => at.ask(id, 'assignService', { id_service: ride })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const lost = answers.findIndex(({ status }) => status === 409)
    expect(answers[lost]!.body['msg']).toMatch(/ya está en otra agrupación|no puede entrar/)
    expect([(await at.route(both[1 - lost]!)).total, (await at.route(both[lost]!)).total]).toEqual([1, 0])
  })

  test('a grouping that is removed lets its rides and its driver go; undone, it has those back that nobody took meanwhile, in their order', async () => {
    const when = later()
    const [a, b, c] = [
      await at.ride(0, 30, { at: when }),
      await at.ride(10, 40, { at: when }),
      await at.ride(20, 50, { at: when }),
    ]
    const { vehicle } = await at.driver('Rita')
    const id = await at.full([a, b, c])
    expect((await at.ask(id, 'assignVehicle', { id_vehicle: vehicle })).status).toBe(200)
    const order = (await at.route(id)).stops.map((stop) => stop.id)
    const gone = await at.server.request({
      method: 'POST',
      url: '/api/admin/groupings/remove',
      token: await at.server.tokenFor('operator'),
      payload: JSON.stringify({ id }),
      headers: { settle: JSON.stringify({ rest: 'free' }) },
    })
    expect(gone.status, gone.text).toBe(200)
    const rides = async () =>
      (await at.server.database.db
        .selectFrom('services')
        .where('id', 'in', [a, b, c])
        .select(['id', 'id_grouping', 'id_driver', 'state'])
        .orderBy('id')
        .execute()) as unknown as { id_grouping: number | null; id_driver: number | null }[]
    expect((await rides()).map((ride) => [ride.id_grouping, ride.id_driver])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ])
    const other = await at.full([b])
    expect((await at.ask(other, 'assignVehicle', { id_vehicle: vehicle })).status).toBe(200)
    const { run: undone } = gone.body['undo'] as { run: number }
    const back = await at.server.call('operator', 'POST', 'groupings/undo', { run: undone })
    expect(back.status, back.text).toBe(200)
    const route = await at.route(id)
    expect(route.item).toMatchObject({ state: '1', id_vehicle: null, id_driver: null, num_services: 2 })
    expect(route.stops.map((stop) => stop.id)).toEqual(
      order.filter((stop) => route.stops.some((one) => one.id === stop)),
    )
    expect((await rides()).map((ride) => ride.id_grouping)).toEqual([id, other, id])
  })

  test('a ride whose vehicle is off shift at its time goes back to be assigned with an alert, keeps its place in the route, and is not offered to others', async () => {
    const phone = await at.atWork('Hugo')
    const free = await at.atWork('Iris')
    const when = new Date(NOON.getTime() + 26 * 3_600_000)
    const rides = [await at.ride(0, 30, { at: when }), await at.ride(2, 32, { at: when })]
    const alone = await at.ride(4, 34, { at: when })
    const id = await at.full(rides)
    expect((await at.ask(id, 'assignVehicle', { id_vehicle: phone.vehicle })).status).toBe(200)
    await at.call('operator', 'dispatcher/assignVehicle', { id_service: alone, id_vehicle: free.vehicle })
    for (const one of [phone, free]) expect((await one.post('shift/end', {})).status).toBe(200)
    now = new Date(when.getTime() - 10 * 60_000)
    // Somebody free stands at the corner.
    const juno = await at.atWork('Juno')
    await at.put('vehicle_positions', {
      id_vehicle: juno.vehicle,
      point: pointAt(FROM.lat, FROM.lng),
      date_fix: now.toISOString(),
      availability: 'online',
    })
    await run(dispatchJob)
    const { items, item } = await at.route(id)
    expect(items.map((one) => [one.id, one.state, one.id_driver])).toEqual(
      rides.map((ride) => [ride, 'unassigned', null]),
    )
    expect(item).toMatchObject({ num_services: 2, id_vehicle: phone.vehicle })
    const alerts = (await at.get('operator', 'dispatcher/alerts')).body['unassigned'] as { id: number }[]
    expect(alerts.map((one) => one.id)).toEqual(expect.arrayContaining(rides))
    expect(
      await at.server.database.db.selectFrom('service_offers').select('id').where('id_service', 'in', rides).execute(),
    ).toEqual([])
    // A ride of its own is looked for, as ever.
    expect(
      (
        await at.server.database.db
          .selectFrom('services')
          .select('state')
          .where('id', '=', alone)
          .executeTakeFirstOrThrow()
      ).state,
    ).toMatch(/^(requested|unassigned)$/)
    // Its driver comes late: the vehicle is given the ride again, within its route.
    expect(
      (await at.call('operator', 'dispatcher/assignVehicle', { id_service: rides[0]!, id_vehicle: phone.vehicle }))
        .status,
    ).toBe(200)
    expect((await at.route(id)).items.find((one) => one.id === rides[0])?.id_driver).toBe(phone.id)
  })

  test("the driver has one list of stops and reports each; a no-show leaves it, what was driven stays in front, and the fares are the rides' own", async () => {
    const phone = await at.atWork('Yuri')
    const when = new Date(NOON.getTime() + 45 * 60_000)
    const rides = [
      await at.ride(0, 30, { at: when }),
      await at.ride(2, 32, { at: when }),
      await at.ride(4, 34, { at: when }),
    ]
    const [a, b, c] = rides as [number, number, number]
    const id = await at.full(rides)
    expect((await at.ask(id, 'assignVehicle', { id_vehicle: phone.vehicle })).status).toBe(200)
    const list = async () =>
      (await phone.get('grouping')).body['grouping'] as {
        id: number
        next: number | null
        stops: { id: number; id_service: number; kind: string; date_planned: string | null }[]
      } | null
    const first = await list()
    expect(first?.stops.map((stop) => `${stop.id_service} ${stop.kind}`)).toEqual([
      `${a} pickup`,
      `${b} pickup`,
      `${c} pickup`,
      `${a} dropoff`,
      `${b} dropoff`,
      `${c} dropoff`,
    ])
    expect(first?.stops.every(({ date_planned }) => date_planned !== null)).toBe(true)
    const reach = (stop: number, left: boolean) => phone.post(`grouping/stops/${stop}/reached`, { left })
    const stop = (ride: number, kind: string) =>
      first!.stops.find((one) => one.id_service === ride && one.kind === kind)!.id
    expect((await reach(stop(a, 'pickup'), false)).status).toBe(200)
    expect((await reach(stop(a, 'pickup'), true)).status).toBe(200)
    // Again is as done.
    expect((await reach(stop(a, 'pickup'), true)).status).toBe(200)
    expect((await reach(stop(b, 'pickup'), false)).status).toBe(200)
    expect((await phone.post(`services/${b}/noShow`, {})).status).toBe(200)
    expect((await list())?.stops.map((one) => one.id_service)).toEqual([a, c, a, c])
    expect((await at.route(id)).item).toMatchObject({ state: '3', num_services: 2 })
    // Nobody gets out who is not in, and who is in stays.
    expect((await reach(stop(c, 'dropoff'), true)).status).toBe(409)
    expect((await at.ask(id, 'removeService', { id_service: a })).status).toBe(409)
    expect((await at.ask(id, 'removeVehicle')).status).toBe(409)
    const d = await at.ride(6, 36, { at: when })
    expect((await at.ask(id, 'assignService', { id_service: d })).status).toBe(200)
    const route = await at.route(id)
    expect(route.stops[0]).toMatchObject({ id_service: a, kind: 'pickup' })
    const moved = [route.stops[1]!, route.stops[0]!, ...route.stops.slice(2)].map((one) => one.id)
    expect((await at.ask(id, 'resort', { id_stops: moved })).status).toBe(422)
    expect((await at.ask(id, 'removeService', { id_service: d })).status).toBe(200)
    for (const [ride, kind] of [
      [c, 'pickup'],
      [a, 'dropoff'],
      [c, 'dropoff'],
    ] as const)
      expect((await reach(stop(ride, kind), true)).status).toBe(200)
    expect(await list()).toBeNull()
    const over = await at.route(id)
    expect(over.item).toMatchObject({ state: '4', can_edit: false, num_completed_services: 2 })
    expect(over.items.map(({ state }) => state).sort()).toEqual(['canceled', 'finalized', 'finalized'])
    expect(
      new Set(over.items.filter(({ state }) => state === 'finalized').map(({ price_total }) => price_total)).size,
    ).toBe(1)
    expect((await at.ask(id, 'resort', { id_services: rides })).status).toBe(409)
    expect(
      (await at.server.call('operator', 'POST', 'groupings/create', { id, notes: 'x' })).status,
    ).toBeGreaterThanOrEqual(409)
    // Another driver's stop is nobody's.
    expect((await (await at.phone('Zoe')).post(`grouping/stops/${stop(a, 'pickup')}/reached`, {})).status).toBe(404)
  })

  test('operators are told of a route that is under way, and programs which place opens it', async () => {
    const { db } = at.server.database
    const { id_role } = await db
      .selectFrom('users')
      .select('id_role')
      .where('id', '=', at.server.ids.users.operator)
      .executeTakeFirstOrThrow()
    await db.updateTable('roles').set({ name: 'Operador' }).where('id', '=', Number(id_role)).execute()
    const phone = await at.atWork('Abel')
    const when = new Date(NOON.getTime() + 45 * 60_000)
    const id = await at.full([await at.ride(60, 90, { at: when }), await at.ride(62, 92, { at: when })])
    expect((await at.ask(id, 'assignVehicle', { id_vehicle: phone.vehicle })).status).toBe(200)
    await run(followJob)
    const { grouping } = (await phone.get('grouping')).body as unknown as { grouping: { stops: { id: number }[] } }
    expect((await phone.post(`grouping/stops/${grouping.stops[0]!.id}/reached`, { left: true })).status).toBe(200)
    expect((await at.route(id)).item).toMatchObject({ state: '3' })
    await run(followJob)
    const notice = async () =>
      (
        (await at.get('operator', 'live')).body['notifications'] as {
          resource: string
          id_target: string
          actionable: object
        }[]
      ).find((one) => one.resource === 'groupings' && one.id_target === String(id))
    await expect
      .poll(async () => (await notice())?.actionable ?? null)
      .toEqual({
        name: 'Agrupaciones',
        icon: 'route',
        color: '',
        action_type: 'grouping_active',
        action_data: String(id),
        action_data2: 'services',
      })
  })

  tellsWhatWasDone(() => at.server, 'groupings', 'services')
})

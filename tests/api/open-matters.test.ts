import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import type { OpenMatters, Settling } from '../../src/model/open-matters'
import { oneEngine } from '../engines'
import type { Answer } from './fixture-app'
import { groupingsApp, type GroupingsApp } from './groupings-fixture'
import { personApp, type Person } from './person-fixture'
import { NOON } from './services-fixture'

const TOMORROW = '2026-11-22T15:00:00.000Z'

oneEngine((_engine, open) => {
  let at: GroupingsApp
  beforeAll(async () => {
    at = await groupingsApp(open, () => NOON)
  })

  const book = async (id_client: number, date = TOMORROW): Promise<number> =>
    (await at.make({ id_client, scheduled: 1, scheduled_dates: [date] })).id
  const send = async (path: string, input: JsonObject, settle?: Partial<Settling>): Promise<Answer> =>
    at.server.request({
      method: 'POST',
      url: `/api/admin/${path}`,
      token: await at.server.tokenFor('operator'),
      payload: JSON.stringify(input),
      ...(settle && { headers: { settle: JSON.stringify(settle) } }),
    })
  const disable = (catalogue: string, input: JsonObject, settle?: Partial<Settling>) =>
    send(`${catalogue}/disable`, { reason: 'Se fue', ...input }, settle)
  const openIn = ({ status, body, text }: Answer): OpenMatters => {
    expect([status, body['code']], text).toEqual([409, 'UNSETTLED'])
    return body['open'] as unknown as OpenMatters
  }
  const rideOf = async (id: number) =>
    at.server.database.db
      .selectFrom('services')
      .select(['state', 'id_driver', 'cancel_reason'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const stateOf = async (table: string, id: number) =>
    (await at.server.database.db.selectFrom(table).select('state').where('id', '=', id).executeTakeFirstOrThrow())[
      'state'
    ]
  const client = (name: string, more: JsonObject = {}) => at.put('users', { type_user: '3', name, ...more })

  describe('whoever switches off somebody with bookings to come', () => {
    test('is asked what becomes of each, with what it is; without an answer nothing has happened', async () => {
      const ana = await client('Ana')
      const ride = await book(ana)
      const refused = await disable('clients', { id: ana })
      expect(openIn(refused)).toMatchObject({
        total: 1,
        items: [
          {
            key: `services/${ride}`,
            of: 'Ana',
            title: expect.stringContaining(`Servicio ${ride} · `) as string,
            date: TOMORROW,
            path: `/actives/${ride}`,
            choices: ['keep', 'cancel'],
          },
        ],
      })
      expect(refused.body['msg']).toBe('Queda 1 pendiente: indique qué se hace con él.')
      expect([await stateOf('users', ana), (await rideOf(ride)).state]).toEqual(['1', 'scheduled'])
      expect((await disable('clients', { id: ana }, { rest: 'cancel' })).status).toBe(200)
      expect([await stateOf('users', ana), await rideOf(ride)]).toMatchObject([
        '0',
        { state: 'canceled', cancel_reason: 'Se cerró el acceso de Ana.' },
      ])
    })

    test('is asked once about all whom they have chosen, and answers for each', async () => {
      const [one, two, free] = [await client('Uno'), await client('Dos'), await client('Libre')]
      const [kept, called] = [await book(one), await book(two)]
      const input = { ids: [one, two, free] }
      expect(openIn(await disable('clients', input)).items.map(({ of, key }) => [of, key])).toEqual([
        ['Uno', `services/${kept}`],
        ['Dos', `services/${called}`],
      ])
      expect(await stateOf('users', free)).toBe('1')
      expect(openIn(await disable('clients', { id: one }, { of: { [`services/${called}`]: 'keep' } })).total).toBe(1)
      expect(
        (await disable('clients', input, { of: { [`services/${kept}`]: 'keep', [`services/${called}`]: 'cancel' } }))
          .status,
      ).toBe(200)
      expect([(await rideOf(kept)).state, (await rideOf(called)).state, await stateOf('users', free)]).toEqual([
        'scheduled',
        'canceled',
        '0',
      ])
    })

    test('is asked by whatever way they do it: of all that a filter finds, by a form, a program, a file, or by taking something back', async () => {
      const ana = await client('Formularia', { state: '0' })
      const enabled = await send('clients/enable', { ids: [ana] })
      const ride = await book(ana)
      openIn(await disable('clients', { all: true, filters: { id: ana }, expected: 1 }))
      const driver = await at.atWork('Formulario')
      const given = await book(await client('Cualquiera'))
      expect(
        (await at.call('operator', 'dispatcher/assignVehicle', { id_service: given, id_vehicle: driver.vehicle }))
          .status,
      ).toBe(200)
      await at.server.database.db
        .updateTable('vehicles')
        .set({ date_insurance: '2030-01-01' })
        .where('id', '=', driver.vehicle)
        .execute()
      openIn(await send('vehicles/create', { id: driver.vehicle, state: '0' }))
      openIn(
        await at.server.request({
          method: 'PUT',
          url: `/api/rest/vehicles/${driver.vehicle}`,
          token: await at.server.tokenFor('operator'),
          payload: JSON.stringify({ state: '0' }),
        }),
      )
      const back = await send('clients/undo', { run: (enabled.body['undo'] as JsonObject)['run'] ?? null })
      expect([back.status, back.body['code']], back.text).toEqual([409, 'UNSETTLED'])
      expect([
        await stateOf('users', ana),
        await stateOf('vehicles', driver.vehicle),
        (await rideOf(ride)).state,
      ]).toEqual(['1', '1', 'scheduled'])
      expect((await send('vehicles/create', { id: driver.vehicle, state: '0' }, { rest: 'pass' })).status).toBe(200)
      expect(await rideOf(given)).toMatchObject({ state: 'scheduled', id_driver: null })
    })

    test('answers in the form of the header, or is told that they have not', async () => {
      const ana = await client('Mala')
      await book(ana)
      for (const settle of ['x', '{"rest":"sell"}', '[]', '{"of":{"services/1":1}}']) {
        const { status, text } = await at.server.request({
          method: 'POST',
          url: '/api/admin/clients/disable',
          token: await at.server.tokenFor('operator'),
          payload: JSON.stringify({ id: ana, reason: 'x' }),
          headers: { settle },
        })
        expect(status, text).toBe(400)
      }
    })
  })

  test('of a driver bookings pass to another, and nobody is put out of a car', async () => {
    const driver = await at.atWork('Olga')
    const [booking, aboard] = [
      await book(await client('Beto')),
      await book(await client('Carla'), '2026-11-23T15:00:00.000Z'),
    ]
    for (const id of [booking, aboard])
      expect(
        (await at.call('operator', 'dispatcher/assignVehicle', { id_service: id, id_vehicle: driver.vehicle })).status,
      ).toBe(200)
    await at.server.database.db.updateTable('services').set({ state: 'started' }).where('id', '=', aboard).execute()
    const open = openIn(await disable('drivers', { id: driver.id }))
    expect(open.items.map(({ key, choices }) => [key, choices])).toEqual([
      [`services/${booking}`, ['keep', 'pass', 'cancel']],
      [`services/${aboard}`, ['keep']],
    ])
    expect(openIn(await disable('vehicles', { id: driver.vehicle })).total).toBe(2)
    expect((await disable('drivers', { id: driver.id }, { rest: 'pass' })).status).toBe(200)
    expect([await rideOf(booking), await rideOf(aboard)]).toMatchObject([
      { state: 'scheduled', id_driver: null },
      { state: 'started', id_driver: driver.id },
    ])
  })

  test('a route goes back as a whole, with its rides', async () => {
    const driver = await at.atWork('Rita')
    const ride = await at.ride(0, 30)
    const grouping = await at.full([ride])
    expect(
      (await at.call('operator', `groupings/${grouping}/assignVehicle`, { id_vehicle: driver.vehicle })).status,
    ).toBe(200)
    const open = openIn(await disable('drivers', { id: driver.id }))
    expect(open.items.map(({ key, choices }) => [key, choices])).toEqual([[`groupings/${grouping}`, ['keep', 'pass']]])
    expect((await disable('drivers', { id: driver.id }, { rest: 'pass' })).status).toBe(200)
    expect(
      await at.server.database.db
        .selectFrom('groupings')
        .select(['id_driver', 'id_vehicle'])
        .where('id', '=', grouping)
        .executeTakeFirst(),
    ).toEqual({ id_driver: null, id_vehicle: null })
    expect((await rideOf(ride)).id_driver).toBeNull()
  })

  test('whoever removes a grouping is told how many of its rides are open and where their driver is, and says which go back and which are cancelled; a cancelled ride holds nothing', async () => {
    const driver = await at.atWork('Sara')
    const [near, later, gone] = [await at.ride(0, 30), await at.ride(10, 40), await at.ride(20, 50)]
    const grouping = await at.full([near, later, gone], { name: 'Turno noche' })
    expect(
      (await at.call('operator', `groupings/${grouping}/assignVehicle`, { id_vehicle: driver.vehicle })).status,
      'saving it asks nothing',
    ).toBe(200)
    expect((await at.call('operator', 'dispatcher/cancelService', { id_service: gone })).status).toBe(200)
    await at.server.database.db.updateTable('services').set({ state: 'onway' }).where('id', '=', near).execute()
    const remove = (settle?: Partial<Settling>, input: JsonObject = { id: grouping }) =>
      send('groupings/remove', input, settle)
    const keys = [`services/${near}`, `services/${later}`]
    const open = openIn(await remove())
    expect(open.items.map(({ key, of, choices }) => [key, of, choices])).toEqual(
      keys.map((key) => [key, 'Turno noche', ['free', 'cancel']]),
    )
    expect(open.text).toBe(
      '2 servicios siguen abiertos: salen de la agrupación y quedan sin conductor, salvo los que usted cancele. El conductor ya va en camino a uno de ellos.',
    )
    expect(openIn(await remove({ rest: 'keep' })).total).toBe(2)
    expect(openIn(await remove(undefined, { ids: [grouping] })).items.map(({ key }) => key)).toEqual(keys)
    expect((await rideOf(near)).id_driver).toBe(driver.id)
    expect((await remove({ rest: 'free', of: { [`services/${later}`]: 'cancel' } })).status).toBe(200)
    expect([await rideOf(near), await rideOf(later)]).toMatchObject([
      { state: 'unassigned', id_driver: null },
      { state: 'canceled', cancel_reason: 'Se eliminó la agrupación «Turno noche».' },
    ])
    expect((await at.ask(await at.grouping(), 'assignService', { id_service: near })).status).toBe(200)
    // Nobody is put out of a car, and that is said before anything is asked.
    const aboard = await at.full([await at.ride(0, 30)])
    expect(
      (await at.call('operator', `groupings/${aboard}/assignVehicle`, { id_vehicle: driver.vehicle })).status,
    ).toBe(200)
    await at.server.database.db
      .updateTable('services')
      .set({ state: 'started' })
      .where('id_grouping', '=', aboard)
      .execute()
    expect(await send('groupings/remove', { id: aboard })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })

  test('a company and a partner leave their rides and orders open as a person does', async () => {
    const { db } = at.server.database
    const company = await at.put('companies', { name: 'Editorial', state: '1' })
    const ride = await book(await client('Empleado', { id_company: company }))
    await db.updateTable('services').set({ id_company: company }).where('id', '=', ride).execute()
    const store = await at.put('stores', {
      name: 'Tienda',
      id_partner: company,
      address: 'Av. Sol 1',
      id_type_store: await at.put('type_stores', { name: 'Bodega', coverage_radius: 5 }),
    })
    const order = await at.put('orders', {
      id_store: store,
      id_partner: company,
      dst_address: 'Av. Luna 2',
      store_state: '1',
      id_client: at.id['ana'],
    })
    const open = openIn(await disable('companies', { id: company }))
    expect(open.items.map(({ key, choices }) => [key, choices])).toEqual([
      [`services/${ride}`, ['keep', 'cancel']],
      [`orders/${order}`, ['keep', 'cancel']],
    ])
    expect((await disable('companies', { id: company }, { rest: 'cancel' })).status).toBe(200)
    expect([
      (await rideOf(ride)).state,
      (await db.selectFrom('orders').select('store_state').where('id', '=', order).executeTakeFirst())?.['store_state'],
    ]).toEqual(['canceled', '0'])
  })

  test('whoever would lose sight of what they save is told at the field that decides whose it is, and whoever may not write at all is told that', async () => {
    const cusco = await at.put('branches', { name: 'Puno', timezone: 'America/Lima' })
    const staff: Person = await personApp(
      at,
      'puneña',
      { type_user: '1', id_branch: cusco },
      { name: 'Operador Puno', rights: 'all' },
    )
    const reader: Person = await personApp(
      at,
      'lectora',
      { type_user: '1', id_branch: cusco },
      { name: 'Lector Puno', rights: { subscriptions: 'see' } },
    )
    for (const id_user of [staff.id, reader.id]) await at.put('user_branches', { id_user, id_branch: cusco })
    expect(await staff.post('subscriptions/create', { name: 'Puno básica' })).toMatchObject({
      status: 422,
      body: { errors: { id_tarif: expect.stringMatching(/^Elija uno: sin él/) as string } },
    })
    const anywhere = await at.put('tarifs', { name: 'De todas', type: '1', state: '1' })
    expect(await staff.post('subscriptions/create', { name: 'Puno básica', id_tarif: anywhere })).toMatchObject({
      status: 422,
      body: { errors: { id_tarif: expect.stringMatching(/^Elija un/) as string } },
    })
    expect((await reader.post('subscriptions/create', { name: 'Puno básica' })).status).toBe(403)
  })

  test('rides that they do not see are neither shown nor touched', async () => {
    const cusco = await at.put('branches', { name: 'Cusco', timezone: 'America/Lima' })
    const other: Person = await personApp(
      at,
      'cusqueña',
      { type_user: '1', id_branch: cusco },
      { name: 'Operador Cusco', rights: 'all' },
    )
    await at.put('user_branches', { id_user: other.id, id_branch: cusco })
    const person = await client('Ajena', { id_branch: cusco })
    const ride = await book(person)
    await at.server.database.db
      .updateTable('services')
      .set({ id_branch: at.id['lima'] })
      .where('id', '=', ride)
      .execute()
    expect((await other.post('clients/disable', { id: person, reason: 'Se fue' })).status).toBe(200)
    expect((await rideOf(ride)).state).toBe('scheduled')
  })
})

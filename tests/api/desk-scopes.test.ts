import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { OWN } from '../fixtures/naughty-strings'
import { groupingsApp, type GroupingsApp } from './groupings-fixture'
import { personApp, type Person } from './person-fixture'
import { NOON } from './services-fixture'

/** Stands in the notes of what somebody else must never read. */
const SECRET = 'SECRETO-7f3'

oneEngine((_engine, open) => {
  let at: GroupingsApp
  let other: Person
  let client: Person
  let driver: Awaited<ReturnType<GroupingsApp['atWork']>>
  let ride = 0
  let grouping = 0
  let stop = 0

  beforeAll(async () => {
    at = await groupingsApp(open, () => NOON)
    const cusco = await at.put('branches', { name: 'Cusco', timezone: 'America/Lima' })
    other = await personApp(
      at,
      'cusqueña',
      { type_user: '1', id_branch: cusco },
      { name: 'Operador Cusco', rights: 'all' },
    )
    await at.put('user_branches', { id_user: other.id, id_branch: cusco })
    client = await personApp(
      at,
      'vecina',
      { type_user: '3', id_company: at.server.ids.companies.a },
      { name: 'Empleada', rights: { dispatcher: 'edit', actives: 'see', services: 'see', map_services: 'see' } },
    )
    driver = await at.atWork('Olga')
    ride = await at.ride(0, 30)
    grouping = await at.full([ride], { notes: SECRET })
    await at.server.database.db
      .updateTable('services')
      .set({ notes: SECRET, id_company: at.server.ids.companies.a, id_client: at.id['beto']! })
      .where('id', '=', ride)
      .execute()
    stop = (await at.route(grouping)).stops[0]!.id
  })

  /** Every call about a grouping, a ride or a track that names it, with what it needs beside. */
  const calls = (): readonly (readonly ['get' | 'post', string, JsonObject])[] => [
    ...['info', 'services', 'listServices', 'plans', 'vehicles'].map(
      (verb) => ['get', `groupings/${grouping}/${verb}`, {}] as const,
    ),
    ['post', `groupings/${grouping}/assignVehicle`, { id_vehicle: driver.vehicle }],
    ['post', `groupings/${grouping}/removeVehicle`, {}],
    ['post', `groupings/${grouping}/assignService`, { id_service: ride }],
    ['post', `groupings/${grouping}/removeService`, { id_service: ride }],
    ['post', `groupings/${grouping}/resort`, { id_stops: [stop] }],
    ['post', `groupings/${grouping}/restore`, { number: 1 }],
    ['post', `groupings/${grouping}/optimizeRoute`, {}],
    ['post', `groupings/${grouping}/optimise`, {}],
    ['post', `groupings/${grouping}/autoAssign`, {}],
    ...['history', 'validations', 'stops', 'info'].map((verb) => ['get', `services/${ride}/${verb}`, {}] as const),
    ['get', 'services/info', { id: ride }],
    ['post', `services/${ride}/stopsCreate`, { stops: [] }],
    ['post', `services/${ride}/updatePriceFee`, { price_fee: 1, version: 1 }],
    ['post', `services/${ride}/updatePriceDriver`, { price_driver: 1, version: 1 }],
    ['post', 'services/mailReceipt', { id: ride }],
    ['get', 'trackings', { id_service: ride }],
    ['get', 'trackings', { id_user: driver.id }],
    ['get', `dispatcher/${ride}/getNearbyVehicles2`, {}],
    ['post', 'dispatcher/assignVehicle', { id_service: ride, id_vehicle: driver.vehicle }],
    ['get', 'service_assignments', { id_service: ride }],
    ['get', 'dispatcher/form', { id: ride }],
  ]

  test('somebody of another branch or company finds nothing of a route, a ride or a track, and changes nothing of it', async () => {
    const before = await at.route(grouping)
    for (const [who, person] of [
      ['branch', other],
      ['client', client],
    ] as const) {
      for (const [method, path, input] of calls()) {
        const { status, text } = await person[method](path, input)
        expect([403, 404, 422], `${who} ${path}: ${status} ${text.slice(0, 200)}`).toContain(status)
        expect(text, `${who} ${path}`).not.toContain(SECRET)
      }
      for (const list of [
        'groupings',
        'services',
        'dispatcher',
        'map_services',
        'services_import',
        'review_services',
      ]) {
        const { status, text } = await person.get(list, {})
        expect(status, `${who} ${list}`).toBeLessThan(500)
        expect(text, `${who} ${list}`).not.toContain(SECRET)
      }
    }
    expect(await at.route(grouping)).toEqual(before)
    expect((await at.get('operator', `groupings/${grouping}/info`)).text).toContain(SECRET)
  })

  describe('what somebody has booked for themselves', () => {
    test("is theirs alone: neither a colleague's, nor those that they booked for another, nor another tenant's of their number", async () => {
      const own = (
        await client.post('dispatcher/create', {
          id_client: client.id,
          id_product: at.id['taxi']!,
          stops: [...at.stops],
        })
      ).body['id']
      const colleague = await at.make({ id_client: at.id['beto']!, notes: SECRET }, 'companyA')
      const moved = await at.make({ id_client: client.id })
      // The client has changed companies since: what belongs to the one of then is no more theirs to see.
      await at.server.database.db
        .updateTable('services')
        .set({ id_company: at.server.ids.companies.b })
        .where('id', '=', moved.id)
        .execute()
      const { status, body, text } = await client.get('dispatcher/ownRides')
      expect(status, text).toBe(200)
      const rides = [...(body['active'] as JsonObject[]), ...(body['past'] as JsonObject[])].map(({ id }) => id)
      expect(rides).toContain(own)
      expect(rides).not.toContain(colleague.id)
      expect(rides).not.toContain(moved.id)
      expect(text).not.toContain(SECRET)
      const administrators = (await at.get('companyA', 'dispatcher/ownRides')).body
      expect(JSON.stringify(administrators)).not.toContain(SECRET)
    })
  })

  test('no text, number or thing in place of another breaks a call: it is refused, or finds nothing', async () => {
    const odd: readonly unknown[] = [
      ...OWN.list.filter((_, i) => i % 60 === 0),
      '',
      '0',
      '-1',
      '1e9',
      '99999999999',
      '2147483648',
      'null',
      '\u0000',
      '\ud800',
      '٣',
      '../1',
      "1' or '1'='1",
      null,
      [],
      [1],
      {},
      true,
      1.5,
      -1,
      0,
      2147483648,
    ]
    const fields = [
      'id',
      'id_service',
      'id_vehicle',
      'id_stops',
      'ids',
      'number',
      'plan_version',
      'id_user',
      'date_from',
      'date_to',
      'q',
      'filters',
      'stops',
      'reason',
      'price_fee',
      'version',
      'type',
      'id_client',
      'id_user_validation',
      'locked',
    ]
    const paths = [
      ...new Set(calls().map(([method, path]) => `${method} ${path}`)),
      'get map_services',
      'get dispatcher/ownRides',
      'post groupings/build',
      'post groupings/buildAccept',
      'get grouping_runs/1',
      'post services/createPast',
      'post services/updatePast',
      'get own_reports',
      'post own_reports/create',
      'post own_reports/preview',
      'post review_services/finalize',
      'post dispatcher/create',
      'get dispatcher/clients',
      'post services_import/save',
    ]
    let n = 0
    for (const [i, value] of odd.entries()) {
      for (const path of paths.filter((_, p) => (p + i) % 7 === 0)) {
        const [method = '', url = ''] = path.split(' ')
        const input = Object.fromEntries(fields.filter((_, f) => (f + i + n) % 3 === 0).map((field) => [field, value]))
        const { status, text } = await at.server.call(
          'operator',
          method === 'get' ? 'GET' : 'POST',
          url,
          input as JsonObject,
        )
        expect(status, `${path} ${JSON.stringify(input).slice(0, 300)}: ${text.slice(0, 200)}`).toBeLessThan(500)
        n += 1
      }
      const named = await at.server.call(
        'operator',
        'GET',
        `groupings/${encodeURIComponent(
          String(value)
            .slice(0, 20)
            .replace(/\p{Surrogate}/gu, ''),
        )}/info`,
      )
      expect(named.status, String(value)).toBeLessThan(500)
    }
    expect(n).toBeGreaterThan(100)
  })
})

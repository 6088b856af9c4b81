import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { unansweredJob } from '../../custom/services/server/validate/unanswered-job'
import { oneEngine } from '../engines'
import { driverApp, type DriverApp } from './driver-fixture'
import { personApp, type Person } from './person-fixture'
import { NOON } from './services-fixture'

oneEngine((_engine, open) => {
  let at: DriverApp
  let now = NOON
  let eva: Person
  let area = 0
  const db = () => at.server.database.db
  const company = () => at.server.ids.companies.a
  const book = (more: JsonObject = {}, by: Person = eva) =>
    by.post('dispatcher/create', {
      id_client: by.id,
      id_product: at.id['taxi']!,
      id_payment: at.id['credit']!,
      stops: [...at.stops],
      idempotency: `rules-${Math.random()}`,
      ...more,
    })
  const errorOf = async (more: JsonObject = {}, by: Person = eva) =>
    ((await book(more, by)).body['errors'] as JsonObject | undefined)?.['id_client']
  const set = (table: 'users' | 'company_areas', id: number, row: object) =>
    at.server.database.transaction((tx) => tx.updateTable(table).set(row).where('id', '=', id).execute())
  const stateOf = async (id: unknown) =>
    (await db().selectFrom('services').select('state').where('id', '=', Number(id)).executeTakeFirstOrThrow())['state']

  beforeAll(async () => {
    at = await driverApp(open, () => now)
    await at.server.database.transaction((tx) =>
      tx
        .updateTable('roles')
        .set({ name: 'Administrador de empresa' })
        .where('id', 'in', tx.selectFrom('users').select('id_role').where('id', '=', at.server.ids.users.companyA))
        .execute(),
    )
    // Where no product hides its price, the sums are said.
    await at.server.database.transaction((tx) =>
      tx.updateTable('products').set({ hide_price: false }).where('id', '=', at.id['secret']!).execute(),
    )
    at.server.runtime.changed('products')
    area = await at.put('company_areas', { id_company: company(), name: 'Ventas' })
    eva = await personApp(
      at,
      'eva',
      { type_user: '3', id_company: company(), id_company_area: area },
      { name: 'Empleada', rights: { dispatcher: 'edit', actives: 'see' } },
    )
  })

  describe('the administrator of a company', () => {
    test('makes areas and cost centres of their company, and says what one person and one area may spend', async () => {
      await at.server.database.transaction((tx) =>
        tx.updateTable('companies').set({ use_cecos: true }).where('id', '=', company()).execute(),
      )
      const made = await at.call('companyA', 'company_areas/create', {
        name: 'Almacén',
        spending_limit: '500',
        ride_limit: '40',
      })
      expect(made.status, made.text).toBe(200)
      const ceco = await at.call('companyA', 'company_cecos/create', { name: 'CC-100' })
      expect(ceco.status, ceco.text).toBe(200)
      for (const [table, { body }] of [
        ['company_areas', made],
        ['company_cecos', ceco],
      ] as const) {
        expect(
          (
            await db()
              .selectFrom(table)
              .select('id_company')
              .where('id', '=', Number(body['id']))
              .executeTakeFirstOrThrow()
          )['id_company'],
        ).toBe(company())
      }
      const limited = await at.call('companyA', 'clients/create', { id: eva.id, spending_limit: '300' })
      expect(limited.status, limited.text).toBe(200)
      expect(
        Number(
          (await db().selectFrom('users').select('spending_limit').where('id', '=', eva.id).executeTakeFirstOrThrow())[
            'spending_limit'
          ],
        ),
      ).toBe(300)
      await set('users', eva.id, { spending_limit: null })
    })
  })

  describe.each([
    ['a person', 'users', 'esta persona'],
    ['an area', 'company_areas', 'área'],
  ] as const)('a limit of %s', (_of, table, word) => {
    const id = () => (table === 'users' ? eva.id : area)

    test('holds for each ride and for the month, also for two bookings at once, and says what is left', async () => {
      const first = await book()
      expect(first.status, first.text).toBe(200)
      const price = Number((first.body['item'] as JsonObject)['price_total'])
      await set(table, id(), { ride_limit: price - 1 })
      expect(await errorOf()).toMatch(new RegExp(`${word}.*hasta|hasta`))
      await set(table, id(), { ride_limit: price })
      const { rows } = await at.server.database.transaction((tx) =>
        tx
          .selectFrom('services')
          .select(({ fn }) => fn.sum('price_total').as('spent'))
          .where(table === 'users' ? 'id_client' : 'id_company_area', '=', id())
          .where('date_scheduled', 'is', null)
          .execute()
          .then((rows) => ({ rows })),
      )
      await set(table, id(), { spending_limit: Number(rows[0]?.['spent']) + price * 1.5 })
      const two = await Promise.all([book(), book()])
      expect(two.map(({ status }) => status).sort()).toEqual([200, 422])
      expect(await errorOf()).toMatch(new RegExp(`${word}.*quedan`))
      // Four fifths were passed: noted once in the month, for the notice.
      expect(
        (await db().selectFrom(table).select('spending_warned').where('id', '=', id()).executeTakeFirstOrThrow())[
          'spending_warned'
        ],
      ).toBe('2026-11')
      // The month after has its own.
      expect((await book({ scheduled: 1, scheduled_dates: ['2026-12-05T15:00:00.000Z'] })).status).toBe(200)
      await set(table, id(), { spending_limit: null, ride_limit: null })
    })
  })

  describe('a ride that its company is asked about', () => {
    test('says until when it can be answered, and is called off without a cost once nobody has', async () => {
      await set('users', eva.id, { requires_validation: true })
      const asked = await book({ scheduled: 1, scheduled_dates: ['2026-11-25T15:00:00.000Z'] })
      const id = (asked.body['item'] as JsonObject)['id']
      const row = async () =>
        (await at.get('companyA', 'service_validations', { filters: { id_service: Number(id) } })).body[
          'items'
        ] as JsonObject[]
      expect((await row())[0]).toMatchObject({ state: 'pending', date_deadline: '2026-11-25T15:00:00.000Z' })
      const soon = await book()
      const work = () =>
        unansweredJob.run({ runtime: at.server.runtime, signal: new AbortController().signal, log: () => {} })
      await work()
      expect([await stateOf(id), await stateOf((soon.body['item'] as JsonObject)['id'])]).toEqual([
        'created',
        'created',
      ])
      now = new Date(NOON.getTime() + 61 * 60_000)
      await work()
      expect([await stateOf(id), await stateOf((soon.body['item'] as JsonObject)['id'])]).toEqual([
        'created',
        'canceled',
      ])
      now = new Date('2026-11-25T15:01:00.000Z')
      await work()
      now = NOON
      expect([await stateOf(id), (await row())[0]?.['state']]).toEqual(['canceled', 'expired'])
      expect(
        Number(
          (
            await db()
              .selectFrom('services')
              .select('price_cancel')
              .where('id', '=', Number(id))
              .executeTakeFirstOrThrow()
          )['price_cancel'] ?? 0,
        ),
      ).toBe(0)
      expect(
        (await at.call('companyA', `service_validations/${Number((await row())[0]?.['id'])}/approve`, {})).status,
      ).toBe(409)
      // Who was to answer had a mail with the moment in it, and the client is told what became of it.
      const told = await db()
        .selectFrom('deliveries')
        .select(['effect', 'channel', 'id_user', 'body'])
        .where('entity', '=', 'service_validations')
        .execute()
      const of = (effect: string) => told.filter((one) => String(one['effect']).endsWith(effect))
      expect(of('asked_mail').map(({ channel, body }) => [channel, String(body).includes('Respóndalo hasta')])).toEqual(
        [
          ['mail', true],
          ['mail', true],
        ],
      )
      expect(of('expired').map(({ channel, id_user }) => [channel, id_user])).toEqual([
        ['notice', eva.id],
        ['notice', eva.id],
      ])
      await set('users', eva.id, { requires_validation: false })
    })
  })

  describe('the rules of a company, as its administrator sets them,', () => {
    const [north, south] = [
      { lat: -12.0931, lng: -77.0465 },
      { lat: -12.1211, lng: -77.0297 },
    ]
    const around = ({ lat, lng }: typeof north, reach = 0.005) =>
      [
        [lat - reach, lng - reach],
        [lat - reach, lng + reach],
        [lat + reach, lng + reach],
        [lat + reach, lng - reach],
      ].map(([a, b]) => ({ lat: a!, lng: b! }))
    const errors = async (more: JsonObject = {}) => (await book(more)).body['errors'] as JsonObject | undefined
    let rule = 0
    const rules = async (row: JsonObject) => {
      const { body, status, text } = await at.call('companyA', 'company_rules/create', {
        ...(rule > 0 && { id: rule }),
        hours: [],
        area: null,
        area_ends: 'all',
        trip_reason: '0',
        ...row,
      })
      expect(status, text).toBe(200)
      rule = Number(body['id'])
    }
    afterEach(() => rules({}))
    const LATER = (scheduled: string): JsonObject => ({ scheduled: 1, scheduled_dates: [scheduled] })

    test('say at which hours their people ride, for the house and for them, at the field of the hour, and in words', async () => {
      await rules({
        hours: [1, 2, 3, 4, 5].map((day_of_week) => ({ day_of_week, time_start: '08:00', time_end: '18:00' })),
      })
      expect(
        (await db().selectFrom('company_rules').select('id_company').where('id', '=', rule).executeTakeFirstOrThrow())[
          'id_company'
        ],
      ).toBe(company())
      // Noon of a Saturday.
      expect(String((await errors())?.['scheduled'])).toMatch(/no permite viajar a esta hora.*8:00/)
      const many = { scheduled: 1, scheduled_dates: ['2026-11-25T15:00:00.000Z', '2026-11-26T01:00:00.000Z'] }
      expect(Object.keys((await errors(many)) ?? {})).toEqual(['scheduled_dates.1'])
      const house = await at.send({ id_client: eva.id, ...LATER('2026-11-26T01:00:00.000Z') })
      expect([house.status, Object.keys(house.body['errors'] as object)]).toEqual([422, ['scheduled_dates.0']])
      const ok = await book(LATER('2026-11-25T15:00:00.000Z'))
      expect(ok.status, ok.text).toBe(200)
      const { id, version } = ok.body['item'] as { readonly id: number; readonly version: number }
      // Nor is a ride moved there.
      expect(Object.keys((await errors({ id, version, ...LATER('2026-11-26T01:00:00.000Z') })) ?? {})).toEqual([
        'scheduled_dates.0',
      ])
      await rules({})
      expect((await book()).status).toBe(200)
    })

    test('say where they ride: with each stop, or with one end, within an area', async () => {
      await rules({ area: around(south) })
      expect(Object.keys((await errors()) ?? {})).toEqual(['stops.1.address'])
      await rules({ area: around(south), area_ends: 'one' })
      expect((await book()).status).toBe(200)
      await rules({ area: around({ lat: -12.3, lng: -77 }), area_ends: 'one' })
      expect(await errors()).toMatchObject({
        'stops.0.address': 'El origen o el destino debe estar en la zona que permite su empresa.',
      })
      await rules({ area: around(north, 0.1) })
      expect((await book()).status).toBe(200)
      // A client of no company is as free as before.
      expect((await at.send()).status).toBe(200)
      await rules({})
    })

    test('ask why, or do not, and the reason stands in the list, in the information and in the validation', async () => {
      await rules({ trip_reason: '2' })
      const known = await eva.get('dispatcher/dataClient', { id_client: eva.id })
      expect(known.body['trip_reason']).toBe('required')
      expect(await errors({ trip_reason: '  ' })).toMatchObject({ trip_reason: 'Su empresa pide el motivo del viaje.' })
      await set('users', eva.id, { requires_validation: true })
      const made = await book({ trip_reason: ' Visita a un cliente ' })
      await set('users', eva.id, { requires_validation: false })
      expect(made.body['item'], made.text).toMatchObject({ trip_reason: 'Visita a un cliente' })
      const id = Number((made.body['item'] as JsonObject)['id'])
      const price = Number((made.body['item'] as JsonObject)['price_total'])
      const asked = (await at.get('companyA', 'service_validations', { filters: { id_service: id } })).body[
        'items'
      ] as JsonObject[]
      expect(asked[0]).toMatchObject({ trip_reason: 'Visita a un cliente', price_total: price })
      const sheet = await at.get('companyA', 'service_validations', {
        filters: { id_service: id },
        format: 'csv',
        columns: 'id,trip_reason,price_total',
      })
      expect(sheet.text).toContain('Visita a un cliente')
      // What is not said anew stays; what is emptied is asked for.
      const at_ten = LATER('2026-11-25T15:00:00.000Z')
      const own = (await book({ ...at_ten, trip_reason: 'Visita a un cliente' })).body['item'] as {
        readonly id: number
        readonly version: number
      }
      const kept = await book({ ...at_ten, id: own.id, version: own.version, notes: 'Timbre 2' })
      expect(kept.body['item'], kept.text).toMatchObject({ trip_reason: 'Visita a un cliente' })
      expect(Object.keys((await errors({ ...at_ten, id: own.id, trip_reason: null })) ?? {})).toEqual(['trip_reason'])
      await rules({ trip_reason: '0' })
      expect((await book({ trip_reason: 'Nadie pregunta' })).body['item']).toMatchObject({ trip_reason: null })
    })

    test('hold together, the strictest reason as well, and another company neither reads nor changes them', async () => {
      await rules({ area: around(south) })
      const more = await at.call('companyA', 'company_rules/create', {
        hours: [{ day_of_week: 1, time_start: '08:00', time_end: '18:00' }],
        trip_reason: '2',
      })
      expect(more.status, more.text).toBe(200)
      expect(Object.keys((await errors()) ?? {})).toEqual(['stops.1.address'])
      await rules({ trip_reason: '1' })
      expect(Object.keys((await errors()) ?? {})).toEqual(['scheduled'])
      const monday = { scheduled: 1, scheduled_dates: ['2026-11-23T15:00:00.000Z'] }
      expect([
        Object.keys((await errors(monday)) ?? {}),
        (await book({ ...monday, trip_reason: 'Visita' })).status,
      ]).toEqual([['trip_reason'], 200])
      expect((await at.call('companyA', 'company_rules/remove', { id: Number(more.body['id']) })).status).toBe(200)
      expect((await at.get('companyB', 'company_rules')).body['items']).toEqual([])
      expect((await at.call('companyB', 'company_rules/create', { id: rule, trip_reason: '2' })).status).toBe(404)
    })

    test('hide the price in the list of validations where the product hides it', async () => {
      await set('users', eva.id, { requires_validation: true })
      await at.server.database.transaction((tx) =>
        tx.updateTable('products').set({ hide_price: true }).where('id', '=', at.id['secret']!).execute(),
      )
      at.server.runtime.changed('products')
      const made = await book({ id_product: at.id['secret']! })
      expect(made.status, made.text).toBe(200)
      const filters = { id_service: Number((made.body['item'] as JsonObject)['id']) }
      const row = async (role: 'companyA' | 'root') =>
        ((await at.get(role, 'service_validations', { filters })).body['items'] as JsonObject[])[0]!
      expect([(await row('companyA'))['price_total'] ?? null, typeof (await row('root'))['price_total']]).toEqual([
        null,
        'number',
      ])
      const sheet = await at.get('companyA', 'service_validations', {
        filters,
        format: 'csv',
        columns: 'id,price_total',
      })
      expect(sheet.text).not.toContain(String((await row('root'))['price_total']))
      await set('users', eva.id, { requires_validation: false })
      await at.server.database.transaction(async (tx) => {
        await tx.updateTable('products').set({ hide_price: false }).where('id', '=', at.id['secret']!).execute()
      })
      at.server.runtime.changed('products')
    })
  })

  describe('what is spent and left of the limits of the month', () => {
    test('is told to the company by area and person, to an administrator of an area of that area, and at booking', async () => {
      await at.server.database.transaction((tx) =>
        tx.updateTable('company_areas').set({ spending_limit: null }).where('id_company', '=', company()).execute(),
      )
      await set('users', eva.id, { spending_limit: 100_000 })
      await set('company_areas', area, { spending_limit: 50_000 })
      await at.server.database.transaction((tx) =>
        tx.updateTable('companies').set({ spending_limit: 1_000_000 }).where('id', '=', company()).execute(),
      )
      const price = Number(((await book()).body['item'] as JsonObject)['price_total'])
      const items = async (more: JsonObject = {}) =>
        (await at.get('companyA', 'companies/limits', { id_company: company(), ...more })).body['items'] as JsonObject[]
      const of = (all: JsonObject[], what: string) => all.find((one) => one['of'] === what)!
      const before = await items()
      expect(before.map((one) => one['of'])).toEqual(['company', 'area', 'client'])
      expect(of(before, 'client')).toMatchObject({ id: eva.id, limit: 100_000, near: 0, reached: 0 })
      await book()
      const after = await items()
      for (const what of ['company', 'area', 'client'])
        expect(Number(of(after, what)['spent']) - Number(of(before, what)['spent'])).toBeCloseTo(price, 2)
      expect(Number(of(after, 'area')['left'])).toBeCloseTo(50_000 - Number(of(after, 'area')['spent']), 2)
      expect((await items({ id_company_area: area })).map((one) => one['of'])).toEqual(['area', 'client'])
      const known = await eva.get('dispatcher/dataClient', { id_client: eva.id })
      expect((known.body['own_limits'] as JsonObject[]).map(({ of: what, left }) => [what, left])).toEqual([
        ['client', of(after, 'client')['left']],
        ['area', of(after, 'area')['left']],
      ])
      expect(known.body['ride_limits']).toEqual([])
      await set('users', eva.id, { ride_limit: 40 })
      await set('company_areas', area, { ride_limit: 90 })
      const limited = await eva.get('dispatcher/dataClient', { id_client: eva.id })
      expect(limited.body['ride_limits']).toEqual([
        { of: 'client', limit: 40 },
        { of: 'area', limit: 90 },
      ])
      await set('users', eva.id, { ride_limit: null })
      await set('company_areas', area, { ride_limit: null })
      expect((await at.get('companyB', 'companies/limits', { id_company: company() })).status).toBe(404)
      expect((await eva.get('companies/limits', { id_company: company() })).status).toBe(403)
      await set('users', eva.id, { spending_limit: null })
      await set('company_areas', area, { spending_limit: null })
      await at.server.database.transaction((tx) =>
        tx.updateTable('companies').set({ spending_limit: null }).where('id', '=', company()).execute(),
      )
    })
  })
})

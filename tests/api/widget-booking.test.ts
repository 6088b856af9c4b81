import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { personApp } from './person-fixture'
import { NOON } from './services-fixture'
import { widgetApp, type WidgetApp } from './widget-fixture'

oneEngine((_engine, open) => {
  let at: WidgetApp
  let nora: { readonly token: string; readonly id: number }
  let keys = 0
  const errorsOf = ({ body }: { readonly body: JsonObject }) => Object.keys((body['errors'] ?? {}) as object)
  const fare = (more: JsonObject = {}, widget = at.widget) =>
    at.page('POST', `admin/widgets/${widget}/fare`, at.trip(more))
  const mine = (more: JsonObject = {}, token = nora.token, widget = at.widget) =>
    at.page('POST', `client/widgets/${widget}/fare`, at.trip({ id_product: at.id['taxi']!, ...more }), token)
  const book = (more: JsonObject = {}, token = nora.token, widget = at.widget) =>
    at.page(
      'POST',
      `client/widgets/${widget}/createService`,
      at.trip({
        id_product: at.id['taxi']!,
        id_payment: at.id['cash']!,
        idempotency: `booking-${++keys}`,
        ...more,
      }),
      token,
    )
  const named = (reply: { readonly body: JsonObject }, name: string) =>
    (reply.body['products'] as JsonObject[]).find((one) => one['name'] === name)!
  const LATER = { date_start: '2026-11-25T15:00:00.000Z' }
  const BOTH = { ...LATER, date_return: '2026-11-25T20:00:00.000Z', type_request: 'with_return' }

  beforeAll(async () => {
    at = await widgetApp(open, () => NOON)
    nora = await at.client('Nora')
  })

  describe('prices for a visitor', () => {
    test("are the console's own, with the reason for what cannot be had now, and without any proof", async () => {
      const reply = await fare()
      expect(reply.status, reply.text).toBe(200)
      const console = await at.call('operator', 'dispatcher/products', {
        stops: at.stops as JsonObject[],
        capacity_1: 1,
      })
      const theirs = (
        console.body['products'] as {
          readonly name: string
          readonly fare: { readonly price: number; readonly price_toll: number }
        }[]
      ).find(({ name }) => name === 'Taxi')!
      expect(named(reply, 'Taxi')).toMatchObject({
        price: theirs.fare.price + theirs.fare.price_toll,
        error: null,
        price_return: null,
      })
      expect(String(named(reply, 'Taxi')['price_text'])).toMatch(/\d/)
      expect(named(reply, 'Solo reserva')).toMatchObject({ price: null, total: null })
      expect(named(reply, 'Solo reserva')['error']).toBeTruthy()
      expect((reply.body['products'] as JsonObject[]).map(({ name }) => name)).not.toContain('Sin precio')
      expect(reply.text).not.toContain('q1.')
    })

    test('of a booking refuse what is too soon, and of a return what has no return', async () => {
      expect(named(await fare({ date_start: '2026-11-21T17:10:00.000Z' }), 'Taxi')['error']).toContain('30')
      const reply = await fare(BOTH)
      const taxi = named(reply, 'Taxi')
      expect(taxi['error']).toBeNull()
      expect(Number(taxi['total'])).toBeCloseTo(Number(taxi['price']) + Number(taxi['price_return']), 4)
      expect(named(reply, 'Solo reserva')['error']).toBeTruthy()
    })

    test('need room for the passengers, and a return after the start', async () => {
      expect(named(await fare({ capacity_1: 6 }), 'Taxi')['error']).toContain('4')
      expect(named(await fare({ capacity_1: 6 }), 'Van')['error']).toBeNull()
      expect((await fare({ ...BOTH, date_return: '2026-11-25T14:00:00.000Z' })).body['error']).toContain('vuelta')
      expect((await fare({ ...BOTH, date_start: null })).body['error']).toContain('ida')
    })

    test('follow the places that a widget restricts itself to: one end, or both', async () => {
      const widgets = await Promise.all(
        ['1', '2'].map(async (address_restriction) => {
          const { body, text } = await at.call('root', 'widgets/create', {
            name: `Hotel ${address_restriction}`,
            address_restriction,
            id_payment_methods: [at.id['cash']!],
            locations: [{ id_location: at.id['hotel']! }],
          })
          expect(body['id'], text).toBeTruthy()
          return Number(body['id'])
        }),
      )
      const [org, dst] = at.stops
      const [one = 0, both = 0] = widgets
      expect((await fare({}, one)).body['error']).toBeNull()
      expect((await fare({ org: org!, dst: org! }, one)).body['error']).toContain('lista')
      expect((await fare({}, both)).body['error']).toContain('lista')
      expect(errorsOf(await book({}, nora.token, both))).toEqual(['org'])
      expect((await fare({ org: dst!, dst: dst! }, both)).body['error'] ?? '').not.toContain('lista')
    })
  })

  describe('a client books', () => {
    test('the ride that was priced, as their own, and gets a link to follow it', async () => {
      const priced = await mine()
      expect(priced.status, priced.text).toBe(200)
      const { quote, fare_product, payments } = priced.body as {
        readonly quote: string
        readonly fare_product: JsonObject
        readonly payments: JsonObject[]
      }
      expect(payments.map(({ name }) => name)).toEqual(['Efectivo'])
      const { status, body, text } = await book({ quote, notes: 'Con maleta' })
      expect(status, text).toBe(200)
      expect(body).toMatchObject({
        msg: 'created',
        id_service_return: null,
        text: 'Su reserva ha sido creada con éxito.',
      })
      const {
        body: { item },
      } = await at.get('operator', 'dispatcher/form', { id: body['id_service']! })
      expect(item).toMatchObject({
        id_client: nora.id,
        id_company: null,
        state: 'requested',
        notes: 'Con maleta',
        price_total: fare_product['total'],
        by_operator: 0,
      })
      const tk = String(body['url']).split('/').at(-1)!
      expect((await at.page('GET', 'admin/tracking', { tk })).status).toBe(200)
      const log = await at.server.database.db
        .selectFrom('logs')
        .select('note')
        .where('target', '=', 'services')
        .where('id_target', '=', String(body['id_service']))
        .where('note', '=', 'Reservas web')
        .execute()
      expect(log).toHaveLength(1)
    })

    test('there and back as two services, both or neither, and once however often it is sent', async () => {
      const { body: priced } = await mine(BOTH)
      const same = {
        ...BOTH,
        quote: priced['quote']!,
        quote_return: priced['quote_return']!,
        idempotency: 'there-and-back-1',
      }
      const { status, body, text } = await book(same)
      expect(status, text).toBe(200)
      const again = await book(same)
      expect([again.body['id_service'], again.body['id_service_return']]).toEqual([
        body['id_service'],
        body['id_service_return'],
      ])
      const [there, back] = await Promise.all(
        ['id_service', 'id_service_return'].map(
          async (key) => (await at.get('operator', 'dispatcher/form', { id: body[key]! })).body['item'] as JsonObject,
        ),
      )
      const [org, dst] = at.stops
      expect(there).toMatchObject({
        state: 'scheduled',
        org_address: org!['address'],
        dst_address: dst!['address'],
        id_client: nora.id,
      })
      expect(back).toMatchObject({
        state: 'scheduled',
        org_address: dst!['address'],
        dst_address: org!['address'],
        id_client: nora.id,
      })
      const before = await at.server.database.db
        .selectFrom('services')
        .select('id')
        .where('id_client', '=', nora.id)
        .execute()
      const refused = await book({ ...BOTH, date_return: '2029-11-25T20:00:00.000Z' })
      expect([refused.status, errorsOf(refused)]).toEqual([422, ['date_return']])
      expect(
        await at.server.database.db.selectFrom('services').select('id').where('id_client', '=', nora.id).execute(),
      ).toEqual(before)
    })

    test('nothing that the widget does not offer: neither a product nor a way to pay nor a return', async () => {
      expect(errorsOf(await book({ id_product: at.id['secret']! }))).toEqual(['id_product'])
      expect(errorsOf(await mine({ id_product: at.id['secret']! }))).toEqual(['id_product'])
      for (const method of ['credit', 'off'])
        expect([method, errorsOf(await book({ id_payment: at.id[method]! }))]).toEqual([method, ['id_payment']])
      expect(errorsOf(await book({ ...BOTH, id_product: at.id['later']! }))).toEqual(['type_request'])
      expect(errorsOf(await book({ capacity_1: 6 }))).toEqual(['capacity_1'])
    })

    test('with a promotion that counts for their trip, or is told why it does not', async () => {
      await at.put('promotions', { code: 'WEB10', name: 'Web', type_benefit: '1', amount: '10', max_amount: null })
      at.server.runtime.changed('promotions')
      const added = await at.page('POST', 'client/me/addPromotion', { code: 'web10' }, nora.token)
      expect(added.body, added.text).toMatchObject({ code: 'WEB10', name: 'Web', str_amount: '10 %' })
      const missing = await at.page('POST', 'client/me/addPromotion', { code: 'NADA' }, nora.token)
      expect([missing.status, errorsOf(missing)]).toEqual([422, ['code']])
      const [full, less] = [await mine(), await mine({ promotion: 'WEB10' })].map(
        ({ body }) => (body['fare_product'] as JsonObject)['total'],
      )
      expect(Number(less)).toBeLessThan(Number(full))
      const { body, text } = await book({ promotion: 'WEB10' })
      expect(body['id_service'], text).toBeTruthy()
    })

    test('only as a client: staff and a session of nobody are refused', async () => {
      expect((await book({}, await at.server.tokenFor('operator'))).status).toBe(403)
      expect(
        (
          await at.page(
            'POST',
            `client/widgets/${at.widget}/createService`,
            at.trip({ id_product: at.id['taxi']!, id_payment: at.id['cash']!, idempotency: 'nobody-1' }),
          )
        ).status,
      ).toBe(401)
    })

    test('ten rides in an hour, and not an eleventh', async () => {
      const otto = await at.client('Otto')
      for (let n = 0; n < 10; n++)
        expect((await book({ date_start: `2026-11-${23 + (n % 5)}T1${n % 9}:00:00.000Z` }, otto.token)).status).toBe(
          200,
        )
      expect((await book(LATER, otto.token)).status).toBe(429)
      expect(
        await at.server.database.db.selectFrom('services').select('id').where('id_client', '=', otto.id).execute(),
      ).toHaveLength(10)
    })
  })

  describe('somebody of a company', () => {
    test('books by its rules and pays by its credit, where their role lets them book', async () => {
      const company = at.server.ids.companies.a
      const employee = await personApp(
        at,
        'Lina',
        { type_user: '3', id_company: company },
        { name: 'Empleada', rights: { dispatcher: 'edit' } },
      )
      const watcher = await personApp(
        at,
        'Tito',
        { type_user: '3', id_company: company },
        { name: 'Sin reservas', rights: { dispatcher: 'see' } },
      )
      const tokens = await Promise.all(
        ['lina', 'tito'].map(async (name) => String((await at.server.login(`${name}@test.pe`)).body['token'])),
      )
      const [lina = '', tito = ''] = tokens
      const priced = await mine({}, lina)
      expect((priced.body['payments'] as JsonObject[]).map(({ name }) => name)).toEqual(['Efectivo', 'Crédito'])
      const { body, status, text } = await book({ id_payment: at.id['credit']! }, lina)
      expect(status, text).toBe(200)
      expect((await at.get('operator', 'dispatcher/form', { id: body['id_service']! })).body['item']).toMatchObject({
        id_client: employee.id,
        id_company: company,
      })
      expect((await book({}, tito)).status).toBe(403)
      expect(watcher.id).toBeGreaterThan(0)
    })

    test("hears of their company's rules before they book, at the box that is wrong, and of what is left to them", async () => {
      const company = at.server.ids.companies.b
      const olga = await personApp(
        at,
        'Olga',
        { type_user: '3', id_company: company, spending_limit: '5000' },
        { name: 'Empleada', rights: { dispatcher: 'edit' } },
      )
      await at.put('company_products', { id_company: company, id_product: at.id['taxi'] })
      const hours = JSON.stringify([{ day_of_week: 3, time_start: '08:00', time_end: '12:00' }])
      await at.put('company_rules', { id_company: company, hours, trip_reason: '2' })
      const token = String((await at.server.login('olga@test.pe')).body['token'])
      expect(errorsOf(await mine({}, token))).toEqual(['date_start'])
      expect(errorsOf(await mine(BOTH, token))).toEqual(['date_return'])
      const priced = await mine(LATER, token)
      expect(priced.body, priced.text).toMatchObject({
        trip_reason: 'required',
        limit_text: expect.stringMatching(/^Le quedan S\/.5,000.00/) as unknown,
      })
      expect(errorsOf(await book(LATER, token))).toEqual(['trip_reason'])
      expect(errorsOf(await book({ trip_reason: 'Reunión' }, token))).toEqual(['date_start'])
      const { body, text } = await book({ ...LATER, trip_reason: 'Reunión' }, token)
      expect(
        (await at.get('operator', 'services/info', { id: body['id_service'] ?? null })).body['service'],
        text,
      ).toMatchObject({ id_client: olga.id, trip_reason: 'Reunión' })
      // Who is of no company is asked nothing.
      expect((await mine(LATER)).body).toMatchObject({ trip_reason: 'none', limit_text: null })
    })
  })
})

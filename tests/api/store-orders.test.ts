import { beforeAll, describe, expect, test } from 'vitest'
import { couriersJob } from '../../custom/delivery/server/courier/couriers-job'
import { deadlinesJob } from '../../custom/delivery/server/orders/deadlines-job'
import type { Json, JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { FROM, pointAt } from './whole-app'
import type { RoleName } from './fixture-users'
import { widgetApp, type WidgetApp } from './widget-fixture'

// A Monday, 12:00 in Lima.
const NOON = '2026-11-23T17:00:00.000Z'
const later = (minutes: number): Date => new Date(Date.parse(NOON) + minutes * 60_000)

oneEngine((_engine, open) => {
  let at: WidgetApp
  let now = new Date(NOON)
  let client = ''
  let stranger = ''
  const id: { [name: string]: number } = {}
  const near = { lat: FROM.lat + 0.005, lng: FROM.lng, address: 'Av. Larco 100' }
  const far = { lat: FROM.lat + 0.5, lng: FROM.lng, address: 'Huacho' }

  const anyone = (method: 'GET' | 'POST', path: string, input: JsonObject = {}) =>
    at.page(method, `client/delivery/${path}`, input)
  const own = (method: 'GET' | 'POST', path: string, input: JsonObject = {}) =>
    at.page(method, `client/delivery/${path}`, input, client)
  const staff = (role: RoleName, method: 'GET' | 'POST', path: string, input: JsonObject = {}) =>
    at.server.call(role, method, `delivery/${path}`, input)
  const line = (more: JsonObject = {}): JsonObject => ({
    id_article: id['lomo']!,
    quantity: 2,
    options: [{ id: id['rice']!, quantity: 1 }],
    ...more,
  })
  const quote = (more: JsonObject = {}) =>
    anyone('POST', 'quote', { id_store: id['store']!, place: near, lines: [line()], ...more })
  let keys = 0
  const key = (): string => `order-key-${++keys}`
  async function ordered(more: JsonObject = {}): Promise<JsonObject> {
    // What is ordered here is no haste of theirs.
    await at.server.database.db
      .updateTable('orders')
      .set({ date_created: later(-120).toISOString() })
      .execute()
    const { body, text } = await quote(more)
    const made = await own('POST', 'orders', {
      token: body['token'] ?? text,
      id_payment: id['cash']!,
      idempotency: key(),
    })
    expect(made.status, made.text).toBe(200)
    return made.body['order'] as JsonObject
  }
  const storeSet = async (values: JsonObject): Promise<void> => {
    const { status, text } = await staff('companyA', 'POST', 'stores/create', { id: id['store']!, ...values })
    expect(status, text).toBe(200)
  }
  const work = (job: typeof deadlinesJob) =>
    job.run({ runtime: at.server.runtime, signal: new AbortController().signal, log: () => undefined })

  beforeAll(async () => {
    at = await widgetApp(open, () => now)
    const {
      put,
      server: {
        database: { db },
        ids,
      },
    } = at
    await db
      .updateTable('companies')
      .set({ type: '2', id_branch: at.id['lima']! })
      .where('id', '=', ids.companies.a)
      .execute()
    await db.updateTable('users').set({ type_user: '4' }).where('id', 'in', [ids.users.companyA]).execute()
    const tarif = await put('tarifs', {
      type: '4',
      name: 'Mensajería',
      price_base: '4',
      price_km: '1',
      price_courier: '0',
    })
    await put('products', { name: 'Moto', id_tarif: tarif, capacity_1: 1 })
    at.server.runtime.changed('tarifs')
    at.server.runtime.changed('products')
    Object.assign(id, { cash: at.id['cash'], credit: at.id['credit'] })
    const type = await put('type_stores', { name: 'Restaurantes', coverage_radius: 3000 })
    id['store'] = await put('stores', {
      id_partner: ids.companies.a,
      id_type_store: type,
      name: 'La Olla',
      slug: 'la-olla',
      address: 'Calle 1',
      point: pointAt(FROM.lat, FROM.lng),
      prep_minutes: 20,
      store_times: JSON.stringify(
        [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ day_of_week, time_start: '11:00', time_end: '22:30' })),
      ),
    })
    const section = await put('category_articles', { id_store: id['store'], name: 'Fondos' })
    id['lomo'] = await put('articles', {
      id_store: id['store'],
      id_category_article: section,
      name: 'Lomo',
      price: '20',
    })
    const group = await put('article_options', { id_article: id['lomo'], name: 'Guarnición', minimum: 1, maximum: 1 })
    id['rice'] = await put('article_option_values', { id_article_option: group, name: 'Arroz', price: '2.50' })
    id['chips'] = await put('article_option_values', { id_article_option: group, name: 'Papas', price: '3' })
    const nora = await at.client('Nora')
    client = nora.token
    id['client'] = nora.id
    const other = await at.client('Otto')
    stranger = other.token
    id['stranger'] = other.id
  })

  describe('what anybody sees', () => {
    test('hours of a branch without a zone of its own are those of the house, as its page says it', async () => {
      const { db } = at.server.database
      const before = now
      await db.updateTable('branches').set({ timezone: null }).where('id', '=', at.id['lima']!).execute()
      const { timezone: said } = await db
        .selectFrom('settings_company')
        .select('timezone')
        .orderBy('id')
        .limit(1)
        .executeTakeFirstOrThrow()
      await db.updateTable('settings_company').set({ timezone: 'America/Lima' }).execute()
      // Eight in the evening of Lima is one in the morning of UTC.
      now = new Date('2026-11-24T01:00:00Z')
      await db.deleteFrom('settings').where('key', '=', 'timezone').execute()
      const [store] = (await anyone('GET', 'stores', { lat: near.lat, lng: near.lng })).body['items'] as JsonObject[]
      now = before
      await db.updateTable('branches').set({ timezone: 'America/Lima' }).where('id', '=', at.id['lima']!).execute()
      await db.updateTable('settings_company').set({ timezone: said }).execute()
      expect(store).toMatchObject({ open: true, text: 'Abierta hasta las 10:30 PM' })
    })

    test('stores that deliver to a place, with whether they are open; not those beyond their radius', async () => {
      const found = async (place: typeof near) =>
        ((await anyone('GET', 'stores', { lat: place.lat, lng: place.lng })).body['items'] as JsonObject[]).map(
          ({ slug, open: isOpen, text }) => [slug, isOpen, text] as const,
        )
      expect(await found(near)).toEqual([['la-olla', true, 'Abierta hasta las 10:30 PM']])
      expect(await found(far)).toEqual([])
    })

    test('the menu, with its groups of options and what is sold out', async () => {
      const { body } = await anyone('GET', 'stores/la-olla/menu')
      expect(body).toMatchObject({
        store: { name: 'La Olla', open: true, prep_minutes: 20 },
        payments: [{ id: id['cash'] }],
        sections: [
          {
            name: 'Fondos',
            articles: [
              {
                name: 'Lomo',
                price: 20,
                sold_out: false,
                groups: [{ minimum: 1, maximum: 1, options: [{ name: 'Arroz', price: 2.5 }, { name: 'Papas' }] }],
              },
            ],
          },
        ],
      })
      expect((await anyone('GET', 'stores/no-such/menu')).status).toBe(404)
    })

    test("a quote by lines, options and the courier's tariff; each mistake at its line", async () => {
      const { body } = await quote()
      const price_delivery = Number(body['price_delivery'])
      expect(price_delivery).toBeGreaterThan(4)
      expect(body).toMatchObject({
        price_articles: 45,
        price_total: 45 + price_delivery,
        lines: [{ name: 'Lomo', quantity: 2, options: ['Arroz'] }],
        token: expect.any(String),
      })
      const errors = async (more: JsonObject): Promise<readonly [number, Json]> => {
        const {
          status,
          body: { errors: of },
        } = await quote(more)
        return [status, of ?? null]
      }
      expect(await errors({ lines: [line({ options: [] })] })).toEqual([422, { 'lines.0': 'Elija 1 de «Guarnición».' }])
      expect(
        await errors({
          lines: [
            line({
              options: [
                { id: id['rice']!, quantity: 1 },
                { id: id['chips']!, quantity: 1 },
              ],
            }),
          ],
        }),
      ).toEqual([422, { 'lines.0': 'De «Guarnición» se elige 1 como máximo.' }])
      expect(await errors({ lines: [line(), line({ id_article: 9999 })] })).toEqual([
        422,
        { 'lines.1': 'La tienda ya no lo ofrece.' },
      ])
      expect(await errors({ place: far })).toEqual([
        422,
        { place: 'La Olla entrega hasta 3 km: esta dirección queda más lejos.' },
      ])
    })
  })

  describe('an order of a client', () => {
    test('comes by its quote, once by its key, with lines, options and prices as promised', async () => {
      const { body } = await quote()
      const input = { token: body['token'] ?? '', id_payment: id['cash']!, idempotency: key(), notes: 'Sin sal' }
      const twice = await Promise.all([own('POST', 'orders', input), own('POST', 'orders', input)])
      const first = await own('POST', 'orders', input)
      expect(first.status, first.text).toBe(200)
      const order = first.body['order'] as JsonObject
      expect(
        new Set([...twice, first].map(({ status, body: { order: one } }) => [status, (one as JsonObject)['id']].join()))
          .size,
      ).toBe(1)
      expect(order).toMatchObject({
        state: 'new',
        may_cancel: true,
        price_articles: 45,
        price_total: body['price_total'],
        lines: [{ name: 'Lomo', quantity: 2, options: ['Arroz'] }],
      })
      const {
        body: { item },
      } = await staff('companyA', 'GET', `orders/${String(order['id'])}`)
      expect(item).toMatchObject({
        source: 'page',
        price_articles: 45,
        notes: 'Sin sal',
        articles: [{ price_total: 45, options: [{ name: 'Arroz', price: 2.5 }] }],
      })
    })

    test('says each of its steps to its client, and at last that it is with them', async () => {
      const { id: of } = await ordered()
      const told = async () => (await own('GET', `orders/${String(of)}`)).body['state']
      const steps = [await told()]
      for (const move of ['preparing', 'ready', 'sent']) {
        expect((await staff('companyA', 'POST', `active_orders/${String(of)}/${move}`)).status).toBe(200)
        steps.push(await told())
      }
      expect(steps).toEqual(['new', 'preparing', 'ready', 'delivered'])
    })

    test("is nobody else's, and needs a session of a client", async () => {
      const order = await ordered()
      expect((await at.page('GET', `client/delivery/orders/${String(order['id'])}`, {}, stranger)).status).toBe(404)
      expect((await at.page('POST', `client/delivery/orders/${String(order['id'])}/cancel`, {}, stranger)).status).toBe(
        404,
      )
      expect([
        (await anyone('GET', 'orders')).status,
        (await at.page('GET', 'client/delivery/orders', {}, await at.server.tokenFor('companyA'))).status,
      ]).toEqual([401, 403])
    })

    test('is cancelled while it is new; afterwards its client is told to ring the store', async () => {
      const [one, two] = [await ordered(), await ordered()]
      const cancel = (order: JsonObject) => own('POST', `orders/${String(order['id'])}/cancel`)
      expect((await cancel(one)).body).toMatchObject({
        order: { state: 'rejected', reason: 'Lo anuló el cliente.', may_cancel: false },
      })
      expect((await cancel(one)).status).toBe(200)
      await staff('companyA', 'POST', `active_orders/${String(two['id'])}/preparing`, {})
      expect(await cancel(two)).toMatchObject({ status: 409, body: { msg: 'La tienda ya aceptó el pedido: llámela.' } })
    })

    test('is one of ten in an hour at most', async () => {
      for (let n = 0; n < 9; n++)
        await at.put('orders', {
          id_client: id['client'],
          id_store: id['store'],
          source: 'page',
          store_state: '0',
          dst_address: 'x',
          date_created: NOON,
        })
      const { body } = await quote()
      await at.server.database.db.updateTable('orders').set({ date_created: NOON }).execute()
      const refused = await own('POST', 'orders', { token: body['token'] ?? '', id_payment: null, idempotency: key() })
      await at.server.database.db
        .updateTable('orders')
        .set({ date_created: later(-120).toISOString() })
        .execute()
      expect(refused.status).toBe(429)
    })

    test('is refused where the price or the menu has changed since, the quote is over or altered, or the store has closed', async () => {
      const why = async (
        change: () => Promise<unknown>,
        back: () => Promise<unknown>,
      ): Promise<readonly [number, Json]> => {
        const { body } = await quote()
        await change()
        const made = await own('POST', 'orders', { token: body['token'] ?? '', id_payment: null, idempotency: key() })
        await back()
        return [made.status, made.body['why'] ?? made.body['msg'] ?? null]
      }
      const article = (values: JsonObject) =>
        staff('companyA', 'POST', 'articles/create', { id: id['lomo']!, ...values })
      expect(
        await why(
          () => article({ price: 21 }),
          () => article({ price: 20 }),
        ),
      ).toEqual([409, 'price_changed'])
      expect(
        await why(
          () => article({ date_sold_out: later(60).toISOString() }),
          () => article({ date_sold_out: null }),
        ),
      ).toEqual([409, 'menu_changed'])
      expect(
        await why(
          async () => {
            now = later(16)
          },
          async () => {
            now = new Date(NOON)
          },
        ),
      ).toEqual([409, 'expired'])
      expect(
        await why(
          () => storeSet({ date_paused: later(30).toISOString() }),
          () => storeSet({ date_paused: null }),
        ),
      ).toEqual([409, 'La Olla: En pausa. Abre a las 12:30 PM'])
      const { body } = await quote()
      const altered = `${String(body['token']).slice(0, -3)}AAA`
      expect(
        (await own('POST', 'orders', { token: altered, id_payment: null, idempotency: key() })).body,
      ).toMatchObject({ errors: { token: expect.any(String) } })
      expect(
        (await own('POST', 'orders', { token: body['token'] ?? '', id_payment: id['credit']!, idempotency: key() }))
          .body,
      ).toMatchObject({ errors: { id_payment: expect.any(String) } })
    })
  })

  describe('the store', () => {
    const read = async (order: JsonObject): Promise<JsonObject> =>
      (await staff('companyA', 'GET', `orders/${String(order['id'])}`)).body['item'] as JsonObject

    test('promises minutes when it accepts: those it says, else its usual ones, more while it is busy', async () => {
      const accept = async (input: JsonObject): Promise<JsonObject> => {
        const order = await ordered()
        const { status, text } = await staff(
          'companyA',
          'POST',
          `active_orders/${String(order['id'])}/preparing`,
          input,
        )
        expect(status, text).toBe(200)
        return read(order)
      }
      expect(await accept({ minutes: 35 })).toMatchObject({ minutes: 35, date_ready: later(35).toISOString() })
      expect(await accept({})).toMatchObject({ minutes: 20, date_ready: later(20).toISOString() })
      await storeSet({ busy_minutes: 15, date_busy: later(60).toISOString() })
      expect(await accept({})).toMatchObject({ minutes: 35 })
      await storeSet({ busy_minutes: null, date_busy: null })
    })

    test('that accepts by itself has its orders in preparation at once', async () => {
      await storeSet({ auto_accept: 1 })
      expect(await read(await ordered())).toMatchObject({
        store_state: '2',
        minutes: 20,
        date_ready: later(20).toISOString(),
      })
      await storeSet({ auto_accept: 0 })
    })

    test('that does not answer in time has its order rejected; one accepted a moment before stays', async () => {
      await storeSet({ accept_minutes: 5 })
      const [late, taken] = [await ordered(), await ordered()]
      await storeSet({ accept_minutes: null })
      expect(await read(late)).toMatchObject({ date_deadline: later(5).toISOString() })
      await staff('companyA', 'POST', `active_orders/${String(taken['id'])}/preparing`, {})
      now = later(6)
      await work(deadlinesJob)
      now = new Date(NOON)
      expect(await read(late)).toMatchObject({ store_state: '0', reason: 'La tienda no respondió a tiempo.' })
      expect(await read(taken)).toMatchObject({ store_state: '2', date_deadline: null })
    })

    test('that has couriers come by themselves asks for one ten minutes before an order is ready', async () => {
      await storeSet({ auto_courier: 1 })
      const order = await ordered()
      await staff('companyA', 'POST', `active_orders/${String(order['id'])}/preparing`, { minutes: 30 })
      await work(couriersJob)
      expect(await read(order)).toMatchObject({ courier_state: null })
      now = later(20)
      await work(couriersJob)
      now = new Date(NOON)
      await storeSet({ auto_courier: 0 })
      expect((await read(order))['courier_state']).not.toBeNull()
    })

    test('has a page whose address comes from its name, and is free', async () => {
      const type = (await staff('operator', 'GET', `stores/${id['store']!}`)).body['item'] as JsonObject
      const category = await at.put('category_stores', {
        id_type_store: Number(type['id_type_store']),
        name: 'Criolla',
      })
      const made = async (more: JsonObject) => {
        const { body } = await staff('companyA', 'POST', 'stores/create', {
          id_type_store: type['id_type_store'] ?? 0,
          category_stores: [category],
          name: 'Señor Ñandú',
          address: 'Calle 2',
          ...more,
        })
        return (body['item'] as JsonObject | undefined)?.['slug'] ?? body['errors'] ?? null
      }
      expect(await made({})).toBe('senor-nandu')
      expect(await made({ name: 'Señor Ñandú!' })).toBe('senor-nandu-2')
      expect(await made({ name: 'Otra', slug: 'No vale' })).toEqual({
        slug: 'Use letras minúsculas, números y guiones.',
      })
      expect(await made({ name: 'Otra más', slug: 'la-olla' })).toEqual({ slug: expect.any(String) })
    })
  })

  test('staff write what a store has agreed to out of hours, but not to an address it does not reach, nor without the options it asks for', async () => {
    now = later(14 * 60)
    const create = (more: JsonObject) =>
      staff('operator', 'POST', 'orders/create', {
        id_client: id['stranger']!,
        id_store: id['store']!,
        dst_address: 'Av. Larco 1',
        point: { lat: near.lat, lng: near.lng },
        articles: [
          {
            id_article: id['lomo']!,
            quantity: 1,
            price: 20,
            options: [{ id_article_option_value: id['rice']!, quantity: 1, price: 2.5 }],
          },
        ],
        ...more,
      })
    const made = await create({})
    expect(made.status, made.text).toBe(200)
    expect(made.body['item']).toMatchObject({ source: 'house', price_articles: 22.5 })
    expect((await create({ point: { lat: far.lat, lng: far.lng } })).body['errors']).toHaveProperty('point')
    expect((await create({ articles: [{ id_article: id['lomo']!, quantity: 1, price: 20 }] })).status).toBe(422)
    now = new Date(NOON)
  })
})

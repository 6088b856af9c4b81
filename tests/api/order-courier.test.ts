import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { courierProduct } from '../../custom/delivery/server/courier/courier-product'
import { couriersJob } from '../../custom/delivery/server/courier/couriers-job'
import type { Json, JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { dispatchApp, type DispatchApp } from './dispatch-fixture'
import { FROM, pointAt, TO } from './whole-app'
import { JPEG } from './files-fixture'
import type { RoleName } from './fixture-users'
import { NOON } from './services-fixture'

oneEngine((_engine, open) => {
  let at: DispatchApp
  let now = NOON
  const id: { [name: string]: number } = {}
  const work = () =>
    couriersJob.run({ runtime: at.server.runtime, signal: new AbortController().signal, log: () => undefined })
  const order = async (of: number): Promise<JsonObject> =>
    (await at.get('operator', `delivery/orders/${of}`)).body['item'] as JsonObject
  const search = (of: number, role: RoleName = 'operator') =>
    at.server.call(role, 'POST', `delivery/active_orders/${of}/searchVehicles`, {})

  /** An order that its store has accepted. */
  async function accepted(more: JsonObject = {}): Promise<number> {
    const made = await at.post('delivery/orders/create', {
      id_client: at.id['beto']!,
      id_store: id['store']!,
      dst_address: 'Calle Las Begonias 441',
      point: TO,
      articles: [{ id_article: id['article']!, quantity: 2, price: 20 }],
      ...more,
    })
    expect(made.status, made.text).toBe(200)
    const of = Number(made.body['id'])
    expect((await at.post(`delivery/active_orders/${of}/preparing`, {})).status).toBe(200)
    return of
  }

  beforeAll(async () => {
    at = await dispatchApp(open, () => now)
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
    await db.updateTable('users').set({ type_user: '4' }).where('id', '=', ids.users.companyA).execute()
    const partner = await put('companies', { name: 'Minera', type: '1' })
    await db
      .updateTable('users')
      .set({ id_company: partner, requires_validation: true })
      .where('id', '=', at.id['beto']!)
      .execute()
    const tarif = await put('tarifs', {
      type: '4',
      name: 'Mensajería',
      price_base: '4',
      price_km: '1',
      price_courier: '2',
    })
    id['product'] = await put('products', { name: 'Moto', id_tarif: tarif, capacity_1: 1 })
    at.server.runtime.changed('tarifs')
    at.server.runtime.changed('products')
    id['type'] = await put('type_stores', { name: 'Restaurantes', coverage_radius: 20_000 })
    id['store'] = await put('stores', {
      id_partner: ids.companies.a,
      id_type_store: id['type'],
      name: 'La Olla',
      address: 'Calle 1',
      point: pointAt(FROM.lat, FROM.lng),
    })
    const section = await put('category_articles', { id_store: id['store'], name: 'Fondos' })
    id['article'] = await put('articles', {
      id_store: id['store'],
      id_category_article: section,
      name: 'Lomo',
      price: '20',
    })
  })
  afterEach(() => at.clear())

  test("a partner's worker has a driver looked for, by the search of all rides; the order says how far it is, and the store's client pays as themselves", async () => {
    const luis = await at.standing('Luis', 0.002)
    const of = await accepted()
    expect(await order(of)).toMatchObject({
      can_search_vehicles: 1,
      vehicle_requesting: 0,
      courier_state: null,
      state_obj: { id: '2' },
    })
    expect((await search(of, 'companyB')).status).toBe(404)
    expect((await search(of, 'companyA')).status).toBe(200)
    expect(await order(of)).toMatchObject({ can_search_vehicles: 0, vehicle_requesting: 1, courier_state: 'asked' })
    await work()
    expect(await order(of)).toMatchObject({ courier_problem: null, id_service: expect.any(Number) })
    // Nobody at the desk took it: it is no operator's in the report of their shift.
    const asked = Number((await order(of))['id_service'])
    expect(
      await at.server.database.db
        .selectFrom('services')
        .where('id', '=', asked)
        .select(['id_operator', 'by_operator'])
        .executeTakeFirst(),
    ).toEqual({ id_operator: null, by_operator: false })
    const ride = Number((await order(of))['id_service'])
    expect((await at.get('operator', 'services/info', { id: String(ride) })).body['service']).toMatchObject({
      id_product: id['product']!,
      id_company: null,
      order_number: `Pedido ${of}`,
      org_name: 'La Olla',
      org_address: 'Calle 1',
      dst_address: 'Calle Las Begonias 441',
      notes: expect.stringContaining('2 artículos'),
    })
    const offer = await at.asks(ride, 'Luis')
    expect((await at.answer(luis, offer.id, 'accept')).status).toBe(200)
    await work()
    expect(await order(of)).toMatchObject({
      id_driver: luis.id,
      courier_state: 'accepted',
      vehicle_requesting: 0,
      can_search_vehicles: 0,
      distance: expect.any(Number),
      duration: expect.any(Number),
    })
    expect(await at.post('delivery/orders/create', { id: of, id_driver: null })).toMatchObject({
      status: 422,
      body: { errors: { id_driver: expect.stringContaining('mensajero') } },
    })
    // The driver gives it back: the order has nobody again, and a driver is looked for.
    expect((await luis.post(`services/${ride}/release`)).status).toBe(200)
    await work()
    expect(await order(of)).toMatchObject({ id_driver: null, courier_state: expect.stringMatching(/asked|none/) })
  })

  describe('a driver who hands it over', () => {
    /** Whose order a driver has who has left the store with it. */
    async function brought(
      proof: string,
      name: string,
    ): Promise<{ readonly of: number; readonly ride: number; readonly luis: Awaited<ReturnType<typeof at.standing>> }> {
      await at.server.database.db.updateTable('stores').set({ proof }).where('id', '=', id['store']!).execute()
      const luis = await at.standing(name, 0.002)
      const of = await accepted({ id_payment: at.id['cash']!, price_delivery: 7 })
      await search(of)
      await work()
      const ride = Number((await order(of))['id_service'])
      expect((await at.answer(luis, (await at.asks(ride, name)).id, 'accept')).status).toBe(200)
      for (const step of ['onway', 'waiting', 'start'])
        expect((await luis.post(`services/${ride}/${step}`)).status, step).toBe(200)
      return { of, ride, luis }
    }
    const due = async (of: number) =>
      (
        await at.server.database.db
          .selectFrom('billable_items')
          .select(['side', 'kind', 'minor'])
          .where('id_order', '=', of)
          .orderBy('id')
          .execute()
      ).map(({ side, kind, minor }) => `${String(side)} ${String(kind)} ${String(minor)}`)

    test("is told what to collect, gives the client's code, and the order is with its client and in the books in that moment, once", async () => {
      const { of, ride, luis } = await brought('code', 'Mario')
      const { body } = await luis.get('state')
      expect((body['services'] as readonly JsonObject[])[0]?.['order']).toEqual({
        id: of,
        store: 'La Olla',
        notes: null,
        collect: 47,
        proof: 'code',
      })
      await work()
      // Who has left with it has it, whether or not its store has said so.
      expect(await order(of)).toMatchObject({ store_state: '4', date_delivered: null, courier_state: 'started' })
      const code = String((await order(of))['code'])
      expect(code).toMatch(/^\d{4}$/)
      expect((await at.get('companyA', `delivery/orders/${of}`)).body['item']).not.toHaveProperty('code')
      // What its courier costs is the house's to know, line by line.
      const { fare } = await order(of)
      const { total, lines } = fare as unknown as {
        readonly total: number
        readonly lines: readonly { readonly price: number }[]
      }
      expect(fare).toMatchObject({
        id_service: ride,
        lines: expect.arrayContaining([
          expect.objectContaining({ name: expect.any(String), note: expect.any(String) }),
        ]),
      })
      expect(lines.reduce((sum, { price }) => sum + Math.round(price * 100), 0)).toBe(Math.round(total * 100))
      expect((await at.get('companyA', `delivery/orders/${of}`)).body['item']).not.toHaveProperty('fare')
      // What the courier costs is in the house's exports, and in nobody else's.
      const exported = (role: RoleName) => at.get(role, `delivery/orders/export?format=csv&columns=id,co_price`)
      expect((await exported('operator')).text).toContain(`\n${of},${total}`)
      expect((await exported('companyA')).text).not.toContain(String(total))
      const wrongs: readonly JsonObject[] = [{}, { code: code === '0000' ? '0001' : '0000' }, { photo: 'AAAA' }]
      for (const wrong of wrongs)
        expect(await luis.post(`services/${ride}/deliver`, wrong)).toMatchObject({
          status: 422,
          body: { errors: { code: expect.any(String) } },
        })
      expect(await due(of)).toEqual([])
      const both = await Promise.all([
        luis.post(`services/${ride}/deliver`, { code, name: 'Rosa' }),
        luis.post(`services/${ride}/deliver`, { code, name: 'Rosa' }),
      ])
      expect(both.map(({ status }) => status)).toEqual([200, 200])
      expect(await order(of)).toMatchObject({
        store_state: '4',
        date_delivered: expect.any(String),
        courier_state: 'done',
        proof: 'code',
        proof_name: 'Rosa',
        id_driver: luis.id,
      })
      // The ride pays its driver, who holds what the client paid.
      expect(await due(of)).toEqual(['driver cash_held -4700', 'partner sale 4000'])
      await work()
      expect(await due(of)).toHaveLength(2)
    })

    test('shows a photo that staff see; a ride that ends without the proof leaves the order to them', async () => {
      const { of, ride, luis } = await brought('photo', 'Elena')
      expect(
        await luis.post(`services/${ride}/deliver`, { photo: Buffer.from('no picture').toString('base64') }),
      ).toMatchObject({ status: 422 })
      expect(await luis.post(`services/${ride}/deliver`, { photo: JPEG.toString('base64') })).toMatchObject({
        status: 200,
        body: { service: { state: 'finalized' } },
      })
      expect(await order(of)).toMatchObject({ proof: 'photo', proof_pic: expect.anything() })
      expect((await at.get('companyA', `delivery/orders/${of}`)).body['item']).not.toHaveProperty('proof_pic')
      await at.clear()
      const other = await brought('signature', 'Julio')
      await other.luis.post(`services/${other.ride}/finish`)
      await work()
      expect(await order(other.of)).toMatchObject({
        store_state: '4',
        date_delivered: null,
        courier_problem: expect.stringContaining('prueba'),
      })
      expect(await due(other.of)).toEqual([])
      expect((await at.post(`delivery/orders/${other.of}/delivered`, {})).status).toBe(200)
      expect(await due(other.of)).toEqual(['driver cash_held -4700', 'partner sale 4000'])
      await at.server.database.db.updateTable('stores').set({ proof: 'none' }).where('id', '=', id['store']!).execute()
    })
  })

  test('where nobody is found it can be looked for again, by a ride of its own; two at once are one', async () => {
    const of = await accepted()
    const both = await Promise.all([search(of), search(of)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
    await expect
      .poll(async () => {
        await work()
        return (await order(of))['courier_state']
      })
      .toBe('none')
    const first = (await order(of))['id_service']
    expect(first).toEqual(expect.any(Number))
    now = new Date(NOON.getTime() + 60_000)
    expect((await search(of)).status).toBe(200)
    await expect
      .poll(async () => {
        await work()
        return (await order(of))['id_service'] ?? first
      })
      .not.toBe(first)
    expect((await at.get('operator', 'services/info', { id: String(first) })).body['service']).toMatchObject({
      state: 'canceled',
      price_cancel: 0,
    })
  })

  test('a server that dies between the ride and its order makes no second ride', async () => {
    const of = await accepted()
    expect((await search(of)).status).toBe(200)
    await work()
    const made = (await order(of))['id_service']
    expect(made).toEqual(expect.any(Number))
    await at.server.database.db
      .updateTable('orders')
      .set({ id_service: null, courier_state: 'asked' })
      .where('id', '=', of)
      .execute()
    await work()
    expect((await order(of))['id_service']).toBe(made)
  })

  test("the product is that of the tariff of the store's type, and one that can be asked for now", async () => {
    const { db } = at.server.database
    const tarif = await at.put('tarifs', { type: '1', name: 'Flores', price_base: '9' })
    const later = await at.put('products', {
      name: 'Flores con reserva',
      id_tarif: tarif,
      capacity_1: 1,
      allow_service_inmediate: false,
      rank: 0,
    })
    const of = { id_type_store: id['type']!, id_branch: at.id['lima']! }
    expect(await courierProduct(db, of)).toMatchObject({ id: id['product'] })
    await db.updateTable('type_stores').set({ id_tarif: tarif }).where('id', '=', id['type']!).execute()
    expect(await courierProduct(db, of)).toMatchObject({ id: id['product'] })
    await db.updateTable('products').set({ allow_service_inmediate: true }).where('id', '=', later).execute()
    expect(await courierProduct(db, of)).toEqual({ id: later, name: 'Flores con reserva' })
    await db.updateTable('type_stores').set({ id_tarif: null }).where('id', '=', id['type']!).execute()
  })

  test('an order that is handed over without its courier looks for none any more; new ones and those with a driver have none to look for', async () => {
    const of = await accepted()
    await search(of)
    await expect
      .poll(async () => {
        await work()
        return (await order(of))['id_service'] ?? null
      })
      .not.toBe(null)
    const ride = (await order(of))['id_service'] as Json
    for (const move of ['ready', 'sent'])
      expect((await at.post(`delivery/active_orders/${of}/${move}`, {})).status).toBe(200)
    expect((await at.get('operator', 'services/info', { id: String(ride) })).body['service']).toMatchObject({
      state: 'canceled',
    })
    const made = await at.post('delivery/orders/create', {
      id_client: at.id['ana']!,
      id_store: id['store']!,
      dst_address: 'Calle 2',
      point: TO,
      articles: [{ id_article: id['article']!, quantity: 1, price: 20 }],
    })
    expect((await search(Number(made.body['id']))).status).toBe(409)
    const { id: driver } = await at.driver('Rosa')
    const taken = await accepted({ id_driver: driver })
    expect((await search(taken)).status).toBe(403)
  })

  test('what is missing is told at once at its field: the place of the store or of the delivery', async () => {
    const of = await accepted({ point: null })
    expect(await search(of)).toMatchObject({
      status: 422,
      body: { errors: { point: expect.stringContaining('mapa') } },
    })
    await at.server.database.db.updateTable('stores').set({ point: null }).where('id', '=', id['store']!).execute()
    const other = await accepted()
    expect(await search(other)).toMatchObject({
      status: 422,
      body: { errors: { id_store: expect.stringContaining('ubicación') } },
    })
    await at.server.database.db
      .updateTable('stores')
      .set({ point: pointAt(FROM.lat, FROM.lng) })
      .where('id', '=', id['store']!)
      .execute()
  })

  test('the list of active orders answers as programs know it: orders and the states of a store', async () => {
    const of = await accepted()
    const { body } = await at.get('operator', 'delivery/active_orders', { limit: '100' })
    expect((body['orders'] as unknown as readonly { id: number }[]).map((one) => one.id)).toContain(of)
    expect(body['orders']).toEqual(body['items'])
    expect((body['store_states'] as unknown as readonly { id: string }[]).map((one) => one.id)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '0',
    ])
  })
})

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { QuoteAnswer } from '../../custom/fares/model/quote-call'
import { offerLocalMap } from '../../custom/geo/server/places/local-map'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { boxAround, wholeApp, FROM, pointAt, TO, type WholeApp } from './whole-app'
import type { RoleName } from './fixture-users'

oneEngine((_engine, open) => {
  let at: WholeApp
  // A Saturday noon in Lima.
  const noon = new Date('2026-11-21T17:00:00.000Z')
  let now = noon
  const id: { [name: string]: number } = {}

  beforeAll(async () => {
    at = await wholeApp(open, () => now)
    const { put, server } = at
    id.lima = await put('branches', {
      name: 'Lima',
      point: pointAt(-12.1, -77.03),
      area: boxAround(-12.1, -77.03, 0.2),
    })
    id.cusco = await put('branches', { name: 'Cusco', point: pointAt(-13.52, -71.97), timezone: 'America/La_Paz' })
    id.meter = await put('tarifs', {
      type: '1',
      name: 'Estándar',
      price_base: '5',
      price_minimal: '8',
      km_minimal: '1',
      price_km: '1.5',
      price_minute: '0.25',
      service_fee_amount: '10',
      high_demands: true,
      allow_edit_price_on_dispatcher: true,
      keep_initial: true,
    })
    id.cheap = await put('tarifs', { type: '3', name: 'Convenio A', price_base: '7', high_demands: false })
    id.zoned = await put('tarifs', { type: '2', name: 'Por zonas', price_base: '9', high_demands: false })
    id.off = await put('tarifs', { type: '3', name: 'Antigua', price_base: '3', state: '0' })
    id.south = await put('zones', { id_tarif: id.zoned, name: 'Miraflores', path: boxAround(FROM.lat, FROM.lng, 0.01) })
    id.north = await put('zones', { id_tarif: id.zoned, name: 'San Isidro', path: boxAround(TO.lat, TO.lng, 0.01) })
    id.pair = await put('prices', { id_tarif: id.zoned, id_zone_from: id.south, id_zone_to: id.north, amount: '21.5' })
    id.taxi = await put('products', { name: 'Taxi', id_tarif: id.meter, capacity_1: 4, rank: 1 })
    id.secret = await put('products', {
      name: 'Ejecutivo',
      id_tarif: id.zoned,
      hide_price: true,
      accept_return: true,
      rank: 2,
    })
    id.night = await put('products', {
      name: 'Nocturno',
      id_tarif: id.cheap,
      rank: 3,
      hours: JSON.stringify([{ day_of_week: 6, time_start: '22:00', time_end: '05:00' }]),
    })
    id.old = await put('products', { name: 'De antes', id_tarif: id.off, rank: 4 })
    id.andes = await put('products', { name: 'Cusco', id_tarif: id.cheap, id_branch: id.cusco, rank: 5 })
    const { a, b } = server.ids.companies
    await put('company_products', { id_company: a, id_product: id.taxi, id_tarif: id.cheap })
    await put('company_products', { id_company: b, id_product: id.secret })
    id.client = await put('users', { type_user: '3', name: 'Rosa', surname: 'Paredes' })
    // One who reads tariffs, but may not leave their company.
    id.mine = await put('users', { type_user: '3', name: 'Luz', surname: 'Salas', id_company: a })
    id.theirs = await put('users', { type_user: '3', name: 'Iván', surname: 'Ríos', id_company: b })
    id.card = await put('payment_methods', { name: 'Tarjeta', type: 'card' })
    id.cash = await put('payment_methods', { name: 'Efectivo', type: 'cash' })
  })
  beforeEach(() => {
    now = noon
  })

  const quote = async (input: JsonObject, role: RoleName = 'operator'): Promise<QuoteAnswer> => {
    const answer = await at.call(role, 'fares/quote', { stops: [FROM, TO], ...input })
    expect(answer.status, answer.text).toBe(200)
    return answer.body as unknown as QuoteAnswer
  }
  const refused = async (input: JsonObject, role: RoleName = 'operator'): Promise<unknown> => {
    const answer = await at.call(role, 'fares/quote', { stops: [FROM, TO], ...input })
    expect(answer.status, answer.text).toBe(422)
    return answer.body['errors']
  }
  const amounts = ({ fare }: QuoteAnswer) =>
    Object.fromEntries((fare?.lines ?? []).map(({ kind, amount }) => [kind, amount]))

  describe('fares/quote', () => {
    test('prices the way through the stops, line by line, and the lines are the total', async () => {
      const answer = await quote({ id_product: id.taxi! })
      expect(answer).toMatchObject({
        id_tarif: id.meter,
        id_branch: id.lima,
        timezone: 'America/Lima',
        date: noon.toISOString(),
        way: 'streets',
      })
      const km = answer.distance / 1000
      const minutes = answer.duration / 60
      expect(km).toBeGreaterThan(3)
      const run = 500 + Math.round((km - 1) * 150) + Math.round(minutes * 25)
      const lines = amounts(answer)
      expect([lines['base'], lines['distance'], lines['time']]).toEqual([
        500,
        Math.round((km - 1) * 150),
        Math.round(minutes * 25),
      ])
      expect(lines['service_fee']).toBe(Math.round(run / 10))
      expect(answer.fare?.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(answer.fare?.total)
      expect(answer.polyline.length).toBeGreaterThan(10)
      expect(answer.expires).toBe('2026-11-21T17:15:00.000Z')
    })

    test('a pair of zones has its price, in that direction alone', async () => {
      const there = await quote({ id_tarif: id.zoned! })
      expect(there.zones).toEqual({
        from: { id: id.south, name: 'Miraflores' },
        to: { id: id.north, name: 'San Isidro' },
      })
      expect(there.fare?.lines[0]).toMatchObject({
        kind: 'zones',
        amount: 2150,
        source: { entity: 'prices', id: id.pair },
      })
      const back = await quote({ id_tarif: id.zoned!, stops: [TO, FROM] })
      expect(back.fare?.lines[0]).toMatchObject({ kind: 'base', rule: 'base_without_zones' })
    })

    test("a way that crosses a toll pays it, unless the toll is another branch's or off", async () => {
      const [lat, lng] = [(FROM.lat + TO.lat) / 2, (FROM.lng + TO.lng) / 2]
      const row = { price: '6.9', coordinates: boxAround(lat, lng, 0.012) }
      const toll = await at.put('tolls', { name: 'Garita', ...row })
      const others = [
        await at.put('tolls', { name: 'De Cusco', id_branch: id.cusco, ...row }),
        await at.put('tolls', { name: 'Cerrada', state: '0', ...row }),
      ]
      await expect.poll(async () => amounts(await quote({ id_product: id.taxi! }))['toll']).toBe(690)
      expect((await quote({ id_product: id.taxi! })).fare?.lines.filter(({ kind }) => kind === 'toll')).toHaveLength(1)
      await at.server.database.transaction((tx) =>
        tx
          .deleteFrom('tolls')
          .where('id', 'in', [toll, ...others])
          .execute(),
      )
      await expect.poll(async () => amounts(await quote({ id_product: id.taxi! }))['toll']).toBeUndefined()
    })

    test('high demand goes by the clock of the branch where the trip begins', async () => {
      const demand = await at.put('high_demands', {
        name: 'Noche',
        flat: true,
        amount: '2',
        days: 'all',
        time_from: '23:00',
        time_to: '02:00',
      })
      const surcharge = async (date_scheduled: string, stops: JsonObject[] = [FROM, TO]) =>
        amounts(await quote({ id_tarif: id.meter!, date_scheduled, stops }))['high_demand'] ?? 0
      await expect.poll(() => surcharge('2026-11-22T05:30:00Z')).toBe(200)
      expect(await surcharge('2026-11-21T23:30:00-05:00')).toBe(200)
      // Half past ten in Lima is half past eleven in Cusco's zone of this test.
      expect(await surcharge('2026-11-21T22:30:00-05:00')).toBe(0)
      const [a, b] = [
        { lat: -13.52, lng: -71.97 },
        { lat: -13.53, lng: -71.95 },
      ]
      expect(await surcharge('2026-11-21T22:30:00-05:00', [a, b])).toBe(200)
      expect((await quote({ id_tarif: id.meter!, stops: [a, b] })).id_branch).toBe(id.cusco)
      await at.server.database.transaction((tx) => tx.deleteFrom('high_demands').where('id', '=', demand).execute())
    })

    test('what changes a tariff changes the next quote, whoever writes it, and raises its revision', async () => {
      const body = { type: '3', name: 'Cambia', price_base: 10 }
      const made = (await at.call('root', 'tarifs/create', body)).body['item'] as JsonObject
      const total = async () => (await quote({ id_tarif: Number(made.id) })).fare?.total
      expect(await total()).toBe(1000)
      const changed = await at.call('root', 'tarifs/create', { id: made.id!, price_base: 12 })
      expect(changed.body['item']).toMatchObject({ revision: 1 })
      expect(await total()).toBe(1200)
      await at.server.database.transaction((tx) =>
        tx.updateTable('tarifs').set({ price_base: '13' }).where('id', '=', Number(made.id)).execute(),
      )
      await expect.poll(total).toBe(1300)
      const zone = {
        id_tarif: made.id!,
        name: 'Centro',
        path: [
          { lat: -12.3, lng: -77 },
          { lat: -12.3, lng: -77.1 },
          { lat: -12.4, lng: -77.1 },
        ],
      }
      const put = await at.call('root', 'zones/create', zone)
      expect(put.status, put.text).toBe(200)
      const item = (await at.server.call('root', 'GET', `tarifs/${String(made.id)}`)).body['item'] as JsonObject
      expect(item.revision).toBe(2)
    })

    test.each([
      ['no product and no tariff', {}, 'id_product'],
      ['an unknown product', { id_product: 999_999 }, 'id_product'],
      ['a product without an active tariff', { id_product: 'old' }, 'id_product'],
      ['a product of another branch', { id_product: 'andes' }, 'id_product'],
      ['an unknown tariff', { id_tarif: 999_999 }, 'id_tarif'],
      ['one stop', { id_product: 'taxi', stops: [FROM] }, 'stops'],
      ['too many stops', { id_product: 'taxi', stops: Array.from({ length: 11 }, () => FROM) }, 'stops'],
      ['a stop off the earth', { id_product: 'taxi', stops: [FROM, { lat: 91, lng: 0 }] }, 'stops.1.lat'],
      ['a day that is none', { id_product: 'taxi', date_scheduled: '2026-02-30T10:00:00Z' }, 'date_scheduled'],
      ['a closed hour', { id_product: 'night' }, 'date_scheduled'],
      ['more seats than there are', { id_product: 'taxi', capacity_1: 5 }, 'capacity_1'],
      ['a return where none is taken', { id_product: 'taxi', is_return: true }, 'is_return'],
      ['an unknown payment method', { id_product: 'taxi', id_payment: 999_999 }, 'id_payment'],
      ['an unknown client', { id_product: 'taxi', id_client: 999_999 }, 'id_client'],
      ['a distance without a duration', { id_product: 'taxi', distance: 1000 }, 'duration'],
      ['a price where none may be written', { id_tarif: 'cheap', price_edited: 5 }, 'price_edited'],
      ['an unknown code', { id_product: 'taxi', promotion: 'NADA' }, 'promotion'],
      ['a client beyond all numbers', { id_product: 'taxi', id_client: 3e9 }, 'id_client'],
      ['a code that nobody can write', { id_product: 'taxi', promotion: 'A\u0000B' }, 'promotion'],
      [
        'a year before all clocks',
        { id_product: 'taxi', date_scheduled: '0000-01-01T00:00:00+14:00' },
        'date_scheduled',
      ],
      [
        'a year after all calendars',
        { id_product: 'taxi', date_scheduled: '9999-12-31T23:59:59-05:00' },
        'date_scheduled',
      ],
      ['more stops than any trip has', { id_product: 'taxi', stops: Array.from({ length: 101 }, () => FROM) }, 'stops'],
      ['an unknown subscription', { id_product: 'taxi', id_subscription: 999_999 }, 'id_subscription'],
    ])('refuses %s at its field', async (_what, input, field) => {
      const asked = Object.fromEntries(
        Object.entries(input).map(([key, value]) => [
          key,
          typeof value === 'string' && key.startsWith('id_') ? id[value] : value,
        ]),
      )
      expect(Object.keys((await refused(asked as JsonObject)) as object)).toEqual([field])
    })

    test('a product open over midnight is open after it', async () => {
      expect((await quote({ id_product: id.night!, date_scheduled: '2026-11-22T09:59:00Z' })).fare?.total).toBe(700)
      expect(await refused({ id_product: id.night!, date_scheduled: '2026-11-22T10:00:00Z' })).toHaveProperty(
        'date_scheduled',
      )
    })

    test('an operator may write the price of the run where the tariff allows it', async () => {
      const answer = await quote({ id_product: id.taxi!, price_edited: 30 })
      expect(amounts(answer)).toMatchObject({ edited: 3000, service_fee: 300 })
    })

    test('a given distance is priced without a way, and proves nothing', async () => {
      const answer = await quote({ id_product: id.taxi!, distance: 11_000, duration: 1200 })
      expect(amounts(answer)).toMatchObject({ base: 500, distance: 1500, time: 500 })
      expect(answer).toMatchObject({ way: 'given', token: null, polyline: '' })
    })

    test('a trip whose time is over has a price and no token', async () => {
      const asked = { id_product: id.taxi! }
      expect(await quote({ ...asked, date_scheduled: '2026-11-21T16:44:59Z' })).toMatchObject({
        token: null,
        expires: null,
        fare: { currency: 'PEN' },
      })
      // A form may be open for a while.
      expect((await quote({ ...asked, date_scheduled: '2026-11-21T16:45:00Z' })).token).toEqual(expect.any(String))
    })

    test('where the destination is optional, the start alone has the price of starting', async () => {
      const settle = (optional_destination: number) =>
        at.call('root', 'settings/general/create', { optional_destination })
      expect((await settle(1)).status).toBe(200)
      const asked = { id_product: id.taxi!, stops: [FROM] }
      await expect.poll(async () => (await at.call('operator', 'fares/quote', asked)).status).toBe(200)
      const answer = await quote(asked)
      expect(answer).toMatchObject({
        way: 'none',
        distance: 0,
        duration: 0,
        polyline: '',
        zones: { to: null },
        token: expect.any(String) as string,
      })
      expect(amounts(answer)).toMatchObject({ base: 500, minimum: 300 })
      expect(await refused({ id_product: id.taxi!, stops: [] })).toHaveProperty('stops')
      expect((await settle(0)).status).toBe(200)
    })

    test('needs a session', async () => {
      expect((await at.server.call(null, 'POST', 'fares/quote', { stops: [FROM, TO] })).status).toBe(401)
    })
  })

  describe('tenants', () => {
    test('a company pays its own tariff, whoever books for its people', async () => {
      expect(await quote({ id_product: id.taxi! }, 'companyA')).toMatchObject({
        id_tarif: id.cheap,
        fare: { total: 700 },
      })
      expect(await quote({ id_product: id.taxi!, id_client: id.mine! })).toMatchObject({
        id_tarif: id.cheap,
        fare: { total: 700 },
      })
      expect((await quote({ id_product: id.taxi!, id_client: id.client! })).id_tarif).toBe(id.meter)
    })

    test("a company's people see its products alone, no breakdown, and never what the house keeps", async () => {
      const own = await quote({ id_product: id.taxi! }, 'companyA')
      expect(own.fare).toEqual({
        currency: 'PEN',
        exponent: 2,
        lines: [],
        total: 700,
        tax: expect.any(Object) as object,
      })
      expect(await refused({ id_product: id.secret! }, 'companyA')).toHaveProperty('id_product')
      expect(await refused({ id_product: id.taxi! }, 'companyB')).toHaveProperty('id_product')
    })

    test('they price by no tariff, no distance and no client of others', async () => {
      for (const role of ['companyA', 'readerA'] as const) {
        expect(await refused({ id_tarif: id.cheap! }, role)).toHaveProperty('id_tarif')
        expect(await refused({ id_product: id.taxi!, distance: 0, duration: 0 }, role)).toHaveProperty('distance')
        expect(await refused({ id_product: id.taxi!, id_client: id.theirs! }, role)).toHaveProperty('id_client')
        expect(await refused({ id_product: id.taxi!, price_edited: 1 }, role)).toHaveProperty('price_edited')
      }
      expect((await quote({ id_product: id.taxi!, id_client: id.mine! }, 'companyA')).fare?.total).toBe(700)
      // An employee books for themselves.
      expect(await refused({ id_product: id.taxi!, id_client: id.mine! }, 'readerA')).toHaveProperty('id_client')
    })

    test("a branch's staff price by no subscription of another branch", async () => {
      const foreign = await at.put('tarifs', { type: '3', name: 'De Cusco', price_base: '4', id_branch: id.cusco })
      const theirs = await at.put('subscriptions', { name: 'De Cusco', id_tarif: foreign, fee_percentage: '33' })
      const every = await at.put('subscriptions', { name: 'De todos', fee_percentage: '10' })
      // The prices that the server keeps are read anew once it is told of these.
      const known = async () =>
        at.call('operator', 'fares/quote', { id_product: id.taxi!, stops: [FROM, TO], id_subscription: theirs })
      await expect.poll(async () => (await known()).body['id_tarif']).toBe(foreign)
      const binding = await at.put('user_branches', { id_user: at.server.ids.users.reader, id_branch: id.lima })
      const asked = async (id_subscription: number) =>
        at.call('reader', 'fares/quote', { id_product: id.taxi!, stops: [FROM, TO], id_subscription })
      await expect
        .poll(async () => (await asked(theirs)).body['errors'])
        .toEqual({ id_subscription: 'Elija un registro de la lista.' })
      expect((await asked(every)).body['id_tarif']).toBe(id.meter)
      await at.server.database.transaction((tx) => tx.deleteFrom('user_branches').where('id', '=', binding).execute())
    })

    test('a hidden price is shown to operators alone', async () => {
      expect(await quote({ id_product: id.secret! }, 'companyB')).toMatchObject({
        fare: null,
        token: expect.any(String) as string,
      })
      expect((await quote({ id_product: id.secret! })).fare?.total).toBe(2150)
    })
  })

  describe('dispatcher/dates', () => {
    const dates = async (role: RoleName, input: JsonObject) =>
      at.call(role, 'dispatcher/dates', { id_product: id.taxi!, stops: [FROM, TO], ...input })

    test('prices each date by itself as a quote for it would, and tells their sum', async () => {
      const asked = ['2026-11-23T17:00:00Z', '2026-11-24T02:30:00Z']
      const alone = await Promise.all(
        asked.map((date_scheduled) => quote({ id_product: id.taxi!, id_client: id.client!, date_scheduled })),
      )
      const prices = alone.map(({ fare }) => Number(fare?.total) / 100)
      const { body } = await dates('operator', { id_client: id.client!, dates: asked })
      expect(body['items']).toEqual(asked.map((date, at_) => ({ date, price: prices[at_], error: null })))
      expect(body['total']).toBeCloseTo(prices[0]! + prices[1]!, 6)
    })

    test('says of one date why it cannot be had, and then there is no sum; what is wrong with the trip itself is refused at its field', async () => {
      const night = await dates('operator', {
        id_product: id.night!,
        dates: ['2026-11-23T17:00:00Z', '2026-11-24T04:30:00Z'],
      })
      const items = night.body['items'] as readonly { price: number | null; error: string | null }[]
      expect(items.map(({ error }) => error)).toContain('No disponible en este horario.')
      expect(night.body['total']).toBeNull()
      expect((await dates('operator', { stops: [FROM], dates: ['2026-11-23T17:00:00Z'] })).status).toBe(422)
      expect((await dates('operator', { dates: [] })).status).toBe(422)
    })

    test('hides prices from whom they are hidden', async () => {
      const { body } = await dates('companyB', {
        id_product: id.secret!,
        dates: ['2026-11-23T17:00:00Z', '2026-11-24T17:00:00Z'],
      })
      expect(body).toMatchObject({
        items: [
          { price: null, error: null },
          { price: null, error: null },
        ],
        total: null,
      })
    })
  })

  test('a price that is asked for while the streets are being read waits for them, and is never of the straight line', async () => {
    const { db } = at.server.database
    const map = db.context.localMap!
    let read = (): void => {}
    const done = new Promise<void>((resolve) => {
      read = resolve
    })
    const takeBack = offerLocalMap(db, {
      ...map,
      ways: async (settings) => {
        await done
        return map.ways(settings)
      },
      version: () => 'being read',
    })
    try {
      const asked = quote({ id_product: id.taxi! })
      expect(await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 150, 'waits'))])).toBe('waits')
      read()
      expect(await asked).toMatchObject({ way: 'streets' })
    } finally {
      read()
      takeBack()
      offerLocalMap(db, map)
    }
  })

  describe('dispatcher/products', () => {
    const products = async (role: RoleName, input: JsonObject = {}) => {
      const answer = await at.call(role, 'dispatcher/products', { stops: [FROM, TO], ...input })
      expect(answer.status, answer.text).toBe(200)
      return answer.body as JsonObject & { products: { id: number; name: string; fare: JsonObject }[] }
    }

    test('offers what serves the branch, with its price or why there is none', async () => {
      const answer = await products('operator', { id_client: id.client! })
      expect(answer).toMatchObject({ id_branch: id.lima, tolls: [], way: 'streets' })
      expect(answer.products.map(({ name }) => name)).toEqual(['Taxi', 'Ejecutivo', 'Nocturno', 'De antes'])
      const [taxi, secret, night, old] = answer.products
      const alone = await quote({ id_product: id.taxi!, id_client: id.client! })
      expect(taxi?.fare).toMatchObject({
        id_tarif: id.meter,
        price: Number(alone.fare?.total) / 100,
        price_toll: 0,
        tarif: { allow_edit_price_on_dispatcher: 1, keep_initial: 1 },
        lines: alone.fare?.lines,
        error: null,
      })
      expect(secret?.fare).toMatchObject({ price: 21.5, error: null })
      expect([night?.fare['error'], old?.fare['error']]).toEqual([
        'No disponible en este horario.',
        'Este producto no tiene una tarifa activa.',
      ])
      expect(night?.fare).toMatchObject({ price: null, quote: null })
    })

    test('tells of each product that the time is over', async () => {
      const [taxi] = (await products('operator', { date_scheduled: '2026-11-20T17:00:00Z' })).products
      expect(taxi?.fare).toMatchObject({
        price: expect.any(Number) as number,
        quote: null,
        expires: null,
        error: 'La hora de este viaje ya pasó.',
      })
    })

    test('a company sees its own, at its own price', async () => {
      const mine = await products('companyA')
      expect(mine.products.map(({ name, fare }) => [name, fare['price'], fare['lines']])).toEqual([['Taxi', 7, []]])
      const theirs = await products('companyB')
      expect(theirs.products.map(({ name, fare }) => [name, fare['price'], fare['quote'] === null])).toEqual([
        ['Ejecutivo', null, false],
      ])
    })
  })
})

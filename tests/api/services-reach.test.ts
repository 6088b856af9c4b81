import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { JsonObject } from '../../src/model/json'
import type { Database } from '../../src/server/platform/database/database'
import { oneEngine } from '../engines'
import { driverApp, type DriverApp } from './driver-fixture'
import { boxAround, FROM, pointAt } from './whole-app'
import { personApp, type Person } from './person-fixture'
import { NOON } from './services-fixture'

const PRICES = ['price_base', 'price_toll', 'price_promo', 'price_total']

oneEngine((_engine, open) => {
  let database: Database
  let at: DriverApp
  const change = (id: number, set: JsonObject) =>
    database.transaction((tx) => tx.updateTable('services').set(set).where('id', '=', id).execute())
  const listed = async (role: 'operator' | 'companyA', id: number): Promise<JsonObject> => {
    const { status, body, text } = await at.get(role, 'services', { filters: { id } })
    expect(status, text).toBe(200)
    return (body['items'] as JsonObject[])[0] ?? {}
  }

  beforeAll(async () => {
    at = await driverApp(open, () => NOON)
    database = at.server.database
  })

  describe('a price that its product hides', () => {
    test('is in no list, record, file or order of those outside the house, though it is kept', async () => {
      const mine = { id_client: at.id['beto']!, id_product: at.id['secret']! }
      const { id } = await at.make({ ...mine, scheduled: 1, scheduled_dates: ['2026-11-25T15:00:00.000Z'] }, 'companyA')
      const open = await at.make({ id_client: at.id['beto']! })
      const seen = await listed('operator', id)
      expect(Number(seen['price_total'])).toBeGreaterThan(0)
      const total = String(seen['price_total'])
      for (const answer of [
        await at.get('companyA', 'services', { filters: { id } }),
        await at.get('companyA', 'dispatcher', { filters: { id } }),
        await at.get('companyA', 'services', { filters: { id }, order_col: 'id' }),
        await at.get('companyA', 'dispatcher', { filters: { id }, format: 'csv' }),
        await at.server.call('companyA', 'POST', 'services/form', { id }),
      ]) {
        expect(answer.status, answer.text).toBe(200)
        expect(answer.text).not.toContain(total)
      }
      const own = await listed('companyA', id)
      expect(PRICES.filter((name) => (own[name] ?? null) !== null)).toEqual([])
      // What is not hidden is told, but for what is the house's own.
      const plain = await listed('companyA', open.id)
      expect(plain['price_total']).toBe(open.price_total)
      expect(
        Object.keys(plain).filter((name) => ['price_fee', 'price_driver', 'id_subscription'].includes(name)),
      ).toEqual([])
      expect(await listed('operator', open.id)).toHaveProperty('price_driver')
    })

    test('stays as it was when the client changes something else, and is worked out anew with the way', async () => {
      const { id, version } = await at.make({ id_client: at.id['beto']!, id_product: at.id['secret']! }, 'companyA')
      const before = (await listed('operator', id))['price_total']
      const noted = await at.make(
        { id, version, id_client: at.id['beto']!, id_product: at.id['secret']!, notes: 'portón azul' },
        'companyA',
      )
      expect((await listed('operator', id))['price_total']).toBe(before)
      const stops = [...at.stops, { lat: -12.075, lng: -77.04, address: 'Av. Arequipa 1500' }]
      await at.make(
        { id, version: noted.version, id_client: at.id['beto']!, id_product: at.id['secret']!, stops },
        'companyA',
      )
      expect(Number((await listed('operator', id))['price_total'])).toBeGreaterThan(Number(before))
    })

    test('is not told by the limit of the company either', async () => {
      const company = at.server.ids.companies.a
      const limitTo = (spending_limit: number | null) =>
        database.transaction((tx) =>
          tx.updateTable('companies').set({ spending_limit }).where('id', '=', company).execute(),
        )
      const left = async (role: 'operator' | 'companyA') => {
        const { body } = await at.get(role, 'dispatcher/dataClient', { id_client: at.id['beto']! })
        return [body['company_left'], body['company_reached']]
      }
      await limitTo(10_000)
      const enough = await left('companyA')
      const whole = await left('operator')
      await limitTo(1)
      const refused = [
        await at.send({ id_client: at.id['beto']!, id_product: at.id['secret']! }, 'companyA'),
        await at.send({ id_client: at.id['beto']! }, 'companyA'),
      ]
      const staff = await at.send({ id_client: at.id['beto']! })
      const reached = await left('companyA')
      // Of two sums, one before and one after a ride, its price is the difference; so its people have none, only
      // whether it suffices.
      expect([enough, whole, reached]).toEqual([
        [null, 0],
        [expect.any(Number), 0],
        [null, 1],
      ])
      for (const one of refused) {
        expect(one.body['errors'], one.text).toEqual({ id_client: 'Supera el límite de gasto del mes de la empresa.' })
        expect(one.text).not.toMatch(/cuesta|quedan|"left"/)
      }
      expect(staff.text).toMatch(/cuesta/)
      // A company that has only open products, and rode with no other, is told the sum.
      const { b } = at.server.ids.companies
      await at.put('company_products', { id_company: b, id_product: at.id['taxi'] })
      await database.transaction((tx) =>
        tx.updateTable('companies').set({ spending_limit: 1 }).where('id', '=', b).execute(),
      )
      const open = await at.send({ id_client: at.id['carla']! }, 'companyB')
      expect(open.text).toMatch(/le quedan 1 y el servicio cuesta/)
      const openLeft = async () =>
        (await at.get('companyB', 'dispatcher/dataClient', { id_client: at.id['carla']! })).body['company_left']
      expect(await openLeft()).toBe(1)
      // One that rode lately with a product that hides its price is told none, for as long as its months may hold that
      // ride.
      await database.transaction((tx) =>
        tx.updateTable('companies').set({ spending_limit: 10_000 }).where('id', '=', b).execute(),
      )
      const { id } = await at.make({ id_client: at.id['carla']! })
      const daysAgo = (days: number) =>
        change(id, {
          id_product: at.id['secret']!,
          date_created: new Date(NOON.getTime() - days * 86_400_000).toISOString(),
        })
      await daysAgo(61)
      expect(await openLeft()).toBeNull()
      await daysAgo(63)
      expect(await openLeft()).toBe(10_000)
      await limitTo(null)
    })
  })

  test('what a change was judged by must still be so when it is written, also without a version', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await at.make({
        id_client: at.id['beto']!,
        scheduled: 1,
        scheduled_dates: ['2026-11-26T15:00:00.000Z'],
      })
      const [changed, canceled] = await Promise.all([
        at.send(
          {
            id,
            id_client: at.id['beto']!,
            scheduled: 1,
            scheduled_dates: ['2026-11-26T15:00:00.000Z'],
            is_return: true,
          },
          'companyA',
        ),
        at.server.call('operator', 'POST', 'dispatcher/cancelService', { id_service: id }),
      ])
      expect(canceled.status, canceled.text).toBe(200)
      const {
        rows: [row],
      } = await sql<{ after: boolean }>`
        select max(id) filter (where type_log = 'edit') > max(id) filter (where type_log = 'service_cancel') as after
        from logs where target = 'services' and id_target = ${id}`.execute(database.db)
      expect([changed.status, row?.after === true], changed.text).not.toEqual([200, true])
    }
  })

  test('a client follows a vehicle only while it is on their ride', async () => {
    const phone = await at.atWork('Rosa')
    await at.put('vehicle_positions', {
      id_vehicle: phone.vehicle,
      point: pointAt(FROM.lat, FROM.lng),
      availability: 'online',
      date_fix: NOON.toISOString(),
    })
    const { id } = await at.make({ id_client: at.id['beto']! })
    const where = async (role: 'operator' | 'companyA') => (await at.get(role, 'services/info', { id })).body['vehicle']
    await at.server.call('operator', 'POST', 'dispatcher/assignVehicle', { id_service: id, id_vehicle: phone.vehicle })
    expect(await where('companyA')).toMatchObject({ lat: FROM.lat })
    await phone.post(`services/${id}/start`)
    expect((await phone.post(`services/${id}/finish`, { tolls: [{ name: 'Peaje', price: 7 }] })).status).toBe(200)
    expect(await where('companyA')).toMatchObject({ id: phone.vehicle, lat: null, lng: null, date_fix: null })
    expect(await where('operator')).toMatchObject({ lat: FROM.lat })
  })

  test('the end of a ride is in the log with what it came to, before and after', async () => {
    const phone = await at.atWork('Lidia')
    const { id, price_total } = await at.make()
    await at.server.call('operator', 'POST', 'dispatcher/assignVehicle', { id_service: id, id_vehicle: phone.vehicle })
    await phone.post(`services/${id}/start`)
    await phone.post(`services/${id}/finish`, { tolls: [{ name: 'Peaje', price: 7 }] })
    const { price_total: after } = await listed('operator', id)
    const { rows } = await sql<{ changes: string }>`
      select changes::text as changes from logs where target = 'services' and id_target = ${id}
        and type_log = 'service_finalize'`.execute(database.db)
    expect(rows).toHaveLength(1)
    expect(JSON.parse(rows[0]?.changes ?? '{}')).toMatchObject({
      state: { from: 'started', to: 'finalized' },
      price_total: { from: price_total, to: after },
    })
  })

  describe("an operator of a branch who changes a ride of another branch's client", () => {
    let hugo: Person
    let north: number
    beforeAll(async () => {
      north = await at.put('branches', {
        name: 'Norte',
        point: pointAt(-8.11, -79.03),
        area: boxAround(-8.11, -79.03, 0.2),
        timezone: 'America/Lima',
      })
      hugo = await personApp(
        at,
        'Hugo',
        { type_user: '1', id_branch: at.id['lima'] },
        { name: 'Operador', rights: 'all' },
      )
    })
    const client = (name: string) =>
      at.put('users', { type_user: '3', name, surname: 'Norte', phone: '944111222', id_branch: north })
    const trip = (more: JsonObject): JsonObject => ({
      id_product: at.id['taxi']!,
      id_payment: at.id['cash']!,
      stops: at.stops as JsonObject[],
      ...more,
    })

    test('keeps the client, at a current price, however the ride is saved', async () => {
      const id_client = await client('Nieves')
      const { id, version, id_fare } = await at.make({ id_client })
      const stops = [...at.stops, { lat: -12.1, lng: -77.04, address: 'Av. Aramburú 500' }] as JsonObject[]
      const asked = { stops, id_client, id_fare: id_fare! }
      const offers = await hugo.post('dispatcher/products', asked)
      expect(offers.status, offers.text).toBe(200)
      expect((await hugo.post('fares/quote', { ...asked, id_product: at.id['taxi']! })).status).toBe(200)
      const known = await hugo.get('dispatcher/dataClient', { id_client, id_service: id })
      expect(known.body, known.text).toMatchObject({ client: { id: id_client, name: 'Nieves' }, company_left: null })
      const { quote } = (
        offers.body['products'] as { readonly id: number; readonly fare: { readonly quote: string } }[]
      ).find((one) => one.id === at.id['taxi'])!.fare
      const quoted = await hugo.post('dispatcher/create', trip({ id, version, id_client, stops, quote }))
      expect(quoted.body['item'], quoted.text).toMatchObject({ id_client, stops: [{}, {}, {}] })
      const noted = await hugo.post('dispatcher/create', trip({ id, version: version + 1, stops, notes: 'Timbre 4' }))
      expect(noted.body['item'], noted.text).toMatchObject({ id_client, notes: 'Timbre 4' })
    })

    test('is told at the first stop that a trip would begin in another branch', async () => {
      const { id, version } = await at.make()
      const far = [
        { lat: -8.11, lng: -79.03, address: 'Jr. Pizarro 100' },
        { lat: -8.12, lng: -79.02, address: 'Av. España 200' },
      ]
      const id_client = await at.put('users', {
        type_user: '3',
        name: 'Luis',
        surname: 'Lima',
        phone: '944111333',
        id_branch: at.id['lima'],
      })
      // Before anything is saved, too.
      for (const [stops, outside] of [
        [far, 1],
        [at.stops as JsonObject[], 0],
      ] as const) {
        expect((await hugo.post('dispatcher/products', { stops, id_client })).body).toMatchObject({ outside })
      }
      for (const reply of [
        await hugo.post('dispatcher/create', trip({ stops: far, id_client })),
        await hugo.post('dispatcher/create', trip({ id, version, stops: far })),
      ]) {
        expect([reply.status, reply.body['errors']], reply.text).toEqual([
          422,
          { 'stops.0.address': 'El viaje empieza en otra sucursal.' },
        ])
      }
    })

    test('chooses no other client of that branch, nor the same client for another ride', async () => {
      const [id_client, other] = [await client('Nilda'), await client('Nora')]
      const { id, version, id_fare } = await at.make({ id_client })
      const mine = await at.make()
      const stops = at.stops as JsonObject[]
      for (const reply of [
        await hugo.post('dispatcher/create', trip({ id, version, id_client: other })),
        await hugo.post('dispatcher/create', trip({ id: mine.id, version: mine.version, id_client })),
        await hugo.post('dispatcher/create', trip({ id_client })),
        await hugo.post('dispatcher/products', { stops, id_client: other, id_fare: id_fare! }),
        await hugo.post('dispatcher/products', { stops, id_client }),
        await hugo.post('dispatcher/products', { stops, id_client, id_fare: mine.id_fare! }),
      ]) {
        expect([reply.status, Object.keys(reply.body['errors'] ?? {})], reply.text).toEqual([422, ['id_client']])
      }
      expect((await hugo.get('dispatcher/dataClient', { id_client: other, id_service: id })).status).toBe(422)
      // Nor does a ride of another branch make its client known.
      const far = await at.make({ id_client: other })
      await change(far.id, { id_branch: north })
      expect((await hugo.get('dispatcher/dataClient', { id_client: other, id_service: far.id })).status).toBe(422)
      expect((await hugo.post('dispatcher/products', { stops, id_client: other, id_fare: far.id_fare! })).status).toBe(
        422,
      )
    })
  })

  test('of a client only those rides are told that the asker may meet', async () => {
    const { beto } = at.id
    const elsewhere = await at.make({
      id_client: beto!,
      notes: 'lo de la otra empresa',
      stops: at.stops.map((stop) => ({ ...stop, address: `Casa ${String(stop['address'])}` })),
    })
    await change(elsewhere.id, { id_company: at.server.ids.companies.b })
    const told = await at.get('companyA', 'dispatcher/dataClient', { id_client: beto! })
    expect(told.status, told.text).toBe(200)
    expect(told.text).not.toMatch(/Casa |otra empresa/)
    expect((await at.get('operator', 'dispatcher/dataClient', { id_client: beto! })).text).toContain('Casa ')
  })

  test('why a driver did not want it is for the house alone', async () => {
    const phone = await at.atWork('Marta')
    const { id } = await at.make({ id_client: at.id['beto']! })
    await at.server.call('operator', 'POST', 'dispatcher/requestVehicle', { id_service: id, id_vehicle: phone.vehicle })
    const { offer } = await phone.state()
    await phone.post(`offers/${Number((offer as JsonObject)['id'])}/reject`, { reason: 'ese cliente no paga' })
    expect((await at.get('operator', 'dispatcher/verifyVehicleAccepted', { id_service: id })).text).toContain('no paga')
    const seen = await at.get('companyA', 'dispatcher/verifyVehicleAccepted', { id_service: id })
    expect(seen.status, seen.text).toBe(200)
    expect(seen.text).not.toContain('no paga')
  })
  test('a booking is given to no driver who is switched off', async () => {
    const { id: driver, vehicle } = await at.driver('Noé')
    const { id } = await at.make({ scheduled: 1, scheduled_dates: ['2026-11-28T15:00:00.000Z'] })
    const give = () =>
      at.server.call('operator', 'POST', 'dispatcher/assignVehicle', { id_service: id, id_vehicle: vehicle })
    const turn = (state: string) =>
      database.transaction((tx) => tx.updateTable('users').set({ state }).where('id', '=', driver).execute())
    await turn('0')
    const refused = await give()
    expect([refused.status, refused.body['reason']]).toEqual([409, 'inactive'])
    await turn('1')
    expect((await give()).status).toBe(200)
  })
  test('a price that an operator edited is booked by nobody else, even with the quote', async () => {
    const asked = {
      id_product: at.id['taxi']!,
      stops: at.stops as JsonObject[],
      id_client: at.id['beto']!,
      price_edited: 1,
    }
    const quoted = await at.call('operator', 'fares/quote', asked)
    expect(quoted.status, quoted.text).toBe(200)
    const edited = {
      id_client: at.id['beto']!,
      id_payment: at.id['cash']!,
      quote: String(quoted.body['token']),
      is_price_edited: 1,
      price_base: 1,
    }
    const refused = await at.send(edited, 'companyA')
    expect(refused.status, refused.text).toBe(422)
    expect(refused.body['errors']).toHaveProperty('price_base')
    const { price_base } = await at.make(edited)
    expect(price_base).toBe(1)
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { finishFare } from '../../custom/services/server'
import type { ServiceInfo } from '../../custom/services/model/info-call'
import type { Json, JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { driverApp, type DriverApp, type Phone } from './driver-fixture'
import { pointAt } from './whole-app'
import { NOON } from './services-fixture'

const MINUTE_MS = 60_000

oneEngine((_engine, open) => {
  let at: DriverApp
  let phone: Phone
  let now = NOON
  const later = (minutes: number): void => {
    now = new Date(now.getTime() + minutes * MINUTE_MS)
  }

  beforeAll(async () => {
    at = await driverApp(open, () => now)
    phone = await at.atWork('Rosa')
  })

  const items = async (
    role: 'operator' | 'companyA' | 'companyB',
    path: string,
    input: JsonObject = {},
  ): Promise<JsonObject[]> => {
    const { status, body, text } = await at.get(role, path, input)
    expect(status, text).toBe(200)
    return body['items'] as JsonObject[]
  }
  const info = async (role: 'operator' | 'companyA', id: number): Promise<ServiceInfo> =>
    (await at.get(role, 'services/info', { id })).body as unknown as ServiceInfo

  describe('products for companies', () => {
    test("are offered to a company's people and not to clients of none, whoever asks; without a client they can still be tried", async () => {
      const corporate = await at.put('products', {
        name: 'De empresa',
        id_tarif: at.id['tarif']!,
        capacity_1: 4,
        for_companies: true,
      })
      at.server.runtime.changed('products')
      const offered = async (id_client: number): Promise<unknown[]> => {
        const { status, body, text } = await at.call('operator', 'dispatcher/products', {
          stops: [...at.stops],
          id_client,
        })
        expect(status, text).toBe(200)
        return (body['products'] as JsonObject[]).map(({ id }) => id)
      }
      expect(await offered(at.id['beto']!)).toContain(corporate)
      expect(await offered(at.id['ana']!)).not.toContain(corporate)
      expect((await at.send({ id_product: corporate })).status).toBe(422)
      const tried = await at.call('operator', 'fares/quote', { stops: [...at.stops], id_product: corporate })
      expect(tried.status, tried.text).toBe(200)
    })
  })

  describe('a cost centre', () => {
    test("is the client's where the company uses them, and another client takes their own along; the same keeps what was corrected", async () => {
      const { db } = at.server.database
      const company = at.server.ids.companies.a
      const [ventas, planta, other] = [
        await at.put('company_cecos', { id_company: company, name: 'Ventas' }),
        await at.put('company_cecos', { id_company: company, name: 'Planta' }),
        await at.put('company_cecos', { id_company: at.server.ids.companies.b, name: 'Ajeno' }),
      ]
      const dina = await at.put('users', {
        type_user: '3',
        name: 'Dina',
        surname: 'Vera',
        phone: '999000333',
        id_company: company,
        id_company_ceco: planta,
      })
      await db.updateTable('users').set({ id_company_ceco: ventas }).where('id', '=', at.id['beto']!).execute()
      const centreOf = async (id: number) =>
        (await db.selectFrom('services').select('id_company_ceco').where('id', '=', id).executeTakeFirstOrThrow())
          .id_company_ceco
      expect(await centreOf((await at.make({ id_client: at.id['beto']! })).id)).toBe(null)
      await db.updateTable('companies').set({ use_cecos: true }).where('id', '=', company).execute()
      const made = await at.make({ id_client: at.id['beto']! })
      expect(await centreOf(made.id)).toBe(ventas)
      await db.updateTable('services').set({ id_company_ceco: planta }).where('id', '=', made.id).execute()
      const change = (input: JsonObject) => at.make({ id: made.id, ...input })
      await change({ id_client: at.id['beto']!, notes: 'portería' })
      expect(await centreOf(made.id)).toBe(planta)
      await db.updateTable('services').set({ id_company_ceco: ventas }).where('id', '=', made.id).execute()
      await change({ id_client: dina })
      expect(await centreOf(made.id)).toBe(planta)
      // The operator names another one, and what the company calls the ride; one of another company is no choice.
      const told = (await at.get('operator', 'dispatcher/dataClient', { id_client: dina })).body
      expect([told['id_company_ceco'], (told['cecos'] as JsonObject[]).map(({ name }) => name)]).toEqual([
        planta,
        ['Planta', 'Ventas'],
      ])
      const named = await at.make({ id_client: dina, id_company_ceco: ventas, order_number: ' OC-77 ' })
      expect([await centreOf(named.id), named.order_number]).toEqual([ventas, 'OC-77'])
      await at.make({ id: named.id, id_client: dina, notes: 'portería' })
      expect([
        await centreOf(named.id),
        (await at.make({ id: named.id, id_client: dina, order_number: null })).order_number,
      ]).toEqual([ventas, null])
      expect(
        Object.keys((await at.send({ id_client: dina, id_company_ceco: other })).body['errors'] as object),
      ).toEqual(['id_company_ceco'])
      expect((await at.get('operator', 'dispatcher/dataClient', { id_client: at.id['ana']! })).body['cecos']).toEqual(
        [],
      )
      // A client is put to a centre of their own company alone.
      const wrong = await at.call('operator', 'clients/create', { id: dina, id_company_ceco: other })
      expect([wrong.status, Object.keys(wrong.body['errors'] as object)]).toEqual([422, ['id_company_ceco']])
    })

    test('is in the menu, at its address and in calls of a company that uses them alone, from the moment it does', async () => {
      const seen = async () => {
        const { user } = (await at.get('companyB', 'verify', { app_version_code: 125 })).body as {
          user: { menu: Json; closed_routes: readonly string[] }
        }
        const listed = await at.get('companyB', 'company_cecos')
        const made = await at.server.call('companyB', 'POST', 'company_cecos/create', { name: 'Otro' })
        return [
          JSON.stringify(user.menu).includes('/company_cecos'),
          !user.closed_routes.includes('/company_cecos'),
          listed.status === 200,
          made.status === 200,
        ]
      }
      const use = (use_cecos: number) =>
        at.server.call('operator', 'POST', 'companies/create', { id: at.server.ids.companies.b, use_cecos })
      expect(await seen()).toEqual([false, false, false, false])
      expect((await use(1)).status).toBe(200)
      await expect.poll(seen).toEqual([true, true, true, true])
      expect((await items('companyB', 'company_cecos')).map(({ name }) => name)).toContain('Ajeno')
      expect((await use(0)).status).toBe(200)
      await expect.poll(seen).toEqual([false, false, false, false])
      // The house goes on seeing them.
      expect((await at.get('operator', 'company_cecos')).status).toBe(200)
    })
  })

  describe('the list of active services', () => {
    test('begins with those that nobody has, and says since when each is in its state and when its driver should arrive', async () => {
      const [lost, later_made] = [await at.make(), await at.make()]
      await at.call('operator', 'dispatcher/assignVehicle', { id_service: lost.id, id_vehicle: phone.vehicle })
      const first = async (): Promise<JsonObject> =>
        (await items('operator', 'dispatcher', { limit: 100, order_col: 'driverless', order_dir: 'desc' }))[0]!
      expect((await first())['id']).toBe(later_made.id)
      const { status, text } = await at.call('operator', 'dispatcher/removeVehicle', { id_service: lost.id })
      expect(status, text).toBe(200)
      expect(await first()).toMatchObject({
        id: lost.id,
        state: 'unassigned',
        driverless: 1,
        timer: { date_start: now.toISOString(), date_end: null },
      })
      await at.call('operator', 'dispatcher/assignVehicle', { id_service: lost.id, id_vehicle: phone.vehicle })
      const [given] = await items('operator', 'dispatcher', { filters: { id: lost.id } })
      expect(given).toMatchObject({ driverless: 0, timer: { date_start: now.toISOString() } })
      await at.call('operator', 'dispatcher/cancelService', { id_service: lost.id, free: 1 })
      await at.call('operator', 'dispatcher/cancelService', { id_service: later_made.id })
    })

    test('has those that nobody has before those that are looked for, then those under way, and bookings last by their time, on every page', async () => {
      const put = (state: string, more: JsonObject): Promise<number> =>
        at.put('services', {
          id_client: at.id['ana']!,
          id_product: at.id['taxi']!,
          id_branch: at.id['lima']!,
          org_point: pointAt(-12.1, -77.03),
          outcome: 'on_air',
          state,
          ...more,
        })
      const at_hour = (hours: number): string => new Date(now.getTime() + hours * 60 * MINUTE_MS).toISOString()
      const nextDay = await put('scheduled', { scheduled: true, date_scheduled: at_hour(30) })
      const soon = await put('scheduled', { scheduled: true, date_scheduled: at_hour(1) })
      const going = await put('started', { date_requested: at_hour(-1) })
      const looked = await put('requested', { date_requested: at_hour(0) })
      const nobodys = await put('unassigned', { driverless: true, date_scheduled: at_hour(2) })
      const afterTomorrow = await put('created', { scheduled: true, date_scheduled: at_hour(50) })
      const wanted = [nobodys, looked, going, soon, nextDay, afterTomorrow]
      const read: unknown[] = []
      let after: JsonObject = {}
      for (let page = 0; page < wanted.length; page += 1) {
        const { body } = await at.get('operator', 'dispatcher', {
          limit: 2,
          order_col: 'date_scheduled',
          order_dir: 'asc',
          filters: { id: wanted },
          ...after,
        })
        read.push(...(body['items'] as JsonObject[]).map(({ id }) => id))
        if (typeof body['after'] !== 'string') break
        after = { after: body['after'] }
      }
      expect(read).toEqual(wanted)
      expect(
        (await items('operator', 'dispatcher', { limit: 100, filters: { id: wanted } })).map(({ id }) => id),
      ).toEqual(wanted)
      // With those that are over, which stand behind them by the same time, page by page, by its end and by its number.
      const ended = (state: string, date_scheduled: string | null) => put(state, { date_scheduled })
      const over = [await ended('finalized', at_hour(-20)), await ended('canceled', at_hour(5))]
      const never = [await ended('finalized', null), await ended('canceled', null)]
      const whole = [nobodys, looked, going, over[0]!, soon, over[1]!, nextDay, afterTomorrow, ...never]
      const closed = { filters: { id: whole, include_closed: 1 } }
      const pages: unknown[][] = [[], []]
      after = {}
      for (let page = 1; page <= 4; page += 1) {
        const { body } = await at.get('operator', 'dispatcher', { limit: 3, ...closed, ...after })
        pages[0]!.push(...(body['items'] as JsonObject[]).map(({ id }) => id))
        after = { after: body['after'] ?? '' }
        pages[1]!.push(...(await items('operator', 'dispatcher', { limit: 3, page, ...closed })).map(({ id }) => id))
      }
      expect(pages).toEqual([whole, whole])
      await at.server.database.db.deleteFrom('services').where('id', 'in', whole).execute()
    })
  })

  describe('who is looked for', () => {
    test("is narrowed to a branch and a company; clients of no branch are everybody's, and companies are for operators", async () => {
      const cusco = await at.put('branches', { name: 'Cusco' })
      const zoe = await at.put('users', {
        type_user: '3',
        name: 'Zoe',
        surname: 'Única',
        phone: '955000111',
        id_branch: cusco,
      })
      const found = async (more: JsonObject): Promise<unknown[]> =>
        (await items('operator', 'dispatcher/clients', { q: '955000111', ...more })).map(({ id }) => id)
      expect(await found({})).toEqual([zoe])
      expect(await found({ id_branch: cusco })).toEqual([zoe])
      expect(await found({ id_branch: at.id['lima']! })).toEqual([])
      expect(
        (await items('operator', 'dispatcher/clients', { q: '987654321', id_branch: cusco })).map(({ id }) => id),
      ).toEqual([at.id['ana']])
      expect((await items('operator', 'dispatcher/companies', { q: 'a' })).map(({ id }) => id)).toContain(
        at.server.ids.companies.a,
      )
      expect(await items('companyA', 'dispatcher/companies', { q: 'a' })).toEqual([])
    })
  })

  describe('a ride that is over', () => {
    test('has its stops closed, what each cost, and its fare line by line for operators alone', async () => {
      const [from, to] = at.stops
      const middle = { lat: -12.11, lng: -77.03, address: 'Óvalo Gutiérrez' }
      const service = await at.make({ id_client: at.id['beto']!, stops: [from!, middle, to!] })
      await at.call('operator', 'dispatcher/assignVehicle', { id_service: service.id, id_vehicle: phone.vehicle })
      for (const step of ['onway', 'waiting'])
        expect((await phone.post(`services/${service.id}/${step}`)).status).toBe(200)
      later(12)
      expect((await phone.post(`services/${service.id}/start`)).status).toBe(200)
      later(10)
      expect((await phone.post(`services/${service.id}/stops/${service.stops[1]!.id}/reached`)).status).toBe(200)
      later(3)
      const settings = await at.server.runtime.settings()
      await at.server.database.transaction((tx) =>
        finishFare(tx, {
          id_service: service.id,
          by: { mover: 'operator', id_user: null, platform: 'web' },
          now,
          settings,
        }),
      )
      const { stops, fare } = await info('operator', service.id)
      expect(stops.every(({ date_left }) => date_left !== null)).toBe(true)
      expect(stops.map(({ time_wait }) => time_wait)).toEqual([720, 180, 0])
      // Twelve minutes with five of courtesy, at 1 a minute; three minutes are courtesy.
      expect(stops.map(({ price_wait }) => price_wait)).toEqual([7, 0, 0])
      expect(fare!.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(fare!.total)
      const theirs = await info('companyA', service.id)
      expect(theirs.fare).toBeNull()
      expect(theirs.stops[0]).not.toHaveProperty('price_wait')
    })
  })
})

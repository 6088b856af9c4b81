import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { ServiceInfo } from '../../custom/services/model/info-call'
import type { JsonObject } from '../../src/model/json'
import type { Database } from '../../src/server/platform/database/database'
import { oneEngine } from '../engines'
import { driverApp, type DriverApp, type Phone } from './driver-fixture'
import { FROM, pointAt } from './whole-app'
import { personApp } from './person-fixture'
import { NOON } from './services-fixture'

oneEngine((_engine, open) => {
  let database: Database
  let at: DriverApp
  let phone: Phone
  const actives = async (filters: JsonObject = {}): Promise<JsonObject[]> => {
    const { status, body, text } = await at.get('operator', 'dispatcher', { filters, limit: 100 })
    expect(status, text).toBe(200)
    return body['items'] as JsonObject[]
  }
  const idsOf = async (filters: JsonObject): Promise<unknown[]> => (await actives(filters)).map(({ id }) => id)
  const info = async (id: number): Promise<ServiceInfo> => {
    const { status, body, text } = await at.get('operator', 'services/info', { id })
    expect(status, text).toBe(200)
    return body as unknown as ServiceInfo
  }

  beforeAll(async () => {
    at = await driverApp(open, () => NOON)
    database = at.server.database
    phone = await at.atWork('Rosa')
    await at.put('vehicle_positions', {
      id_vehicle: phone.vehicle,
      point: pointAt(FROM.lat, FROM.lng),
      availability: 'online',
      date_fix: NOON.toISOString(),
    })
  })

  describe('the list of active services', () => {
    test('has no ride that ended while it was read', async () => {
      const ride = await at.make()
      const { db } = database
      const read = db.executeQuery.bind(db)
      const between = vi.spyOn(db, 'executeQuery')
      between.mockImplementation(async (query) => {
        const found = await read(query as Parameters<typeof read>[0])
        if (!('sql' in query) || !query.sql.includes('found_version')) return found
        between.mockRestore()
        const { status } = await at.server.call('operator', 'POST', 'dispatcher/cancelService', { id_service: ride.id })
        expect(status).toBe(200)
        return found
      })
      expect(await idsOf({ id_client: at.id['ana']! })).not.toContain(ride.id)
      expect(between.getMockImplementation()).toBeUndefined()
    })

    test('has what is not over, and is asked for by all that an operator looks for', async () => {
      const now = await at.make()
      const booked = await at.make({
        scheduled: 1,
        scheduled_dates: ['2026-11-22T15:00:00.000Z'],
        id_client: at.id['beto']!,
      })
      const over = await at.make()
      expect(
        (await at.server.call('operator', 'POST', 'dispatcher/cancelService', { id_service: over.id })).status,
      ).toBe(200)
      const all = await idsOf({})
      expect(all).toEqual(expect.arrayContaining([now.id, booked.id]))
      expect(all).not.toContain(over.id)
      const asked: readonly [JsonObject, readonly number[]][] = [
        [{ id: now.id }, [now.id]],
        [{ scheduled: 1, id_client: at.id['beto']! }, [booked.id]],
        [{ scheduled: 0, id_client: at.id['beto']! }, []],
        [{ state: ['scheduled'], id: booked.id }, [booked.id]],
        [{ id_company: at.server.ids.companies.a, id: booked.id }, [booked.id]],
        [{ id_product: at.id['van']!, id: now.id }, []],
        [{ org_address: 'LARCO', id: now.id }, [now.id]],
        [{ dst_address: 'begonias', id: now.id }, [now.id]],
        [{ dst_address: 'larco', id: now.id }, []],
        [{ id_driver: phone.id }, []],
        [{ id_grouping: 1 }, []],
      ]
      for (const [filters, wanted] of asked) expect([filters, await idsOf(filters)]).toEqual([filters, wanted])
    })

    test('has each service under the names of the specification, its state in words and who made it', async () => {
      const service = await at.make()
      const [row] = await actives({ id: service.id })
      expect(row).toMatchObject({
        cl_id: service.id_client,
        cl_name: service.cl_name,
        cl_surname: service.cl_surname,
        dr_id: null,
        dr_name: null,
        co_id: service.id_company,
        co_name: service.co_name,
        ca_id: null,
        ca_name: null,
        br_name: service.br_name,
        pr_name: service.pr_name,
        pr_hide_price: service.pr_hide_price,
        pm_name: service.pm_name,
        price_total: service.price_total,
        price_promo: 0,
        price_courier: 0,
        by_operator: 1,
        is_past_service: 0,
        num_service_assignments: 0,
        vehicle_requesting: null,
        org_lat: FROM.lat,
        org_lng: FROM.lng,
        org_address: service.org_address,
        dst_address: service.dst_address,
        op_id: service.op_id,
        state_obj: { id: 'created', name: 'Por solicitar', color: '#546e7a', contrast: '#ffffff' },
        ucr_type_text: 'Operador',
      })
      const { service: told } = await info(service.id)
      expect(told).toMatchObject({
        cl_id: service.id_client,
        dr_id: null,
        price_wait: row?.['price_wait'],
        price_pause: row?.['price_pause'],
        time_wait: null,
        ucr_type_text: 'Operador',
      })
      const { body } = await at.server.call('operator', 'GET', 'services', { filters: { id: service.id } })
      expect((body['items'] as JsonObject[])[0]).toMatchObject({
        ucr_type_text: 'Operador',
        is_past_service: 0,
        state_obj: { id: 'created' },
      })
    })

    test('tells bookings with candidates that wait for an answer from those without', async () => {
      const [with_, without] = [
        await at.make({ scheduled: 1, scheduled_dates: ['2026-11-23T15:00:00.000Z'] }),
        await at.make({ scheduled: 1, scheduled_dates: ['2026-11-24T15:00:00.000Z'] }),
      ]
      await at.put('service_assignments', {
        id_service: with_.id,
        id_driver: phone.id,
        id_vehicle: phone.vehicle,
        state: 'pending',
      })
      await at.put('service_assignments', {
        id_service: without.id,
        id_driver: phone.id,
        id_vehicle: phone.vehicle,
        state: 'rejected',
      })
      const ids = [with_.id, without.id]
      expect([
        await idsOf({ id: ids, num_service_assignments: 1 }),
        await idsOf({ id: ids, num_service_assignments: 0 }),
      ]).toEqual([[with_.id], [without.id]])
    })

    test('says whose driver is being asked, and until when', async () => {
      const service = await at.make()
      await database.transaction((tx) =>
        tx.updateTable('services').set({ state: 'requested' }).where('id', '=', service.id).execute(),
      )
      const deadline = new Date(NOON.getTime() + 3_600_000).toISOString()
      await at.put('service_offers', {
        id_service: service.id,
        id_driver: phone.id,
        id_vehicle: phone.vehicle,
        state: 'pending',
        date_deadline: deadline,
        date_created: NOON.toISOString(),
      })
      const [row] = await actives({ id: service.id })
      expect(row).toMatchObject({
        vehicle_requesting: phone.vehicle,
        requesting_name: 'Rosa Chofer',
        date_deadline: deadline,
        left_s: 3600,
      })
      const [other] = await actives({ state: ['scheduled'] })
      expect(other).toMatchObject({ vehicle_requesting: null, date_deadline: null })
      await at.server.call('operator', 'POST', 'dispatcher/cancelService', { id_service: service.id })
    })
  })

  describe('what waits longest', () => {
    const since = (id: number, minutes: number) =>
      database.transaction((tx) =>
        tx
          .updateTable('services')
          .set({
            date_requested: new Date(NOON.getTime() - minutes * 60_000).toISOString(),
            date_created: new Date(NOON.getTime() - minutes * 60_000).toISOString(),
          })
          .where('id', '=', id)
          .execute(),
      )
    const onAir = (id: number) =>
      database.transaction((tx) =>
        tx.updateTable('services').set({ state: 'requested' }).where('id', '=', id).execute(),
      )

    test('is the first card of its column; bookings of other days stand below what is under way', async () => {
      const booked = await at.make({ scheduled: 1, scheduled_dates: ['2026-11-24T15:00:00.000Z'] })
      const [late, later, latest] = [await at.make(), await at.make(), await at.make()]
      for (const [one, minutes] of [
        [booked, 600],
        [late, 5],
        [later, 25],
        [latest, 50],
      ] as const)
        await since(one.id, minutes)
      for (const one of [late, later, latest]) await onAir(one.id)
      // As the board asks (tests/client/board.test.ts).
      const { body } = await at.get('operator', 'dispatcher/board', { order_col: 'date_requested', order_dir: 'asc' })
      const columns = body['columns'] as unknown as readonly {
        readonly value: string
        readonly items: readonly JsonObject[]
      }[]
      const cards = columns.find(({ value }) => value === 'requested')?.items.map(({ id }) => id) ?? []
      expect(cards).toEqual([latest.id, later.id, late.id])
      const ids = (await actives()).map(({ id }) => id)
      expect(ids.filter((id) => [booked.id, late.id, later.id, latest.id].includes(Number(id)))).toEqual([
        late.id,
        later.id,
        latest.id,
        booked.id,
      ])
      for (const one of [booked, late, later, latest])
        await at.server.call('operator', 'POST', 'dispatcher/cancelService', { id_service: one.id })
    })

    test('is under way on a company’s first page; what it has booked for another day is not', async () => {
      const going = async (): Promise<unknown> =>
        ((await at.get('companyA', 'home_company')).body['dash'] as { going: { value: number } }).going.value
      const before = Number(await going())
      const booked = await at.make({
        id_client: at.id['beto']!,
        scheduled: 1,
        scheduled_dates: ['2026-11-22T15:00:00.000Z'],
      })
      expect(await going()).toBe(before)
      const now = await at.make({ id_client: at.id['beto']! })
      await onAir(now.id)
      expect(await going()).toBe(before + 1)
      for (const one of [booked, now])
        await at.server.call('operator', 'POST', 'dispatcher/cancelService', { id_service: one.id })
    })
  })

  test('why a driver was asked is a sentence in every file of an offer, as on its page', async () => {
    const service = await at.make()
    const why = {
      reason: 'nearest',
      rank: 1,
      idle_s: 120,
      passed_over: [
        { id_vehicle: 1, reason: 'paused' },
        { id_vehicle: 2, reason: 'paused' },
      ],
    }
    const offer = await at.put('service_offers', {
      id_service: service.id,
      id_driver: phone.id,
      id_vehicle: phone.vehicle,
      state: 'rejected',
      date_deadline: NOON.toISOString(),
      date_created: NOON.toISOString(),
      distance: 1250,
      duration: 240,
      why: JSON.stringify(why),
    })
    const sentence = 'El más cercano: a 1.3 km, 4 min. Se dejaron de lado 2 vehículos: 2 en pausa.'
    for (const format of ['csv', 'html'] as const) {
      const [list, one] = [
        await at.get('operator', 'service_offers', { format, filters: { id_service: service.id }, columns: '*' }),
        await at.get('operator', `service_offers/${offer}`, { export: format }),
      ]
      for (const { text } of [list, one])
        expect([format, text.includes(sentence), text.includes('passed_over')], text).toEqual([format, true, false])
      // On paper there is no box that tells the unit; what is loaded again has the number alone.
      expect([format, /1,?250\sm\b/.test(list.text)], list.text.match(/.{40}1,?250.{40}/)?.[0]).toEqual([
        format,
        format === 'html',
      ])
    }
    const named = await at.get('operator', 'service_offers', {
      format: 'csv',
      headers: 'names',
      filters: { id_service: service.id },
      columns: 'id,why',
    })
    expect(named.text).toContain('passed_over')
    await at.server.call('operator', 'POST', 'dispatcher/cancelService', { id_service: service.id })
  })

  describe('the information of a service', () => {
    test('is its people, its vehicle, its stops and its clock', async () => {
      const service = await at.make()
      expect(await info(service.id)).toMatchObject({
        service: { id: service.id },
        client: { name: 'Ana', phone: '987654321' },
        driver: null,
        vehicle: null,
        trackings: [],
        timer: null,
      })
      const assigned = await at.server.call('operator', 'POST', 'dispatcher/assignVehicle', {
        id_service: service.id,
        id_vehicle: phone.vehicle,
      })
      expect(assigned.status, assigned.text).toBe(200)
      const now = await info(service.id)
      expect(now).toMatchObject({
        service: { state: 'accepted' },
        driver: { id: phone.id, name: 'Rosa', pic: null },
        vehicle: { id: phone.vehicle, brand: 'Toyota', lat: FROM.lat, lng: FROM.lng },
        timer: { percent: 0 },
      })
      expect(now.stops.map(({ address }) => address)).toEqual([
        'Av. Larco 345, Miraflores',
        'Calle Las Begonias 441, San Isidro',
      ])
      await at.server.call('operator', 'POST', 'dispatcher/cancelService', { id_service: service.id })
      expect((await info(service.id)).timer).toBeNull()
    })

    test('follows its driver while they are on it, and no further', async () => {
      const service = await at.make()
      expect(
        (
          await at.server.call('operator', 'POST', 'dispatcher/assignVehicle', {
            id_service: service.id,
            id_vehicle: phone.vehicle,
          })
        ).status,
      ).toBe(200)
      const tell = async (seconds: number, north: number) => {
        const told = new Date(NOON.getTime() + seconds * 1000)
        const { status, text } = await phone.post('positions', {
          device_id: phone.device_id,
          positions: [{ lat: FROM.lat + north, lng: FROM.lng, timestamp: told.toISOString() }],
        })
        expect(status, text).toBe(200)
      }
      await tell(5, 0.0001)
      expect((await info(service.id)).trackings).toHaveLength(1)
      await database.transaction((tx) =>
        tx
          .updateTable('services')
          .set({ state: 'canceled', date_canceled: new Date(NOON.getTime() + 20_000).toISOString() })
          .where('id', '=', service.id)
          .execute(),
      )
      await tell(40, 0.0002)
      expect((await info(service.id)).trackings).toHaveLength(1)
    })

    test("is nobody's who may not meet the service", async () => {
      const service = await at.make()
      expect((await at.server.call(null, 'GET', 'services/info', { id: service.id })).status).toBe(401)
      expect((await at.get('operator', 'services/info', { id: 999_999 })).status).toBe(404)
      expect([403, 404]).toContain((await at.get('companyB', 'services/info', { id: service.id })).status)
      const elsewhere = await personApp(
        at,
        'Tomás',
        { type_user: '1' },
        { name: 'Tarifas', rights: { tarifs: 'edit' } },
      )
      expect((await elsewhere.get('services/info', { id: service.id })).status).toBe(403)
    })
  })
})

import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DispatcherService } from '../../custom/services/model/dispatcher-service'
import { cancelColumns, finishFare, moveService } from '../../custom/services/server'
import { readFare } from '../../custom/fares/server'
import { oneEngine } from '../engines'
import { FROM, TO } from './whole-app'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'
import { tellsWhatWasDone } from './told-activity'

const MINUTE = 60_000

oneEngine((_engine, open) => {
  let at: ServicesApp
  let now = NOON

  beforeAll(async () => {
    at = await servicesApp(open, () => now)
  })
  beforeEach(() => {
    now = NOON
  })

  const minute = (n: number): Date => new Date(NOON.getTime() + n * MINUTE)
  const read = async (id: number): Promise<DispatcherService> =>
    (await at.get('operator', 'dispatcher/form', { id })).body['item'] as unknown as DispatcherService
  const columns = async (id: number) => {
    const {
      rows: [row],
    } = await sql<{
      [name: string]: number
    }>`select price_wait::float8, price_pause::float8, price_toll::float8, price_total::float8,
      price_base::float8, price_fee::float8, price_driver::float8, time_wait, distance, duration, id_fare,
      id_subscription from services where id = ${id}`.execute(at.server.database.db)
    return row!
  }
  /** A ride that a driver has accepted at noon. */
  const ride = async (name: string, input = {}, role: 'operator' | 'companyA' = 'operator') => {
    const item = await at.make(input, role)
    const driver = await at.driver(name)
    const { status, text } = await at.call('operator', 'dispatcher/assignVehicle', {
      id_service: item.id,
      id_vehicle: driver.vehicle,
    })
    expect(status, text).toBe(200)
    return { id: item.id, item, driver }
  }
  const move = (id: number, name: 'wait' | 'start', when: Date) =>
    at.server.database.transaction((tx) =>
      moveService(tx, { id, move: name, by: { mover: 'operator', id_user: null, platform: 'web' }, now: when }),
    )
  const finish = (id: number, when: Date, more: object = {}) =>
    at.server.database.transaction(async (tx) =>
      finishFare(tx, {
        id_service: id,
        by: { mover: 'operator', id_user: null, platform: 'web' },
        now: when,
        settings: await at.server.runtime.settings(),
        ...more,
      }),
    )

  describe('a ride that ends', () => {
    test('costs what was agreed where nothing else happened, and its fare says why for ever', async () => {
      const { id, item } = await ride('Uma')
      await move(id, 'start', minute(5))
      await finish(id, minute(20))
      const after = await columns(id)
      expect(after).toMatchObject({ price_total: item.price_total, price_wait: 0, price_base: item.price_base })
      const stored = await readFare(at.server.database.db, after['id_fare']!)
      expect(stored!.total).toBeCloseTo(item.price_total!, 6)
    })

    test('costs the waiting beyond the courtesy, pauses and tolls as they were', async () => {
      const { id, item } = await ride('Vera')
      await move(id, 'wait', minute(0))
      await move(id, 'start', minute(12))
      await finish(id, minute(40), { pauses: [{ minutes: 10 }], tolls: [{ name: 'Garita', price: 7.5 }] })
      const after = await columns(id)
      // 12 minutes with 5 of courtesy at 1 a minute; 10 minutes of pause at 0.5.
      expect(after).toMatchObject({
        price_wait: 7,
        price_pause: 5,
        price_toll: 7.5,
        time_wait: 720,
        price_base: item.price_base,
      })
      // The fee of the house is a tenth of run, waiting and pause.
      expect(after['price_total']).toBeCloseTo((item.price_base! + 7 + 5) * 1.1 + 7.5, 1)
      expect(after['price_fee']! + after['price_driver']!).toBeCloseTo(after['price_total']!, 6)
      // The fare that it says is its own is that of the ride, not the agreed one.
      expect((await readFare(at.server.database.db, after['id_fare']!))!.total).toBeCloseTo(after['price_total']!, 6)
    })

    test('costs at its origin the waiting from the arrival to the start, whatever the stop says', async () => {
      const { id, item } = await ride('Wilma')
      await move(id, 'wait', minute(10))
      await move(id, 'start', minute(18))
      const [origin, end] = item.stops
      const { db } = at.server.database
      await db.updateTable('service_stops').set({ wait_s: 1800 }).where('id', '=', origin!.id).execute()
      await db.updateTable('service_stops').set({ wait_s: 60 }).where('id', '=', end!.id).execute()
      await finish(id, minute(40))
      expect((await columns(id))['time_wait']).toBe(540)
    })

    test('costs the way that the phone told, unless the price was agreed', async () => {
      const drive = async (name: string, id_product: number) => {
        const { id, driver, item } = await ride(name, { id_product })
        await move(id, 'start', minute(2))
        await at.server.database.transaction(async (tx) => {
          for (let n = 0; n <= 20; n++) {
            await tx
              .insertInto('trackings')
              .values({
                id_driver: driver.id,
                id_vehicle: driver.vehicle,
                lat: FROM.lat + ((TO.lat - FROM.lat) * n) / 5,
                lng: FROM.lng,
                date_fix: minute(2 + n),
                date_received: minute(2 + n),
              })
              .execute()
          }
        })
        await finish(id, minute(22))
        return { item, after: await columns(id) }
      }
      const metered = await drive('Ximena', at.id['taxi']!)
      expect(metered.after['distance']).toBeGreaterThan(metered.item.distance! * 2)
      expect(metered.after['duration']).toBe(1200)
      expect(metered.after['price_total']).toBeGreaterThan(metered.item.price_total!)
      const agreed = await drive('Yola', at.id['van']!)
      expect(agreed.after['price_total']).toBe(agreed.item.price_total)
    })

    test('there and back: the metres of both ways count once, for the tariff says what the way back costs; one that stayed there is all there', async () => {
      const drive = async (name: string, back: boolean) => {
        const { id, driver, item } = await ride(name, { is_return: true })
        await move(id, 'start', minute(2))
        // To the destination in ten minutes, with a detour of its own length, and back again or waiting.
        await at.server.database.transaction(async (tx) => {
          for (let n = 0; n <= 20; n++) {
            const way = n <= 10 ? n / 10 : back ? (20 - n) / 10 : 1
            await tx
              .insertInto('trackings')
              .values({
                id_driver: driver.id,
                id_vehicle: driver.vehicle,
                lat: FROM.lat + (TO.lat - FROM.lat) * way * 1.3,
                lng: FROM.lng + (TO.lng - FROM.lng) * way * 1.3,
                date_fix: minute(2 + n),
                date_received: minute(2 + n),
              })
              .execute()
          }
        })
        await finish(id, minute(22))
        return { item, after: await columns(id) }
      }
      const [both, there] = [await drive('Ines', true), await drive('Irma', false)]
      expect(both.after['distance']! / there.after['distance']!).toBeCloseTo(1, 2)
      expect([both.after['duration'], there.after['duration']]).toEqual([600, 1200])
      // Charged for both ways, as agreed, and not twice for both.
      expect(both.after['price_total']! / both.item.price_total!).toBeLessThan(1.5)
    })

    test('is shared out by the subscription of its driver, else by the one of the settings', async () => {
      const own = await at.put('subscriptions', { name: 'Oro', fee_percentage: '20', fee_amount: '1' })
      const { id, driver } = await ride('Zoe')
      await at.server.database.transaction((tx) =>
        tx.updateTable('users').set({ id_subscription: own }).where('id', '=', driver.id).execute(),
      )
      await move(id, 'start', minute(1))
      await finish(id, minute(9))
      const after = await columns(id)
      expect(after['id_subscription']).toBe(own)
      expect(after['price_fee']! + after['price_driver']!).toBeCloseTo(after['price_total']!, 6)
      expect(after['price_fee']).toBeGreaterThan(after['price_total']! * 0.25)
    })

    test('is finished once: a second time is told that it is over, and nothing is charged twice', async () => {
      const { id } = await ride('Alba')
      await move(id, 'start', minute(1))
      const two = await Promise.allSettled([finish(id, minute(9)), finish(id, minute(9))])
      expect(two.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect((await read(id)).state).toBe('finalized')
    })
  })

  describe('a cancellation', () => {
    const cancel = (id: number, more = {}, role: 'operator' | 'companyA' | 'companyB' = 'operator') =>
      at.call(role, 'dispatcher/cancelService', { id_service: id, ...more })

    test('costs nothing before a driver has it, and twice is once', async () => {
      const { id } = await at.make({ after: 'search' })
      const first = await cancel(id, { reason: ' Ya no viaja ' })
      expect(first.body).toMatchObject({
        price_cancel: 0,
        item: { state: 'canceled', date_canceled: NOON.toISOString() },
      })
      const again = await cancel(id)
      expect([again.status, (again.body['item'] as unknown as DispatcherService).version]).toEqual([
        200,
        (first.body['item'] as unknown as DispatcherService).version,
      ])
      const {
        rows: [row],
      } = await sql<{
        cancel_by: string
        cancel_reason: string
      }>`select cancel_by, cancel_reason from services where id = ${id}`.execute(at.server.database.db)
      expect(row).toEqual({ cancel_by: 'operator', cancel_reason: 'Ya no viaja' })
    })

    test('says in Information who did it and why; what was not cancelled says nothing', async () => {
      const canceledOf = async (id: number) => (await at.get('operator', 'services/info', { id })).body['canceled']
      const { id } = await at.make()
      expect(await canceledOf(id)).toBeNull()
      await cancel(id, { cancel_code: 'plans', reason: 'Viaja mañana' })
      expect(await canceledOf(id)).toEqual({ by: 'Operador', reason: 'El cliente cambió de planes: Viaja mañana' })
    })

    test('costs its penalty once the free minutes are over, and the operator may let the client off', async () => {
      const soon = await ride('Berta')
      now = minute(1)
      expect((await cancel(soon.id)).body['price_cancel']).toBe(0)
      now = NOON
      const late = await ride('Celia')
      now = minute(3)
      expect((await cancel(late.id)).body['price_cancel']).toBe(4)
      now = NOON
      const free = await ride('Dora')
      now = minute(30)
      expect((await cancel(free.id, { free: 1 })).body['price_cancel']).toBe(0)
    })

    test('by who is not of the house: their own services until the ride begins, never with the penalty waived', async () => {
      const { id } = await ride('Elsa', { id_client: at.id['beto']! }, 'operator')
      expect((await cancel(id, {}, 'companyB')).status).toBe(404)
      now = minute(10)
      expect((await cancel(id, { free: 1 }, 'companyA')).body).toMatchObject({ ok: true, price_cancel: 4 })
      now = NOON
      const under = await ride('Fany', { id_client: at.id['beto']! })
      await move(under.id, 'start', minute(1))
      now = minute(5)
      expect((await cancel(under.id, {}, 'companyA')).status).toBe(409)
      expect((await cancel(under.id)).body).toMatchObject({ price_cancel: 0, item: { state: 'canceled' } })
    })

    test('frees the driver for the next ride and gives the promotion back', async () => {
      const code = `OTRA${at.server.ids.users.root}`
      await at.put('promotions', { code, name: 'Una vez', type_benefit: '2', amount: '2', use_limit: 1 })
      const { id, driver } = await ride('Gina', { promotion: code })
      expect((await at.send({ promotion: code })).status).toBe(422)
      await cancel(id)
      const next = await at.make({ promotion: code })
      const { status, text } = await at.call('operator', 'dispatcher/assignVehicle', {
        id_service: next.id,
        id_vehicle: driver.vehicle,
      })
      expect(status, text).toBe(200)
    })

    test('answers the GET of old clients', async () => {
      const { id } = await at.make()
      expect((await at.get('operator', 'dispatcher/cancelService', { id_service: id })).body).toMatchObject({
        ok: true,
        item: { state: 'canceled' },
      })
    })

    test('of a client who did not come costs the penalty', async () => {
      const { id, driver } = await ride('Hilda')
      await move(id, 'wait', minute(2))
      await at.server.database.transaction(async (tx) =>
        moveService(tx, {
          id,
          move: 'no_show',
          by: { mover: 'driver', id_user: driver.id, platform: 'android' },
          id_driver: driver.id,
          now: minute(15),
          also: await cancelColumns(tx, { id_service: id, now: minute(15), who: 'no_show' }),
        }),
      )
      expect(await read(id)).toMatchObject({ state: 'canceled', price_cancel: 4 })
    })
  })

  tellsWhatWasDone(() => at.server, 'services')
})

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endShift, pauseShift, resumeShift, setAvailability, startShift } from '../../custom/fleet/server'
import type { JsonObject } from '../../src/model/json'
import { fromColumns, type VehicleColumns } from '../../custom/dispatcher/model/vehicle-columns'
import { oneEngine } from '../engines'
import { pointAt } from './whole-app'
import { fleetApp, type FleetApp, type FleetDriver } from './fleet-fixture'
import type { RoleName } from './fixture-users'
import { tellsWhatWasDone } from './told-activity'

const START = new Date('2026-11-21T17:00:00.000Z')
const LARCO = { lat: -12.1211, lng: -77.0297 }

oneEngine((_engine, open) => {
  let at: FleetApp
  let now = START
  let ids: { [name: string]: number }
  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000)
  }
  type Tx = Parameters<typeof startShift>[0]
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => at.server.database.transaction(work)

  beforeAll(async () => {
    at = await fleetApp(open, () => now)
    const tarif = await at.put('tarifs', { type: '1', name: 'Normal', price_base: '5' })
    ids = {
      product: await at.put('products', { name: 'Taxi', id_tarif: tarif, capacity_1: 4 }),
      client: await at.put('users', { type_user: '3', name: 'Cliente' }),
    }
  })
  beforeEach(() => {
    now = START
  })

  const ride = (driver: FleetDriver, more: JsonObject = {}) =>
    at.put('services', {
      id_client: ids.client,
      id_product: ids.product,
      id_driver: driver.id,
      id_vehicle: driver.id_vehicle,
      state: 'accepted',
      date_accepted: now,
      dst_point: pointAt(-12.09, -77.05),
      ...more,
    })
  const move = (id: number, state: string, more: JsonObject = {}) =>
    at.rows(
      `update services set state = $2, price_total = coalesce($3, price_total), date_finalized = $4 where id = $1`,
      id,
      state,
      more.price ?? null,
      state === 'finalized' ? now : null,
    )
  const list = async (input: JsonObject = {}, role: RoleName = 'operator') => {
    const { status, body, text } = await at.server.call(role, 'GET', 'driver_shifts', input)
    expect(status, text).toBe(200)
    return body['items'] as readonly (JsonObject & { id_driver: number; state: string; place: number })[]
  }
  const onMap = async ({ id_vehicle }: FleetDriver) => {
    await at.fleet.fresh()
    return at.fleet.get(id_vehicle)
  }

  describe('a shift', () => {
    test('begins at the end of the queue; beginning again changes nothing', async () => {
      const [ana, beto] = [await at.driver('Ana'), await at.driver('Beto', { offShift: true })]
      const first = await inTx((tx) =>
        startShift(tx, { id_driver: beto.id, id_vehicle: null, app_version_code: 80, now }),
      )
      expect(first).toMatchObject({
        id_driver: beto.id,
        id_vehicle: beto.id_vehicle,
        state: 'online',
        app_version_code: 80,
        date_start: '2026-11-21T17:00:00.000Z',
      })
      expect(
        await inTx((tx) =>
          startShift(tx, { id_driver: beto.id, id_vehicle: beto.id_vehicle, app_version_code: null, now }),
        ),
      ).toEqual(first)
      const queue = (await list()).map(({ id_driver }) => id_driver)
      expect(queue.indexOf(beto.id)).toBe(queue.indexOf(ana.id) + 1)
    })

    test("is refused with another's vehicle, one that is off, without saying which of two, and to one who is blocked", async () => {
      const [ana, beto] = [await at.driver('Ana', { offShift: true }), await at.driver('Beto', { offShift: true })]
      const begin = (id_vehicle: number | null) =>
        inTx((tx) => startShift(tx, { id_driver: ana.id, id_vehicle, app_version_code: null, now }))
      await expect(begin(beto.id_vehicle)).rejects.toMatchObject({
        code: 'VALIDATION',
        errors: { id_vehicle: { key: 'fleet.not_his_vehicle' } },
      })
      const second = (await at.driver('Carla', { offShift: true })).id_vehicle
      await at.rows('update vehicles set id_user = $1 where id = $2', ana.id, second)
      await expect(begin(null)).rejects.toMatchObject({
        code: 'VALIDATION',
        errors: { id_vehicle: { key: 'required' } },
      })
      await at.rows("update vehicles set state = '0' where id = $1", second)
      await expect(begin(second)).rejects.toMatchObject({ code: 'VALIDATION' })
      await at.rows("update users set state = '0' where id = $1", ana.id)
      await expect(begin(null)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    })

    test('of two drivers with one vehicle at once exactly one is begun, and the other is told', async () => {
      const [ana, beto] = [await at.driver('Ana', { offShift: true }), await at.driver('Beto', { offShift: true })]
      // It changes hands between the two.
      const begin = (driver: FleetDriver) =>
        inTx((tx) => startShift(tx, { id_driver: driver.id, id_vehicle: ana.id_vehicle, app_version_code: null, now }))
      await begin(ana)
      await at.rows('update vehicles set id_user = $1 where id = $2', beto.id, ana.id_vehicle)
      await expect(begin(beto)).rejects.toMatchObject({ code: 'CONFLICT', say: 'fleet.vehicle_taken' })
      await inTx((tx) => endShift(tx, { id_driver: ana.id, now }))
      const tries = await Promise.allSettled(Array.from({ length: 8 }, () => begin(beto)))
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
      expect(
        await at.rows("select 1 from driver_shifts where id_vehicle = $1 and state <> 'closed'", ana.id_vehicle),
      ).toHaveLength(1)
      expect((await onMap(ana))?.id_driver).toBe(beto.id)
    })

    test('does not end on a ride or with a request to answer', async () => {
      const ana = await at.driver('Ana')
      const service = await ride(ana)
      const end = () => inTx((tx) => endShift(tx, { id_driver: ana.id, now }))
      await expect(end()).rejects.toMatchObject({ code: 'CONFLICT', say: 'fleet.shift_on_ride' })
      await move(service, 'finalized')
      const offer = await at.put('service_offers', {
        id_service: service,
        id_driver: ana.id,
        id_vehicle: ana.id_vehicle,
        state: 'pending',
        date_deadline: new Date(now.getTime() + 30_000),
      })
      await expect(end()).rejects.toMatchObject({ code: 'CONFLICT', say: 'fleet.shift_offer_open' })
      expect(await onMap(ana)).toMatchObject({ requesting: service })
      await at.rows("update service_offers set state = 'rejected' where id = $1", offer)
      expect(await end()).toMatchObject({ state: 'closed', place: null })
      expect(await end()).toBe(null)
      expect(await onMap(ana)).toMatchObject({ availability: 'offline', shift: null, requesting: null })
    })

    test('ends although a request whose time is over has not been written off yet', async () => {
      const ana = await at.driver('Ana')
      const service = await ride(ana)
      await move(service, 'finalized')
      const offer = await at.put('service_offers', {
        id_service: service,
        id_driver: ana.id,
        id_vehicle: ana.id_vehicle,
        state: 'pending',
        date_deadline: now,
      })
      expect(await inTx((tx) => endShift(tx, { id_driver: ana.id, now }))).toMatchObject({ state: 'closed' })
      await at.rows("update service_offers set state = 'expired' where id = $1", offer)
    })
  })

  describe('availability', () => {
    test('follows the facts: shift, rides, pause; whoever calls, and once too often', async () => {
      const ana = await at.driver('Ana')
      await ana.send(LARCO)
      const shows = async () => {
        await inTx((tx) => setAvailability(tx, { id_driver: ana.id, now }))
        const vehicle = await onMap(ana)
        return [vehicle?.availability, vehicle?.shift?.state, vehicle?.service?.state]
      }
      expect(await shows()).toEqual(['online', 'online', undefined])
      const [one, two] = [await ride(ana, { for_shared_service: true }), await ride(ana, { for_shared_service: true })]
      expect(await shows()).toEqual(['busy', 'busy', 'accepted'])
      await Promise.all(
        [one, two].map((id) =>
          inTx(async (tx) => {
            await tx
              .updateTable('services')
              .set({ state: 'finalized', date_finalized: now, price_total: '12.5' })
              .where('id', '=', id)
              .execute()
            await setAvailability(tx, { id_driver: ana.id, now, finished: true })
          }),
        ),
      )
      expect(await shows()).toEqual(['online', 'online', undefined])
      expect((await onMap(ana))?.today).toMatchObject({ amount: 25, services: 2 })
      await inTx((tx) => pauseShift(tx, { id_driver: ana.id, reason: 'Almuerzo', now }))
      expect(await shows()).toEqual(['busy', 'paused', undefined])
      await ride(ana)
      expect(await shows()).toEqual(['busy', 'paused', 'accepted'])
      await inTx((tx) => resumeShift(tx, { id_driver: ana.id, now }))
      expect(await shows()).toEqual(['busy', 'busy', 'accepted'])
    })

    test('of a phone that has been silent for ten minutes is offline, until it speaks again', async () => {
      const [ana, beto] = [await at.driver('Ana'), await at.driver('Beto')]
      await ana.send(LARCO)
      await beto.send(LARCO)
      const { fleet } = await import('../../custom/fleet/server')
      const silent = fleet.jobs?.find(({ name }) => name === 'fleet.silent')
      const look = async () => {
        await silent?.run({ runtime: at.server.runtime, signal: new AbortController().signal, log: () => {} })
      }
      later(590)
      await beto.send(LARCO)
      later(20)
      await look()
      expect([(await onMap(ana))?.availability, (await onMap(beto))?.availability]).toEqual(['offline', 'online'])
      expect((await onMap(ana))?.shift?.state).toBe('online')
      later(5)
      await ana.send(LARCO)
      expect((await onMap(ana))?.availability).toBe('online')
    })
  })

  describe('the drawer', () => {
    test('is in the order of the queue and by state, with counts', async () => {
      const [ana, beto] = [await at.driver('Ana'), await at.driver('Beto', { vehicle: { code: 'M9' } })]
      await inTx((tx) => pauseShift(tx, { id_driver: beto.id, reason: 'Almuerzo', now }))
      const mine = (await list()).filter(({ id_driver }) => id_driver === ana.id || id_driver === beto.id)
      expect(mine).toMatchObject([
        {
          id_driver: ana.id,
          us_name: 'Ana',
          state: 'online',
          state_obj: { id: 'online', name: 'Conectado' },
          icon: 'car',
        },
        {
          id_driver: beto.id,
          code: 'M9',
          state: 'paused',
          pause_reason: 'Almuerzo',
          date_paused: '2026-11-21T17:00:00.000Z',
        },
      ])
      expect((await list({ state: 'paused' })).every(({ state }) => state === 'paused')).toBe(true)
      const { body } = await at.server.call('reader', 'GET', 'driver_shifts/states')
      const all = await list()
      expect((body['items'] as readonly JsonObject[]).map(({ id, count }) => [id, count])).toEqual(
        ['online', 'busy', 'paused'].map((state) => [state, all.filter((one) => one.state === state).length]),
      )
      expect((await at.server.call('operator', 'GET', 'driver_shifts', { state: 'asleep' })).status).toBe(422)
    })

    test('names states in the language of who reads them, as the map does', async () => {
      const ana = await at.driver('Ana')
      await at.rows("update users set language = 'en' where id = $1", at.server.ids.users.reader)
      const named = async (path: string) =>
        (await at.server.call('reader', 'GET', path)).body['items'] as readonly (JsonObject & {
          state_obj?: JsonObject
        })[]
      expect((await named('driver_shifts')).find(({ id_driver }) => id_driver === ana.id)?.state_obj).toMatchObject({
        id: 'online',
        name: 'Online',
      })
      expect((await named('driver_shifts/states')).map(({ name }) => name)).toEqual(['Online', 'Busy', 'Paused'])
      await expect
        .poll(async () => (await named('live/vehicles')).find(({ id }) => id === ana.id_vehicle)?.state_obj?.['name'])
        .toMatch(/^(Online|Offline)$/)
      await at.rows('update users set language = null where id = $1', at.server.ids.users.reader)
    })

    test('sorts some of the queue among the places that they have; two who sort at once leave one order', async () => {
      const drivers = [
        await at.driver('Uno'),
        await at.driver('Dos'),
        await at.driver('Tres'),
        await at.driver('Cuatro'),
      ]
      const [a, b, c, d] = drivers.map(({ id }) => id) as [number, number, number, number]
      const order = async () =>
        (await list()).map(({ id_driver }) => id_driver).filter((id) => [a, b, c, d].includes(id))
      const sort = (id_drivers: readonly number[], role: RoleName = 'operator') =>
        at.server.call(role, 'POST', 'driver_shifts/resort', { id_drivers: [...id_drivers] })
      expect((await sort([c, a, 999_999])).status).toBe(200)
      expect(await order()).toEqual([c, b, a, d])
      await at.rows('update driver_shifts set place = null where id_driver = $1', b)
      await sort([d, b, a, c])
      expect(await order()).toEqual([d, b, a, c])
      const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => sort(n % 2 ? [a, b, c, d] : [d, c, b, a])))
      expect(answers.every(({ status }) => status === 200)).toBe(true)
      expect([
        [a, b, c, d],
        [d, c, b, a],
      ]).toContainEqual(await order())
      const places = (await list()).map(({ place }) => place)
      expect(new Set(places).size).toBe(places.length)
    })

    test('puts a driver who has finished a ride at the end of the queue, and leaves one who has lost a ride in place', async () => {
      const [a, b] = [await at.driver('Uno'), await at.driver('Dos')]
      const order = async () =>
        (await list()).map(({ id_driver }) => id_driver).filter((id) => [a.id, b.id].includes(id))
      const settle = (driver: FleetDriver, finished = false) =>
        inTx((tx) => setAvailability(tx, { id_driver: driver.id, now, finished }))
      const lost = await ride(a)
      await settle(a)
      await move(lost, 'canceled')
      await settle(a)
      expect(await order()).toEqual([a.id, b.id])
      const done = await ride(a)
      await settle(a)
      await move(done, 'finalized')
      await settle(a, true)
      expect(await order()).toEqual([b.id, a.id])
    })

    test('is sorted by staff of a branch among the drivers of their branch alone', async () => {
      const [north, south] = [
        await at.put('branches', { name: 'Norte sola' }),
        await at.put('branches', { name: 'Sur sola' }),
      ]
      const of = (name: string, id_branch: number) => at.driver(name, { vehicle: { id_branch } })
      const [first, other, last] = [await of('Primero', north), await of('Ajeno', south), await of('Último', north)]
      await at.rows('update users set id_branch = $1 where id = $2', north, at.server.ids.users.operator)
      const { status } = await at.server.call('operator', 'POST', 'driver_shifts/resort', {
        id_drivers: [other.id, last.id, first.id],
      })
      await at.rows('update users set id_branch = null where id = $1', at.server.ids.users.operator)
      expect(status).toBe(200)
      const all = (await list({}, 'root')).map(({ id_driver }) => id_driver)
      expect(all.filter((id) => [first.id, other.id, last.id].includes(id))).toEqual([last.id, other.id, first.id])
    })

    test("is the operators' alone: readers do not sort, companies have no fleet", async () => {
      const ana = await at.driver('Ana')
      expect((await at.server.call('reader', 'POST', 'driver_shifts/resort', { id_drivers: [ana.id] })).status).toBe(
        403,
      )
      expect(await list({}, 'companyA')).toEqual([])
      const before = await list()
      expect(
        (
          await at.server.call('companyA', 'POST', 'driver_shifts/resort', {
            id_drivers: before.map(({ id_driver }) => id_driver).reverse(),
          })
        ).body,
      ).toMatchObject({ items: [], total: 0 })
      expect(await list()).toEqual(before)
      expect((await at.server.call('none', 'GET', 'driver_shifts')).status).toBe(403)
    })
  })

  describe('the table of vehicles', () => {
    test('has the nearest to a place first, 25 a page, with what they do', async () => {
      const near = await at.driver('Cercana', { vehicle: { code: 'T1' } })
      const far = await at.driver('Lejana', { vehicle: { code: 'T2' } })
      await near.send({ lat: 10.001, lng: 20 })
      await far.send({ lat: 10.02, lng: 20 })
      const asked = await ride(far)
      await inTx((tx) => setAvailability(tx, { id_driver: far.id, now }))
      const table = async (input: JsonObject) =>
        (await at.server.call('operator', 'GET', 'dispatcher/vehicles', input)).body as unknown as {
          items: readonly JsonObject[]
          total: number
        }
      const { items, total } = await table({ lat: 10, lng: 20 })
      expect(items.slice(0, 2)).toMatchObject([
        { id: near.id_vehicle, distance: 111, availability: 'online', se_id: null, today_services: 0 },
        {
          id: far.id_vehicle,
          distance: 2224,
          availability: 'busy',
          se_state_bj: { id: 'accepted', name: 'Asignado' },
          se_dst_lat: -12.09,
        },
      ])
      expect(items.length).toBe(Math.min(25, total))
      expect((await table({ lat: 10, lng: 20, page: 2, limit: 1 })).items).toMatchObject([{ id: far.id_vehicle }])
      expect((await table({ q: 't1' })).items).toMatchObject([{ id: near.id_vehicle, distance: null }])
      expect((await table({ state: 'accepted', q: 't2' })).items).toMatchObject([{ id: far.id_vehicle }])
      await inTx((tx) => pauseShift(tx, { id_driver: near.id, now }))
      const inStates = async (state: string) =>
        (await table({ lat: 10, lng: 20, state, q: 'chofer' })).items
          .map(({ id }) => id)
          .filter((id) => id === near.id_vehicle || id === far.id_vehicle)
      expect(await inStates('paused,accepted')).toEqual([near.id_vehicle, far.id_vehicle])
      expect([await inStates('paused'), await inStates('onway,accepted'), await inStates('requesting')]).toEqual([
        [near.id_vehicle],
        [far.id_vehicle],
        [],
      ])
      await at.put('service_offers', {
        id_service: asked,
        id_driver: near.id,
        id_vehicle: near.id_vehicle,
        state: 'pending',
        date_deadline: now,
      })
      expect(await inStates('requesting')).toEqual([near.id_vehicle])
      expect((await at.server.call('operator', 'GET', 'dispatcher/vehicles', { lat: 91, lng: 0 })).status).toBe(422)
    })

    test('names the states that a ride and a vehicle can be in', async () => {
      const states = async (path: string) =>
        ((await at.server.call('reader', 'GET', path)).body['items'] as readonly JsonObject[]).map(({ id }) => id)
      expect(await states('dispatcher/statesBusyDriver')).toEqual([
        'accepted',
        'onway',
        'waiting',
        'started',
        'arrived',
      ])
      expect(await states('dispatcher/vehiclesTempStates')).toEqual(['paused', 'requesting'])
    })

    test('shows staff of a branch the vehicles of their branch alone', async () => {
      const [north, south] = [await at.put('branches', { name: 'Norte' }), await at.put('branches', { name: 'Sur' })]
      const [here, there] = [
        await at.driver('Aquí', { vehicle: { id_branch: north } }),
        await at.driver('Allá', { vehicle: { id_branch: south } }),
      ]
      await at.rows('update users set id_branch = $1 where id = $2', north, at.server.ids.users.reader)
      const ids = async (path: string) =>
        ((await at.server.call('reader', 'GET', path)).body['items'] as readonly JsonObject[]).map(({ id }) => id)
      await expect.poll(() => ids('live/vehicles')).toEqual([here.id_vehicle])
      // Answers that many get are those of who sees the same.
      const whole = async (role: 'root' | 'reader') =>
        fromColumns(
          (await at.server.call(role, 'GET', 'live/vehicles', { form: 'columns' })).body[
            'columns'
          ] as unknown as VehicleColumns,
        ).map(({ id }) => id)
      expect(await whole('root')).toEqual(expect.arrayContaining([here.id_vehicle, there.id_vehicle]))
      expect(await whole('reader')).toEqual([here.id_vehicle])
      expect(await ids('dispatcher/vehicles')).toEqual([here.id_vehicle])
      expect((await list({}, 'reader')).map(({ id_driver }) => id_driver)).toEqual([here.id])
      await at.rows('update users set id_branch = null where id = $1', at.server.ids.users.reader)
      await expect.poll(() => ids('live/vehicles')).toContain(there.id_vehicle)
    })
  })

  tellsWhatWasDone(() => at.server, 'shifts')
})

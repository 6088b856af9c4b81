import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { fromColumns, type VehicleColumns } from '../../custom/dispatcher/model/vehicle-columns'
import { fleetApp } from './fleet-fixture'
import type { TestApp } from './fixture-app'

interface Live {
  readonly items: readonly (JsonObject & { readonly id: number; readonly plate: string })[]
  readonly gone: readonly number[]
  readonly totals: { readonly all: number; readonly online: number; readonly busy: number; readonly offline: number }
  readonly since: string
}

oneEngine((_engine, open) => {
  let server: TestApp
  let now = new Date('2026-11-21T12:00:00.000Z')
  const ids: { [plate: string]: number } = {}
  let driver = 0

  beforeAll(async () => {
    server = (await fleetApp(open, () => now)).server
    const { database } = server
    await database.transaction(async (tx) => {
      const put = async (table: string, row: { [column: string]: unknown }): Promise<number> => {
        const values = { date_created: now, date_updated: now, ...row }
        return Number((await tx.insertInto(table).values(values).returning('id').executeTakeFirstOrThrow()).id)
      }
      const car = await put('type_vehicles', { name: 'Auto', icon: 'car' })
      const moto = await put('type_vehicles', { name: 'Moto', icon: 'motorcycle' })
      const brand = await put('brand_vehicles', { name: 'Toyota' })
      driver = await put('users', {
        type_user: '2',
        name: 'Ángel',
        surname: 'Núñez Ríos',
        email: 'angel@test.pe',
        phone: '999111222',
        rating_average: '4.5',
        rating_count: 12,
      })
      type Row = { [column: string]: unknown }
      const vehicle = async (plate: string, more: Row, position: Row | null): Promise<void> => {
        const make = { id_type_vehicle: car, id_brand_vehicle: brand, model: 'Yaris', year: 2022, capacity_1: 4 }
        const id = await put('vehicles', { plate, ...make, ...more })
        ids[plate] = id
        if (position) await put('vehicle_positions', { id_vehicle: id, date_fix: now, ...position })
      }
      const at = (lat: number, lng: number) => sql`point(${lng}::float8, ${lat}::float8)`
      await vehicle(
        'ABC-123',
        { id_user: driver, code: 'M7' },
        {
          point: at(-12.1211, -77.0297),
          course: '92.5',
          speed: '31',
          battery_level: 9,
          mode: 'automotive',
          availability: 'online',
        },
      )
      await vehicle('DEF-456', {}, { point: at(-12.05, -77.04), availability: 'busy' })
      await vehicle('GHI-789', { id_type_vehicle: moto }, { point: at(-12.0631, -77.0972), availability: 'offline' })
      await vehicle('JKL-012', {}, null)
      await vehicle('OUT-001', { state: '0' }, { point: at(-12.1, -77), availability: 'online' })
      await vehicle('OUT-002', { date_deleted: now }, { point: at(-12.1, -77), availability: 'online' })
    })
  })
  beforeEach(() => {
    now = new Date('2026-11-21T12:00:00.000Z')
  })

  const live = async (input: JsonObject = {}, role: Parameters<TestApp['call']>[0] = 'operator'): Promise<Live> => {
    const answer = await server.call(role, 'GET', 'live/vehicles', input)
    expect(answer.status, answer.text).toBe(200)
    return answer.body as unknown as Live
  }
  const plates = ({ items }: Live): readonly string[] => items.map(({ plate }) => plate)
  const change = (table: 'vehicles' | 'vehicle_positions', id: number, row: { [column: string]: unknown }) =>
    server.database.transaction((tx) =>
      tx
        .updateTable(table)
        .set({ ...row, date_updated: now })
        .where(table === 'vehicles' ? 'id' : 'id_vehicle', '=', id)
        .execute(),
    )

  describe('live/vehicles', () => {
    test("has every active vehicle under the spec's names, also one that has never told its place", async () => {
      const answer = await live()
      expect(plates(answer)).toEqual(['ABC-123', 'DEF-456', 'GHI-789', 'JKL-012'])
      expect(answer.items[0]).toEqual({
        id: ids['ABC-123'],
        id_user: driver,
        us_name: 'Ángel',
        us_surname: 'Núñez Ríos',
        us_rating_average: 4.5,
        us_rating_count: 12,
        code: 'M7',
        plate: 'ABC-123',
        brand: 'Toyota',
        model: 'Yaris',
        year: 2022,
        icon: 'car',
        lat: -12.1211,
        lng: -77.0297,
        course: 92.5,
        availability: 'online',
        state_obj: { name: 'Conectado', color: '#2e7d32' },
        date_fix: '2026-11-21T12:00:00.000Z',
        se_id: null,
        se_state_bj: null,
        se_dst_lat: null,
        se_dst_lng: null,
        connected_unwilling: 0,
        today_amount: null,
        today_services: null,
        vehicle_requesting: null,
      })
      expect(answer.items[3]).toMatchObject({
        lat: null,
        lng: null,
        date_fix: null,
        availability: 'offline',
        id_user: null,
      })
      expect(answer.items[2]).toMatchObject({ icon: 'motorcycle' })
    })

    test('totals are those of the rows, whatever availability is shown', async () => {
      const { items, totals } = await live()
      const count = (availability: string) => items.filter((one) => one['availability'] === availability).length
      expect(totals).toEqual({
        all: items.length,
        online: count('online'),
        busy: count('busy'),
        offline: count('offline'),
      })
      const busy = await live({ availability: 'busy' })
      expect(plates(busy)).toEqual(['DEF-456'])
      expect(busy.totals).toEqual(totals)
      expect((await live({ q: 'toyota' })).totals).toEqual({ all: 0, online: 0, busy: 0, offline: 0 })
    })

    test.each([
      ['nunez', ['ABC-123']],
      ['ÁNGEL rios', ['ABC-123']],
      ['def456', ['DEF-456']],
      ['ghi-7', ['GHI-789']],
      ['m7', ['ABC-123']],
      ['angel def', []],
      ['%', []],
      ['_', []],
      ["'; drop table vehicles", []],
      ['', ['ABC-123', 'DEF-456', 'GHI-789', 'JKL-012']],
    ])('finds by %j', async (q, found) => {
      expect(plates(await live({ q }))).toEqual(found)
    })

    test('takes what it is asked for as the JSON object of lists, and a vehicle says who drives it', async () => {
      expect(plates(await live({ filters: JSON.stringify({ availability: 'busy' }) }))).toEqual(['DEF-456'])
      const { status, body } = await server.call('operator', 'GET', `vehicles/${ids['ABC-123']}`)
      expect(status).toBe(200)
      expect(body['item']).toMatchObject({ user: { id: driver, name: 'Ángel', surname: 'Núñez Ríos' } })
      expect((await server.call('operator', 'GET', `vehicles/${ids['JKL-012']}`)).body['item']).toMatchObject({
        user: null,
      })
    })

    test('keeps to the bounds that are asked for', async () => {
      expect(plates(await live({ bounds: '-12.13,-77.04,-12.11,-77.02' }))).toEqual(['ABC-123'])
    })

    test('refuses a filter that it does not know, and a malformed one', async () => {
      expect((await server.call('operator', 'GET', 'live/vehicles', { colour: 'red' })).status).toBe(422)
      expect((await server.call('operator', 'GET', 'live/vehicles', { availability: 'asleep' })).status).toBe(422)
      expect((await server.call('operator', 'GET', 'live/vehicles', { bounds: '1,2,3' })).status).toBe(422)
      expect((await server.call('operator', 'GET', 'live/vehicles', { since: 'yesterday' })).status).toBe(422)
    })

    test('an idle poll brings nothing, and is small', async () => {
      now = new Date('2026-11-21T12:01:00.000Z')
      const first = await live()
      const idle = await server.call('operator', 'GET', 'live/vehicles', { since: first.since })
      expect(idle.body).toMatchObject({ items: [], gone: [], totals: first.totals })
      expect(idle.text.length).toBeLessThan(200)
    })

    test('a poll brings what changed since, also what a transaction stamped before the poll and committed after it', async () => {
      now = new Date('2026-11-21T12:10:00.000Z')
      const { since } = await live()
      now = new Date('2026-11-21T12:09:55.000Z')
      await change('vehicle_positions', ids['DEF-456']!, { availability: 'online' })
      now = new Date('2026-11-21T12:10:05.000Z')
      const next = await live({ since })
      expect(plates(next)).toEqual(['DEF-456'])
      expect(next.totals).toMatchObject({ all: 4, online: 2, busy: 0 })
      const filtered = await live({ since, availability: 'busy' })
      expect([plates(filtered), filtered.gone]).toEqual([[], [ids['DEF-456']]])
      await change('vehicle_positions', ids['DEF-456']!, { availability: 'busy' })
      expect((await live()).totals).toMatchObject({ busy: 1 })
    })

    test('a vehicle that is switched off or removed is gone', async () => {
      now = new Date('2026-11-21T13:00:00.000Z')
      const { since } = await live()
      await change('vehicles', ids['GHI-789']!, { state: '0' })
      await change('vehicles', ids['JKL-012']!, { date_deleted: now })
      const next = await live({ since })
      expect([next.items, new Set(next.gone), next.totals.all]).toEqual([
        [],
        new Set([ids['GHI-789'], ids['JKL-012']]),
        2,
      ])
      await change('vehicles', ids['GHI-789']!, { state: '1' })
      await change('vehicles', ids['JKL-012']!, { date_deleted: null })
      expect((await live()).totals.all).toBe(4)
    })
  })

  describe('who may', () => {
    test('operators see the fleet, those who only read too; nobody without the right does', async () => {
      for (const role of ['root', 'operator', 'reader'] as const) expect((await live({}, role)).totals.all).toBe(4)
      expect((await server.call('none', 'GET', 'live/vehicles')).status).toBe(403)
      expect((await server.call(null, 'GET', 'live/vehicles')).status).toBe(401)
      expect((await server.call('operator', 'POST', 'live/vehicles')).status).toBe(405)
    })

    test("a company's people have no fleet, though their role sees the module", async () => {
      for (const role of ['companyA', 'companyB', 'readerA'] as const) {
        expect(await live({}, role)).toMatchObject({ items: [], totals: { all: 0, online: 0, busy: 0, offline: 0 } })
        expect(await live({ form: 'columns' }, role)).toMatchObject({ items: [], totals: { all: 0 } })
        expect((await server.call(role, 'GET', 'live/infoVehicle', { id_vehicle: ids['ABC-123']! })).status).toBe(404)
      }
    })

    test('is the same by keys, made and packed once for all who see the same of it, and what happens meanwhile comes next', async () => {
      now = new Date('2026-11-21T13:00:00.000Z')
      for (const role of ['operator', 'root'] as const) {
        const { items, ...whole } = await live({}, role)
        const { columns, ...shared } = (await live({ form: 'columns' }, role)) as Live & { columns: VehicleColumns }
        expect(shared).toEqual({ ...whole, items: [] })
        expect(fromColumns(columns)).toEqual(items)
      }
      // What is asked for beside it is answered as ever, without one of those kept.
      expect(plates(await live({ form: 'columns', q: 'def' }))).toEqual(['DEF-456'])
      const first = await live({ form: 'columns' })
      await change('vehicles', ids['ABC-123'] ?? 0, { code: 'M77' })
      expect(await live({ form: 'columns' })).toEqual(first)
      expect((await live({ since: first.since, form: 'columns' })).items).toContainEqual(
        expect.objectContaining({ code: 'M77' }),
      )
      now = new Date('2026-11-21T13:00:02.000Z')
      const later = (await live({ form: 'columns' })) as Live & { columns: VehicleColumns }
      expect(fromColumns(later.columns)[0]?.code).toBe('M77')
      await change('vehicles', ids['ABC-123'] ?? 0, { code: 'M7' })
      expect((await server.call('none', 'GET', 'live/vehicles', { form: 'columns' })).status).toBe(403)
      expect((await server.call('operator', 'GET', 'live/vehicles', { form: 'rows' })).status).toBe(422)
    })

    test('the module is in the menu of those who see it', async () => {
      const urls = (menu: unknown): readonly string[] =>
        (menu as readonly { url?: string; children?: unknown }[]).flatMap(({ url, children }) => [
          ...(url ? [url] : []),
          ...(children ? urls(children) : []),
        ])
      const verify = async (role: 'operator' | 'none') =>
        ((await server.call(role, 'GET', 'verify')).body['user'] as JsonObject)['menu']
      expect(urls(await verify('operator'))).toContain('/dispatcher')
      expect(urls(await verify('none'))).not.toContain('/dispatcher')
    })
  })

  describe('live/infoVehicle', () => {
    test('tells the last position with its street and district, and whom to ring', async () => {
      const { body } = await server.call('reader', 'GET', 'live/infoVehicle', { id_vehicle: ids['ABC-123']! })
      expect(body).toEqual({
        ok: true,
        icon: 'car',
        rank: null,
        driver: { id: driver, name: 'Ángel Núñez Ríos', phone: '999111222' },
        last_tracking: {
          lat: -12.1211,
          lng: -77.0297,
          course: 92.5,
          speed: 31,
          mode: 'automotive',
          battery_level: 9,
          availability: 'online',
          date_fix: '2026-11-21T12:00:00.000Z',
          street: 'Av. Larco',
          district: 'Miraflores',
        },
      })
    })

    test('a vehicle that has told no place has none, one that is gone is not found', async () => {
      const { body } = await server.call('reader', 'GET', 'live/infoVehicle', { id_vehicle: ids['JKL-012']! })
      expect(body).toMatchObject({ last_tracking: null, driver: null })
      expect((await server.call('reader', 'GET', 'live/infoVehicle', { id_vehicle: ids['OUT-002']! })).status).toBe(404)
      expect((await server.call('reader', 'GET', 'live/infoVehicle', { id_vehicle: 999_999 })).status).toBe(404)
      expect((await server.call('reader', 'GET', 'live/infoVehicle', {})).status).toBe(422)
    })

    test('needs a session and one of the modules that show it', async () => {
      expect((await server.call(null, 'GET', 'live/infoVehicle', { id_vehicle: 1 })).status).toBe(401)
      expect((await server.call('none', 'GET', 'live/infoVehicle', { id_vehicle: 1 })).status).toBe(403)
    })
  })

  describe('geo/base', () => {
    test('serves streets and districts to everybody: who follows a shared ride has no session', async () => {
      const { body } = await server.call('none', 'GET', 'geo/base')
      expect((body['streets'] as { features: unknown[] }).features.length).toBeGreaterThan(35)
      expect((await server.call(null, 'GET', 'geo/base')).body).toEqual(body)
    })
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { readSheet } from '../../src/server/platform/sheets/read-sheet'
import { oneEngine } from '../engines'
import { driverApp, type DriverApp, type Phone } from './driver-fixture'
import { personApp } from './person-fixture'

const START_MS = Date.parse('2026-11-21T14:00:00.000Z')
const METRE = 1 / 111_195

oneEngine((_engine, open) => {
  let at: DriverApp
  let ana: Phone
  let now = new Date(START_MS)
  const tell = (phone: Phone, fixes: readonly JsonObject[]) =>
    at.api('POST', 'positions', { device_id: phone.device_id, positions: [...fixes] })
  const fixAt = (s: number, north_m: number, more: JsonObject = {}): JsonObject => ({
    lat: -12.12 + north_m * METRE,
    lng: -77.03,
    timestamp: new Date(START_MS + s * 1000).toISOString(),
    ...more,
  })
  const track = async (
    asked: JsonObject,
    role: 'operator' | 'companyA' | 'companyB' | 'readerA' | 'root' = 'operator',
  ) => at.get(role, 'trackings', asked)
  const items = async (asked: JsonObject): Promise<JsonObject[]> => {
    const { status, body, text } = await track(asked)
    expect(status, text).toBe(200)
    return body['items'] as JsonObject[]
  }

  beforeAll(async () => {
    at = await driverApp(open, () => now)
    ana = await at.atWork('Ana')
    now = new Date(START_MS + 3_600_000)
    const drive = Array.from({ length: 31 }, (_, n) =>
      fixAt(n * 10, n * 200, {
        speed: n === 12 ? 104.5 : 60,
        course: 0,
        battery_level: n < 15 ? 30 : 9,
        mode: 'automotive',
      }),
    )
    const stand = Array.from({ length: 40 }, (_, n) => fixAt(310 + n * 10, 6000 + (n % 3), { speed: 0, mode: 'still' }))
    // A leap and its repeat, then the same place again.
    await tell(ana, [...drive, ...stand, fixAt(715, 60_000), fixAt(720, 6000)])
  })

  describe('the track of a driver', () => {
    test('is that of today on the clock of their branch, in order, without what nobody drove', async () => {
      const { body } = await track({ id_user: ana.id })
      expect(body).toMatchObject({
        total: 72,
        every: 1,
        zone: 'America/Lima',
        date_from: '2026-11-21',
        date_to: '2026-11-21',
        id_service: null,
        driver: { id: ana.id, name: 'Ana', surname: 'Chofer' },
      })
      const points = body['items'] as JsonObject[]
      expect(points[0]).toEqual({
        id: expect.any(Number),
        lat: -12.12,
        lng: -77.03,
        course: 0,
        speed: 60,
        battery_level: 30,
        mode: 'automotive',
        date: '2026-11-21T14:00:00.000Z',
      })
      expect(points.at(-1)).toMatchObject({ course: null, date: '2026-11-21T14:12:00.000Z' })
      expect(points.map(({ date }) => date)).toEqual(points.map(({ date }) => date).toSorted())
      expect(Number(body['distance'])).toBeGreaterThan(5900)
      expect(Number(body['distance'])).toBeLessThan(6200)
    })

    test('tells where the vehicle stood and where it was too fast', async () => {
      const { body } = await track({ id_user: ana.id })
      expect(body['stops']).toMatchObject([
        { date_from: '2026-11-21T14:05:00.000Z', date_to: '2026-11-21T14:12:00.000Z', duration: 420 },
      ])
      expect(body['speeding']).toMatchObject([{ date_from: '2026-11-21T14:02:00.000Z', speed: 104.5 }])
    })

    test('is of the days that are asked for, by filters as well, and of a month at most', async () => {
      expect(await items({ id_user: ana.id, date_from: '2026-11-20', date_to: '2026-11-20' })).toEqual([])
      expect(
        await items({ filters: { id_user: ana.id, date_from: '2026-11-20', date_to: '2026-11-21' } }),
      ).toHaveLength(72)
      for (const [asked, field] of [
        [{ date_from: '2026-10-01', date_to: '2026-11-21' }, 'date_to'],
        [{ date_from: '2026-11-21', date_to: '2026-11-20' }, 'date_to'],
        [{ date_from: '2026-02-30' }, 'date_from'],
      ] as const) {
        const { status, body } = await track({ id_user: ana.id, ...asked })
        expect([status, Object.keys(body['errors'] as object)]).toEqual([422, [field]])
      }
      expect((await track({})).status).toBe(422)
    })

    test('is a sheet of all fixes, by the console and by the form that a page sends', async () => {
      const token = await at.server.tokenFor('operator')
      const files = [
        at.server.app.inject({
          method: 'GET',
          url: `/api/admin/trackings/export?id_user=${ana.id}&format=xlsx`,
          headers: { authorization: `Bearer ${token}` },
        }),
        at.server.app.inject({
          method: 'POST',
          url: '/api/admin/trackings/export',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({
            params: JSON.stringify({ id_user: ana.id }),
            export: 'xlsx',
            token,
          }).toString(),
        }),
      ]
      for (const { statusCode, headers, rawPayload } of await Promise.all(files)) {
        expect(statusCode).toBe(200)
        expect(String(headers['content-disposition'])).toContain('Recorridos Ana Chofer 2026-11-21')
        const sheet = await readSheet(new Uint8Array(rawPayload), { name: 'track.xlsx' })
        expect(sheet.columns).toEqual([
          'ID',
          'Fecha',
          'Latitud',
          'Longitud',
          'Velocidad (km/h)',
          'Rumbo (°)',
          'Batería (%)',
          'Modo',
          'Precisión (m)',
        ])
        const rows = []
        for await (const batch of sheet.rows()) rows.push(...batch.map(({ cells }) => cells.map(({ text }) => text)))
        await sheet.close()
        expect(rows).toHaveLength(72)
        expect(rows[0]?.slice(1, 8)).toEqual(['2026-11-21 09:00:00', '-12.12', '-77.03', '60', '0', '30', 'En marcha'])
      }
    })

    test('is seen by operators with the right, by the driver, and by nobody else', async () => {
      for (const role of ['companyA', 'companyB', 'readerA'] as const)
        expect((await track({ id_user: ana.id }, role)).status).toBe(403)
      const own = await at.server.request({
        method: 'GET',
        url: `/api/admin/trackings?id_user=${ana.id}`,
        token: ana.token,
      })
      const other = await at.server.request({
        method: 'GET',
        url: `/api/admin/trackings?id_user=${(await at.driver('Otro')).id}`,
        token: ana.token,
      })
      expect([own.status, other.status]).toEqual([200, 403])
      const clerk = await personApp(at, 'clerk', { type_user: '1' }, { name: 'Oficina', rights: { services: 'see' } })
      expect((await clerk.get('trackings', { id_user: ana.id })).status).toBe(403)
      const far = await at.put('branches', { name: 'Cusco', timezone: 'America/Lima' })
      const cusco = await personApp(at, 'cusco', { type_user: '1', id_branch: far }, { name: 'Cusco', rights: 'all' })
      expect((await cusco.get('trackings', { id_user: ana.id })).status).toBe(404)
      expect((await track({ id_user: at.id['ana']! })).status).toBe(404)
    })
  })

  describe('the track of a ride', () => {
    test('is that of its driver while they had it; its company sees it until the ride is over, others never', async () => {
      const drive = await at.make({ id_client: at.id['beto']!, scheduled: 0, after: 'none' })
      const given = await at.call('operator', 'dispatcher/assignVehicle', {
        id_service: drive.id,
        id_vehicle: ana.vehicle,
      })
      expect(given.status, given.text).toBe(200)
      const begin_ms = now.getTime()
      now = new Date(begin_ms + 60_000)
      const some = (s: number) => ({
        lat: -12.066 + s * METRE,
        lng: -77.03,
        timestamp: new Date(begin_ms + s * 1000).toISOString(),
      })
      await tell(ana, [some(10), some(20), some(50)])
      for (const role of ['operator', 'companyA'] as const) {
        const { status, body, text } = await track({ id_service: drive.id }, role)
        expect(status, text).toBe(200)
        expect(body).toMatchObject({ id_service: drive.id, date_from: null, total: 3, driver: { name: 'Ana' } })
      }
      expect((await track({ id_service: drive.id }, 'companyB')).status).toBe(404)
      const over = await at.call('operator', 'dispatcher/cancelService', {
        id_service: drive.id,
        reason: 'No va',
        free: 1,
      })
      expect(over.status, over.text).toBe(200)
      now = new Date(begin_ms + 120_000)
      await tell(ana, [some(90)])
      expect((await items({ id_service: drive.id })).length).toBe(3)
      expect((await track({ id_service: drive.id }, 'companyA')).status).toBe(404)
      const { body: info } = await at.get('companyA', 'services/info', { id: drive.id })
      expect(info['trackings']).toEqual([])
    })
  })
})

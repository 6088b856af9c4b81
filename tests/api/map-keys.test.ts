import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { writeSettings } from '../../src/server/language/settings/write-settings'
import { oneEngine } from '../engines'
import { google, LARCO, osrm } from './map-answers'
import { mapService, type MapService } from './map-service'
import { placesApp, type PlacesApp } from './places-fixture'

const API_KEY = 'AIzaSyD-clave-de-prueba-9xQ2'
const MASK = 'AIza····9xQ2'

oneEngine((_engine, open) => {
  let at: PlacesApp
  let service: MapService
  let now = new Date('2026-11-21T15:00:00.000Z')

  beforeAll(async () => {
    service = await mapService()
    at = await placesApp({ open, now: () => now })
    // Time makes leaps here that no session would outlive.
    await at.database.transaction((tx) => writeSettings(tx, { session_days: 3650, session_max_days: 3650 }))
    at.runtime.changed('settings')
  })
  afterAll(() => service?.close())
  beforeEach(async () => {
    await at.forgetKeys()
    service.says(google)
    now = new Date(now.getTime() + 2 * 86_400_000)
  })

  const shown = async (id: number, role: 'root' | 'operator' | 'reader' = 'root'): Promise<JsonObject> => {
    const items = (await at.call(role, 'GET', 'map_keys', { filters: { id } })).body['items'] as JsonObject[]
    return items[0] ?? {}
  }
  const geocode = async (lat: number) =>
    String((await at.map('operator', 'GET', 'geocode', { lat, lng: LARCO[1] })).body['address'])
  const googleKey = (more: JsonObject = {}) =>
    at.key({ provider: 'google', api_key: API_KEY, url: service.url, ...more })

  describe('a map key', () => {
    test('is whole for nobody once saved: they see its ends, in lists, forms, records, exports and the log; root alone changes it or its address', async () => {
      const id = await googleKey({ notes: 'la de siempre' })
      for (const role of ['root', 'operator', 'reader'] as const)
        expect(await shown(id, role)).toMatchObject({ key_hint: MASK })
      const answers = await Promise.all([
        at.call('operator', 'GET', 'map_keys'),
        at.call('operator', 'GET', `map_keys/${id}`),
        at.call('operator', 'POST', 'map_keys/form', { id }),
        at.call('operator', 'GET', 'map_keys', { format: 'csv' }),
        at.call('operator', 'GET', 'logs', { target: 'map_keys', id_target: id }),
        at.call('reader', 'GET', 'map_keys', { lookup: 1 }),
        at.call('operator', 'POST', 'map_keys/create', { id, notes: 'otra' }),
        at.call('operator', 'POST', 'map_keys/tryKey', { id }),
        at.request({ method: 'GET', url: `/api/rest/map_keys/${id}`, token: await at.tokenFor('operator') }),
      ])
      for (const { status, text } of answers)
        expect([status, text.includes(API_KEY), text.includes(API_KEY.slice(4, -4))]).toEqual([200, false, false])
      expect((await at.call('operator', 'POST', 'map_keys/create', { id, url: 'https://otra.pe' })).status).toBe(422)
      expect((await at.call('operator', 'POST', 'map_keys/create', { id, api_key: 'mía' })).status).toBe(422)
      expect((await at.call('operator', 'GET', 'map_keys', { filters: { api_key: API_KEY } })).status).toBe(400)
      expect(await shown(id)).toMatchObject({ key_hint: MASK, url: service.url, notes: 'otra' })
      // Saved again without one, it keeps the one it has.
      expect((await at.call('root', 'POST', 'map_keys/create', { id, api_key: null, notes: 'tercera' })).status).toBe(
        200,
      )
      expect(await shown(id)).toMatchObject({ key_hint: MASK, notes: 'tercera' })
      expect((await at.call('companyA', 'GET', 'map_keys')).body['items']).toEqual([])
    })

    test.each([
      'http://169.254.169.254/latest/meta-data',
      'http://[fe80::1]:5000',
      'ftp://mapas.pe',
      'file:///etc/passwd',
    ])('has no address like %s', async (url) => {
      const { status, body } = await at.call('root', 'POST', 'map_keys/create', { provider: 'osrm', url })
      expect([status, Object.keys(body['errors'] as object)]).toEqual([422, ['url']])
    })

    test('is paused, active or in use: one of its provider is in use, and that one is neither used again nor removed', async () => {
      const [one, two, ways] = [
        await googleKey(),
        await googleKey(),
        await at.key({ provider: 'osrm', url: service.url }),
      ]
      const use = (id: number, role: 'operator' | 'reader' = 'operator') =>
        at.call(role, 'POST', 'map_keys/useNow', { id })
      expect((await use(one, 'reader')).status).toBe(403)
      expect((await use(ways)).status).toBe(200)
      expect((await use(one)).body).toMatchObject({ ok: true, msg: 'La clave está en uso.' })
      expect((await use(one)).body).toMatchObject({ code: 'CONFLICT', msg: 'Esta clave ya está en uso.' })
      expect((await at.call('operator', 'POST', 'map_keys/remove', { id: one })).body).toMatchObject({
        code: 'CONFLICT',
        msg: 'Una clave en uso no se puede eliminar. Use otra primero.',
      })
      await use(two)
      expect([await shown(one), await shown(two), await shown(ways)]).toMatchObject([
        { using: '0' },
        { using: '1', state: '1' },
        { using: '1' },
      ])
      expect((await at.call('operator', 'POST', 'map_keys/remove', { id: one })).status).toBe(200)
      await at.call('operator', 'POST', 'map_keys/disable', { id: two })
      expect(await shown(two)).toMatchObject({ using: '0', state: '0' })
      expect((await use(two)).body).toMatchObject({
        code: 'CONFLICT',
        msg: 'La clave está en pausa. Actívela primero.',
      })
      expect((await use(99_999)).status).toBe(404)
    })

    test('pressed "use now" by many at once leaves one in use', async () => {
      const ids = [await googleKey(), await googleKey(), await googleKey()]
      await Promise.all(ids.map((id) => at.call('operator', 'POST', 'map_keys/useNow', { id })))
      const using = await Promise.all(ids.map(async (id) => (await shown(id))['using']))
      expect(using.filter((one) => one === '1')).toHaveLength(1)
    })

    test('is tried with every question of its provider, told each, counted, and told apart from one that is refused', async () => {
      const id = await googleKey()
      const { body } = await at.call('operator', 'POST', 'map_keys/tryKey', { id })
      expect(body['questions']).toMatchObject(
        ['autocomplete', 'geocode', 'route', 'matrix'].map((type) => ({ type, ok: true, code: null })),
      )
      expect(body['msg']).toMatch(/Sugerencias: \d+ ms · Dirección de un punto: \d+ ms · Ruta/)
      expect(await at.uses(id)).toEqual({ uses: 4, errors: 0, cost: 0.01783 })
      service.says((asked) =>
        asked.path.includes('geocode') ? { json: { status: 'REQUEST_DENIED', results: [] } } : google(asked),
      )
      const refused = await at.call('operator', 'POST', 'map_keys/tryKey', { id })
      expect([refused.status, refused.body['msg']]).toEqual([
        503,
        expect.stringContaining('Dirección de un punto: clave rechazada'),
      ])
      expect((await at.call('reader', 'POST', 'map_keys/tryKey', { id })).status).toBe(403)
      const empty = await at.call('operator', 'POST', 'map_keys/create', { provider: 'google', state: '1' })
      expect(
        (await at.call('operator', 'POST', 'map_keys/tryKey', { id: (empty.body['item'] as JsonObject)['id'] ?? 0 }))
          .body,
      ).toMatchObject({ msg: 'Falta la clave del proveedor.' })
    })
  })

  describe('the month of a key', () => {
    test('ends at its limit, to the cent, however many ask at once; the next key goes on, and a new month begins anew', async () => {
      const id = await googleKey({ month_limit: 0.05 })
      const asked = await Promise.all(Array.from({ length: 25 }, (_, n) => geocode(-12 - n / 1000)))
      expect(asked.filter((address) => address.includes('Larco 345'))).toHaveLength(10)
      expect(service.asked).toHaveLength(10)
      expect(await shown(id)).toMatchObject({ cost: 0.05, percent: 100 })
      expect(await at.uses(id)).toEqual({ uses: 10, errors: 0, cost: 0.05 })
      const next = await googleKey()
      expect(await geocode(-11.9)).toContain('Larco 345')
      expect(await at.uses(next)).toMatchObject({ uses: 1 })
      now = new Date('2027-02-01T05:00:00.000Z')
      expect(await shown(id)).toMatchObject({ cost: 0, percent: 0 })
      await geocode(-11.8)
      expect(await shown(id)).toMatchObject({ cost: 0.005, percent: 10 })
    })

    test("is the company's: the last evening of February in Lima is no March yet", async () => {
      const id = await googleKey({ month_limit: 1 })
      now = new Date('2027-03-01T04:59:00.000Z')
      await geocode(-11.7)
      now = new Date('2027-03-01T05:01:00.000Z')
      await geocode(-11.6)
      const { rows } = await sql<{
        day: string
        uses: number
      }>`select day::text, uses from map_key_uses where id_map_key = ${id} order by day`.execute(at.database.db)
      expect(rows).toEqual([
        { day: '2027-02-28', uses: 1 },
        { day: '2027-03-01', uses: 1 },
      ])
      expect(await shown(id)).toMatchObject({ cost: 0.005 })
    })

    test('gives back what a refused question would have cost', async () => {
      const id = await googleKey({ month_limit: 0.01 })
      service.says(() => ({ status: 503, json: {} }))
      await geocode(-11.5)
      now = new Date(now.getTime() + 60_000)
      service.says(google)
      for (const lat of [-11.4, -11.3]) expect(await geocode(lat)).toContain('Larco 345')
      expect(await geocode(-11.2)).not.toContain('Larco 345')
      expect(await shown(id)).toMatchObject({ cost: 0.01, percent: 100 })
      expect(await at.uses(id)).toEqual({ uses: 3, errors: 1, cost: 0.01 })
    })

    test('is told by day, kind, platform and type of person, which the report asks by', async () => {
      const id = await at.key({ provider: 'osrm', url: service.url })
      service.says(osrm)
      const points = (lat: number) => ({
        points: [
          { lat, lng: -77 },
          { lat: LARCO[0], lng: LARCO[1] },
        ],
      })
      await at.map('operator', 'POST', 'route', points(-12.3))
      await at.map('companyA', 'POST', 'route', points(-12.4))
      service.says(() => ({ status: 500, json: {} }))
      await at.map('companyA', 'POST', 'route', points(-12.5))
      const { rows } =
        await sql<JsonObject>`select type, platform, type_user, state, uses from map_key_uses where id_map_key = ${id}
          order by type_user, state`.execute(at.database.db)
      expect(rows).toEqual([
        { type: 'route', platform: 'web', type_user: '1', state: 'ok', uses: 1 },
        { type: 'route', platform: 'web', type_user: '5', state: 'error', uses: 1 },
        { type: 'route', platform: 'web', type_user: '5', state: 'ok', uses: 1 },
      ])
      expect(await at.errors(id)).toEqual([{ type: 'route', code: 'down', data: { status: 500, code: null } }])
    })
  })
})

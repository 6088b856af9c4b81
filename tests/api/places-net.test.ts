import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { ANGAMOS, google, googleError, LARCO, osrm, photonFound } from './map-answers'
import { mapService, type AskedOf, type MapService } from './map-service'
import { placesApp, type PlacesApp } from './places-fixture'

const POINTS = [LARCO, ANGAMOS].map(([lat, lng]) => ({ lat, lng }))
const API_KEY = 'AIzaSyD-clave-de-prueba-9xQ2'

oneEngine((_engine, open) => {
  let at: PlacesApp
  let service: MapService
  let other: MapService
  let now = new Date('2026-11-21T15:00:00.000Z')

  beforeAll(async () => {
    ;[service, other] = await Promise.all([mapService(), mapService()])
    at = await placesApp({ open, now: () => now })
  })
  afterAll(() => Promise.all([service?.close(), other?.close()]))
  beforeEach(async () => {
    await at.forgetKeys()
    for (const one of [service, other]) one.says(() => ({ status: 500, json: {} }))
    // Later than anything that was kept or rests.
    now = new Date(now.getTime() + 2 * 86_400_000)
  })

  const route = async () => (await at.map('operator', 'POST', 'route', { points: POINTS })).body
  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000)
  }

  describe('a question about places', () => {
    test('is answered without any key by the embedded default, and leaves no trace of use', async () => {
      const way = await route()
      expect(way).toMatchObject({
        ok: true,
        distance_m: expect.any(Number) as number,
        polyline: expect.stringMatching(/./) as string,
      })
      expect(['streets', 'straight']).toContain(way['source'])
      const { body } = await at.map('operator', 'POST', 'autocomplete', { query: 'larco' })
      expect(body['ok']).toBe(true)
      expect([...service.asked, ...other.asked]).toEqual([])
    })

    test('is answered by the first service that can be asked it, each kind by its own', async () => {
      const ways = await at.key({ provider: 'osrm', url: `${service.url}/` })
      const words = await at.key({ provider: 'photon', url: other.url })
      service.says(osrm)
      other.says(() => ({ json: photonFound }))
      expect(await route()).toMatchObject({
        source: 'osrm',
        distance_m: 2143,
        duration_s: 302,
        legs: [{ distance_m: 2143 }],
      })
      const { body } = await at.map('companyA', 'POST', 'autocomplete', {
        query: ' larco ',
        lat: LARCO[0],
        lng: LARCO[1],
      })
      const [first] = body['items'] as JsonObject[]
      expect(first).toMatchObject({ name: 'Larcomar', lat: LARCO[0], lng: LARCO[1] })
      expect((await at.map('companyA', 'GET', 'place', { id: first?.['id'] ?? '' })).body).toMatchObject({
        lat: LARCO[0],
        lng: LARCO[1],
        name: 'Larcomar',
      })
      expect([await at.uses(ways), await at.uses(words)]).toEqual([
        { uses: 1, errors: 0, cost: 0 },
        { uses: 1, errors: 0, cost: 0 },
      ])
      expect(service.asked[0]?.path).toMatch(/^\/route\//)
    })

    test('of less than three letters, or without an answer anywhere, never costs', async () => {
      const key = await at.key({ provider: 'google', api_key: API_KEY, url: service.url })
      service.says(() => ({ json: {} }))
      await at.map('operator', 'POST', 'autocomplete', { query: 'la' })
      expect(service.asked).toEqual([])
      // Empty is an answer of the service, and is charged; the embedded default may know more.
      expect((await at.map('operator', 'POST', 'autocomplete', { query: 'avenida arequipa' })).body['ok']).toBe(true)
      expect(await at.uses(key)).toEqual({ uses: 1, errors: 0, cost: 0.00283 })
    })

    test('is cached: the same way and the same door are asked once, also by many at once', async () => {
      const key = await at.key({ provider: 'google', api_key: API_KEY, url: service.url })
      service.says(google)
      const ways = await Promise.all([route(), route(), route()])
      expect(new Set(ways.map(({ polyline }) => polyline)).size).toBe(1)
      const door = { lat: LARCO[0], lng: LARCO[1] }
      for (const _ of [1, 2])
        expect((await at.map('operator', 'GET', 'geocode', door)).body['address']).toContain('Larco 345')
      expect(service.asked).toHaveLength(2)
      // Google's answers may not be stored: ten minutes at most.
      later(601)
      await route()
      expect(await at.uses(key)).toMatchObject({ uses: 3 })
    })

    test.each<[string, JsonObject, string]>([
      ['route', { points: POINTS.slice(0, 1) }, 'points'],
      [
        'route',
        {
          points: [
            { lat: 91, lng: 0 },
            { lat: 0, lng: 0 },
          ],
        },
        'points.0.lat',
      ],
      ['autocomplete', { query: 7 }, 'query'],
      ['autocomplete', { query: 'larco', sessiontoken: 'a b' }, 'sessiontoken'],
    ])('to %s with %j is refused at its field', async (path, input, field) => {
      const { status, body } = await at.map('operator', 'POST', path, input)
      expect([status, Object.keys(body['errors'] as object)]).toEqual([422, [field]])
    })

    test("is nobody's without a session, and of one person only so often a minute", async () => {
      expect((await at.map(null, 'POST', 'route', { points: POINTS })).status).toBe(401)
      await at.call('root', 'POST', 'settings/maps/create', { map_calls_minute: 3 })
      const ask = async () => (await at.map('reader', 'GET', 'geocode', { lat: 1, lng: 1 })).status
      expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 200, 429])
      expect((await at.map('operator', 'GET', 'geocode', { lat: 1, lng: 1 })).status).toBe(200)
      later(61)
      expect(await ask()).toBe(200)
      await at.call('root', 'POST', 'settings/maps/create', { map_calls_minute: 120 })
    })

    test('that is wrong in the id of a place finds none', async () => {
      expect((await at.map('operator', 'GET', 'place', { id: 'google.999.ChIJ' })).status).toBe(404)
      expect((await at.map('operator', 'GET', 'place', { id: 'at.bm8' })).status).toBe(404)
    })
  })

  describe('a service that fails', () => {
    const refusals: [string, (asked: AskedOf) => ReturnType<typeof google>, string][] = [
      ['OVER_QUERY_LIMIT', () => ({ json: { results: [], status: 'OVER_QUERY_LIMIT' } }), 'limited'],
      ['REQUEST_DENIED', () => ({ json: { results: [], status: 'REQUEST_DENIED' } }), 'denied'],
      ['RESOURCE_EXHAUSTED', () => googleError(429, 'RESOURCE_EXHAUSTED'), 'limited'],
      ['500', () => ({ status: 500, text: 'oops' }), 'down'],
      ['no JSON', () => ({ text: '<html></html>' }), 'bad_answer'],
    ]
    test.each(refusals)('with %s is passed over for the next, is told of, and rests', async (_name, said, code) => {
      const first = await at.key({ provider: 'google', api_key: API_KEY, url: service.url })
      const second = await at.key({ provider: 'google', api_key: 'AIzaSyD-otra-clave-1234', url: other.url })
      service.says(said)
      other.says(google)
      const ask = async (lat: number) =>
        (await at.map('operator', 'GET', 'geocode', { lat, lng: LARCO[1] })).body['address']
      expect(await ask(-12.1)).toContain('Larco 345')
      expect(await ask(-12.2)).toContain('Larco 345')
      expect([service.asked.length, other.asked.length]).toEqual([1, 2])
      expect(await at.errors(first)).toMatchObject([{ type: 'geocode', code }])
      expect(JSON.stringify(await at.errors(first))).not.toContain(API_KEY)
      // What was refused is not charged; of an answer that cannot be read nobody knows.
      expect(await at.uses(first)).toEqual({ uses: 1, errors: 1, cost: code === 'bad_answer' ? 0.005 : 0 })
      expect(await at.uses(second)).toEqual({ uses: 2, errors: 0, cost: 0.01 })
      later(301)
      await ask(-12.3)
      expect(service.asked).toHaveLength(2)
    })

    test('slowly is waited for no longer than the settings say, and the embedded default answers', async () => {
      await at.key({ provider: 'osrm', url: service.url })
      await at.call('root', 'POST', 'settings/maps/create', { map_timeout: 0.2 })
      service.says(() => ({ json: {}, after_ms: 1500 }))
      expect(['streets', 'straight']).toContain((await route())['source'])
      service.says(osrm)
      // Its rest over, what was made do with is not kept: the service is asked again.
      later(16)
      expect(await route()).toMatchObject({ source: 'osrm' })
      await at.call('root', 'POST', 'settings/maps/create', { map_timeout: 4 })
    })

    test('is asked again at once when its key is changed', async () => {
      const key = await at.key({ provider: 'osrm', url: service.url })
      await route()
      other.says(osrm)
      await at.call('root', 'POST', 'map_keys/create', { id: key, url: other.url })
      expect(await route()).toMatchObject({ source: 'osrm' })
    })
  })

  describe('a search with Google', () => {
    test('keeps its token and its key from the first letter to the place', async () => {
      await at.key({ provider: 'google', api_key: API_KEY, url: service.url })
      const used = await at.key({ provider: 'google', api_key: 'AIzaSyD-otra-clave-1234', url: other.url })
      service.says(google)
      other.says(google)
      await at.call('root', 'POST', 'map_keys/useNow', { id: used })
      const sessiontoken = 'a3f0c1de-0000-4000-8000-000000000001'
      const { body } = await at.map('operator', 'POST', 'autocomplete', { query: 'larco', sessiontoken })
      const [first] = body['items'] as JsonObject[]
      expect(first).toMatchObject({ name: 'Larcomar', lat: null, lng: null })
      const [before] = (await at.call('root', 'GET', 'map_keys', {})).body['items'] as JsonObject[]
      await at.call('root', 'POST', 'map_keys/useNow', { id: before?.['id'] ?? 0 })
      expect((await at.map('operator', 'GET', 'place', { id: first?.['id'] ?? '', sessiontoken })).body).toMatchObject({
        lat: LARCO[0],
        lng: LARCO[1],
      })
      expect(service.asked).toEqual([])
      expect(
        other.asked.map(({ body: b, query }) => query['sessionToken'] ?? (b as JsonObject)['sessionToken']),
      ).toEqual([sessiontoken, sessiontoken])
    })
  })
})

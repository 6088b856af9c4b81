import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROVIDERS } from '../../custom/geo/server/places/adapters/providers'
import { askJson } from '../../custom/geo/server/places/ask-json'
import { idAt, readPlaceId } from '../../custom/geo/server/places/place-id'
import { pacer } from '../../custom/geo/server/places/places-state'
import type { PlaceService, PlaceQuestion } from '../../custom/geo/server/places/place-service'
import { isMetadataAddress } from '../../custom/geo/server/map-keys/map-key-hooks'
import * as answers from './map-answers'
import { ANGAMOS, LARCO } from './map-answers'
import { mapService, type MapService, type Said } from './map-service'

// Each adapter against a server on this machine that speaks its service's language, as its documentation has it.
describe('an adapter', () => {
  let server: MapService
  beforeAll(async () => {
    server = await mapService()
  })
  afterAll(() => server?.close())

  const service = (
    provider: string,
    more: { language?: string; country?: string | null; wait_ms?: number } = {},
  ): PlaceService => {
    const { language = 'es', country = null, wait_ms = 2000 } = more
    const made = PROVIDERS[provider]?.make({
      url: server.url,
      api_key: 'clave-secreta',
      language,
      country,
      http: askJson(wait_ms, 'Prueba/1.0 (private)'),
    })
    if (!made) throw new Error(provider)
    return made
  }
  const code = (work: Promise<unknown> | undefined) => expect(work).rejects.toMatchObject({ name: 'PlaceError' })

  test('reads a route of OSRM, asked longitude first, with its line of six decimals', async () => {
    server.says(answers.osrm)
    expect(await service('osrm').route?.([LARCO, ANGAMOS])).toEqual({
      distance_m: 2143,
      duration_s: 302,
      source: 'osrm',
      legs: [{ distance_m: 2143, duration_s: 302 }],
      points: [LARCO, [-12.12, -77.026], ANGAMOS],
    })
    expect(server.asked[0]).toMatchObject({
      path: '/route/v1/driving/-77.029667,-12.125214;-77.021093,-12.113318',
      query: { geometries: 'polyline6', overview: 'full' },
      headers: { 'user-agent': 'Prueba/1.0 (private)' },
    })
  })

  test('reads a table of OSRM, and takes one with holes for no answer', async () => {
    server.says(answers.osrm)
    expect(await service('osrm').matrix?.([LARCO], [ANGAMOS, LARCO])).toEqual({
      distances_m: [[2143, 81]],
      durations_s: [[302, 12]],
    })
    expect(server.asked[0]?.query).toMatchObject({
      sources: '0',
      destinations: '1;2',
      annotations: 'duration,distance',
    })
    server.says(() => ({ json: { ...answers.osrmTable, durations: [[301.6, null]] } }))
    expect(await service('osrm').matrix?.([LARCO], [ANGAMOS, LARCO])).toBeNull()
    await code(service('osrm').matrix?.([LARCO, ANGAMOS], [ANGAMOS, LARCO]))
  })

  test('tells no way of OSRM (400 NoRoute) from a question it refuses', async () => {
    server.says(() => ({ status: 400, json: { code: 'NoRoute', message: 'Impossible route between points' } }))
    expect(await service('osrm').route?.([LARCO, ANGAMOS])).toBeNull()
    server.says(() => ({ status: 400, json: { code: 'TooBig', message: 'Too many table coordinates' } }))
    await expect(service('osrm').matrix?.([LARCO], [ANGAMOS])).rejects.toMatchObject({ code: 'too_big' })
    server.says(() => ({ status: 400, json: { code: 'InvalidQuery' } }))
    await expect(service('osrm').route?.([LARCO, ANGAMOS])).rejects.toMatchObject({ code: 'refused' })
  })

  test('reads places of Photon, of one country where one is set, each with an id that holds the place', async () => {
    server.says(() => ({ json: answers.photonFound }))
    const all = await service('photon').autocomplete?.({ query: 'larco', near: LARCO, session: null })
    expect(all?.map(({ name }) => name)).toEqual(['Larcomar', 'Calle Larco'])
    expect(server.asked[0]).toMatchObject({
      path: '/api',
      query: { q: 'larco', lat: '-12.125214', lon: '-77.029667', lang: 'default' },
    })
    const [one, ...others] =
      (await service('photon', { country: 'pe' }).autocomplete?.({ query: 'larco', near: null, session: null })) ?? []
    expect(others).toEqual([])
    expect(one).toMatchObject({ address: 'Malecón de la Reserva 610, Miraflores, Lima', point: LARCO })
    expect(readPlaceId(one?.id ?? '')).toEqual({
      from: 'at',
      place: { name: one?.name, address: one?.address, point: LARCO },
    })
    server.says(() => ({ json: { type: 'FeatureCollection', features: [] } }))
    expect(await service('photon').geocode?.(LARCO)).toBeNull()
    expect(server.asked[0]?.path).toBe('/reverse')
  })

  test('reads addresses of Nominatim, whose coordinates are texts, and the sea as no address', async () => {
    server.says(({ path }) => ({ json: path === '/search' ? [answers.nominatimPlace] : answers.nominatimPlace }))
    expect(await service('nominatim').geocode?.(LARCO)).toEqual({
      name: 'Avenida José Larco',
      address: 'Avenida José Larco 345, Miraflores, Lima',
      point: LARCO,
    })
    expect(
      await service('nominatim', { country: 'pe' }).autocomplete?.({ query: 'larco', near: LARCO, session: null }),
    ).toHaveLength(1)
    expect(server.asked[1]?.query).toMatchObject({
      q: 'larco',
      format: 'jsonv2',
      'accept-language': 'es',
      countrycodes: 'pe',
      viewbox: '-77.32967,-11.82521,-76.72967,-12.42521',
    })
    server.says(() => ({ json: { error: 'Unable to geocode' } }))
    expect(await service('nominatim').geocode?.([0, -150])).toBeNull()
  })

  test('never asks the public Nominatim for suggestions, which it forbids', () => {
    const room = { url: null, api_key: null, language: 'es', country: null, http: askJson(1, 'x') }
    expect(PROVIDERS['nominatim']?.make(room).autocomplete).toBeUndefined()
    expect(PROVIDERS['nominatim']?.make(room).geocode).toBeDefined()
  })

  test('asks Google with the key in a header, one token for suggestions and place, and only the fields of the cheapest class', async () => {
    server.says(answers.google)
    const google = service('google', { country: 'pe' })
    const [first, ...others] =
      (await google.autocomplete?.({ query: 'larco', near: LARCO, session: 'token-uno' })) ?? []
    expect(others).toEqual([])
    expect(first).toMatchObject({ name: 'Larcomar', address: 'Malecón de la Reserva, Miraflores, Perú', point: null })
    expect(await google.place?.(first?.id ?? '', 'token-uno')).toEqual({
      name: 'Malecón de la Reserva 610',
      address: 'Malecón de la Reserva 610, Miraflores 15074, Perú',
      point: LARCO,
    })
    const [asked, ended] = server.asked
    expect(asked).toMatchObject({
      method: 'POST',
      headers: { 'x-goog-api-key': 'clave-secreta' },
      body: { input: 'larco', sessionToken: 'token-uno', includedRegionCodes: ['pe'] },
    })
    expect(ended).toMatchObject({
      query: { sessionToken: 'token-uno' },
      headers: { 'x-goog-fieldmask': 'id,formattedAddress,location' },
    })
    expect(JSON.stringify(server.asked.map(({ path, query }) => [path, query]))).not.toContain('clave-secreta')
    await google.autocomplete?.({ query: 'larco', near: null, session: 'x'.repeat(64) })
    expect(server.asked[2]?.body).toMatchObject({ sessionToken: expect.stringMatching(/^[\w-]{36}$/) as string })
  })

  test('reads routes, pairs in any order and addresses of Google', async () => {
    server.says(answers.google)
    expect(await service('google').route?.([LARCO, ANGAMOS, ANGAMOS])).toMatchObject({
      distance_m: 2143,
      duration_s: 302,
      source: 'google',
      legs: [
        { distance_m: 2143, duration_s: 302 },
        { distance_m: 0, duration_s: 0 },
      ],
    })
    expect(server.asked[0]?.body).toMatchObject({
      travelMode: 'DRIVE',
      intermediates: [{ location: { latLng: { latitude: ANGAMOS[0] } } }],
    })
    expect(await service('google').matrix?.([LARCO], [ANGAMOS, LARCO])).toEqual({
      distances_m: [[2143, 81]],
      durations_s: [[302, 12]],
    })
    expect(await service('google').geocode?.(LARCO)).toMatchObject({
      name: 'Av. José Larco 345',
      address: 'Av. José Larco 345, Miraflores 15074, Perú',
    })
  })

  test('takes nothing found for an answer of Google: no suggestion, no place, no address, no way', async () => {
    server.says(({ path }) =>
      path.startsWith('/v1/places/')
        ? answers.googleError(404, 'NOT_FOUND')
        : { json: path.endsWith('/json') ? { results: [], status: 'ZERO_RESULTS' } : {} },
    )
    const google = service('google')
    expect(await google.autocomplete?.({ query: 'zzzz', near: null, session: null })).toEqual([])
    expect(await google.place?.('ChIJno', null)).toBeNull()
    expect(await google.geocode?.([0, -150])).toBeNull()
    expect(await google.route?.([LARCO, [0, -150]])).toBeNull()
  })

  test.each<[string, Said, string]>([
    ['PERMISSION_DENIED', answers.googleError(403, 'PERMISSION_DENIED', 'SERVICE_DISABLED'), 'denied'],
    ['a key that is none', answers.googleError(400, 'INVALID_ARGUMENT', 'API_KEY_INVALID'), 'denied'],
    ['RESOURCE_EXHAUSTED', answers.googleError(429, 'RESOURCE_EXHAUSTED', 'RATE_LIMIT_EXCEEDED'), 'limited'],
    [
      'OVER_QUERY_LIMIT with 200',
      {
        json: { results: [], status: 'OVER_QUERY_LIMIT', error_message: 'You have exceeded your daily request quota.' },
      },
      'limited',
    ],
    [
      'REQUEST_DENIED with 200',
      { json: { results: [], status: 'REQUEST_DENIED', error_message: 'The key clave-secreta is not authorized.' } },
      'denied',
    ],
  ])('of Google tells %s', async (_name, said, expected) => {
    server.says(() => said)
    const work = service('google').geocode?.(LARCO)
    await expect(work).rejects.toMatchObject({ code: expected })
    const error: unknown = await work?.catch((error: unknown) => error)
    expect(JSON.stringify((error as { data: object }).data)).not.toContain('clave-secreta')
  })

  const ASK: { readonly [question in PlaceQuestion]: (of: PlaceService) => Promise<unknown> | undefined } = {
    autocomplete: (of) => of.autocomplete?.({ query: 'larco', near: LARCO, session: null }),
    place: (of) => of.place?.('ChIJ', null),
    geocode: (of) => of.geocode?.(LARCO),
    route: (of) => of.route?.([LARCO, ANGAMOS]),
    matrix: (of) => of.matrix?.([LARCO], [ANGAMOS]),
  }
  test.each<[string, Said, string]>([
    ['a page of HTML', { text: '<html>Bad gateway</html>' }, 'bad_answer'],
    ['JSON cut in the middle', { text: '{"code":"Ok","routes":[{"dist' }, 'bad_answer'],
    [
      'JSON of another shape',
      {
        json: {
          code: 'Ok',
          features: [{}],
          type: 'FeatureCollection',
          routes: [{ distance: '5 km' }],
          suggestions: 7,
          results: 7,
        },
      },
      'bad_answer',
    ],
    ['a list of nulls', { json: [null, null] }, 'bad_answer'],
    ['500', { status: 500, json: { message: 'Internal Server Error' } }, 'down'],
    ['429 with Retry-After', { status: 429, json: {}, headers: { 'retry-after': '7' } }, 'limited'],
    ['403', { status: 403, json: {} }, 'denied'],
    ['a redirect', { status: 302, json: {}, headers: { location: 'http://127.0.0.1:1/secret' } }, 'down'],
    ['an answer that is too long', { text: `"${'x'.repeat(5_100_000)}"` }, 'bad_answer'],
    ['an answer that comes too late', { json: {}, after_ms: 400 }, 'slow'],
  ])('of every provider takes %s for an error, not for an answer', async (name, said, expected) => {
    const wait_ms = name.includes('too late') ? 80 : 2000
    server.says(() => said)
    for (const provider of Object.keys(PROVIDERS)) {
      for (const [question, ask] of Object.entries(ASK)) {
        const work = ask(service(provider, { wait_ms }))
        if (work)
          await expect(work, `${provider} ${question}`).rejects.toMatchObject({ name: 'PlaceError', code: expected })
      }
    }
  })

  test("that is not there is an error with the system's word for it", async () => {
    const gone = await mapService()
    await gone.close()
    const made = PROVIDERS['osrm']?.make({
      url: gone.url,
      api_key: null,
      language: 'es',
      country: null,
      http: askJson(2000, 'x'),
    })
    await expect(made?.route?.([LARCO, ANGAMOS])).rejects.toMatchObject({
      code: 'down',
      data: { reason: 'ECONNREFUSED' },
    })
    await expect(askJson(100, 'x')({ url: 'file:///etc/passwd' })).rejects.toMatchObject({
      code: 'down',
      data: { reason: 'protocol' },
    })
  })
})

describe('around the adapters', () => {
  test("an id that holds its place fits into a call, however long and foreign its address, and a made-up one is nobody's", () => {
    const id = idAt({ name: 'Ñandú 🚕'.repeat(40), address: '東京都千代田区'.repeat(60), point: LARCO })
    expect(id.length).toBeLessThanOrEqual(500)
    expect(readPlaceId(id)).toMatchObject({ from: 'at', place: { point: LARCO } })
    for (const bad of ['at.', 'at.bm8', `at.${Buffer.from('[91,0,"a","b"]').toString('base64url')}`, 'location:3'])
      expect(readPlaceId(bad).from).toBe('local')
    expect(readPlaceId('google.12.ChIJ.x')).toEqual({ from: 'google', id_map_key: 12, id: 'ChIJ.x' })
  })

  test('a public service is asked once a second, and not waited for beyond two', () => {
    const pace = pacer(1000, 2000)
    expect([0, 0, 0, 0].map((now_ms) => pace('nominatim', now_ms))).toEqual([0, 1000, 2000, null])
    expect([pace('osrm', 0), pace('nominatim', 2500), pace('nominatim', 9000)]).toEqual([0, 500, 0])
  })

  test.each([
    ['http://169.254.169.254/latest', true],
    ['http://2852039166/', true],
    ['http://0xa9fea9fe/', true],
    ['http://[fe80::1]/', true],
    ['http://[::ffff:169.254.169.254]/', true],
    ['http://metadata.google.internal./', true],
    ['http://[64:ff9b::a9fe:a9fe]/', true],
    ['http://[2002:a9fe:a9fe::1]/', true],
    ['http://[::a9fe:a9fe]/', true],
    ['http://100.100.100.200/', true],
    ['http://10.0.0.5:5000', false],
    ['http://localhost:5000', false],
    ['https://osrm.empresa.pe', false],
  ])("%s leads to the machine's own surroundings: %s", (url, expected) => {
    expect(isMetadataAddress(url)).toBe(expected)
  })
})

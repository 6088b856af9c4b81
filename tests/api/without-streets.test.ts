import { afterAll, beforeAll, expect, test } from 'vitest'
import { distance_m } from '../../custom/geometry/model/lat-lng'
import { decodeLine } from '../../custom/geometry/model/polyline'
import { DETOUR } from '../../custom/geometry/model/straight-route'
import { openOne } from '../engines'
import { boxAround, wholeApp, FROM, pointAt, TO, type WholeApp } from './whole-app'
import { osrm } from './map-answers'
import { mapService, type MapService } from './map-service'

// The whole application but the feature `streets`, as it starts when its line in custom/main.server.ts is taken out.
let at: WholeApp
let service: MapService
beforeAll(async () => {
  at = await wholeApp(openOne, () => new Date(), { without: ['streets'] })
  service = await mapService()
  service.says(osrm)
  await at.put('locations', {
    name: 'Larcomar',
    address: 'Malecón de la Reserva 610, Miraflores',
    type: 'other',
    point: pointAt(-12.1319, -77.0305),
  })
})
afterAll(() => Promise.all([at?.server.close(), service?.close()]))

const route = async () => (await at.call('root', '../map/route', { points: [FROM, TO] })).body

test('the application starts and says that it has no map of its own', async () => {
  const { status, body } = await at.server.call(null, 'GET', 'geo/base')
  expect([status, body]).toMatchObject([404, { code: 'NOT_FOUND', msg: expect.stringContaining('mapa propio') }])
})

test('places of the catalogue are found, streets are not', async () => {
  const names = async (query: string) =>
    (await at.call('root', '../map/autocomplete', { query })).body['items'] as { id: string; name: string }[]
  const [larcomar] = await names('larcomar')
  expect(larcomar).toMatchObject({ name: 'Larcomar' })
  expect(await names('av arequipa')).toEqual([])
  expect((await at.server.call('root', 'GET', '../map/place', { id: larcomar?.id ?? '' })).body).toMatchObject({
    name: 'Larcomar',
    lat: -12.1319,
  })
})

test('a point has no address, and a way is the straight line, lengthened', async () => {
  expect((await at.server.call('root', 'GET', '../map/geocode', FROM)).body).toMatchObject({ name: '', address: '' })
  const { source, distance_m: way_m, polyline } = await route()
  expect([source, decodeLine(String(polyline))]).toEqual([
    'straight',
    [
      [FROM.lat, FROM.lng],
      [TO.lat, TO.lng],
    ],
  ])
  expect(Number(way_m) / (distance_m([FROM.lat, FROM.lng], [TO.lat, TO.lng]) * DETOUR)).toBeCloseTo(1, 2)
})

test('who books is told that a price is by the straight line', async () => {
  await at.put('branches', {
    name: 'Lima',
    point: pointAt(-12.1, -77.03),
    area: boxAround(-12.1, -77.03, 0.2),
    timezone: 'America/Lima',
  })
  const client = await at.put('users', { type_user: '3', name: 'Rosa', surname: 'Paredes' })
  expect(
    (await at.call('operator', 'dispatcher/products', { stops: [FROM, TO], id_client: client })).body,
  ).toMatchObject({ way: 'straight' })
})

test('a configured service answers in its place', async () => {
  const { status } = await at.call('root', 'map_keys/create', { provider: 'osrm', url: service.url, state: '1' })
  expect(status).toBe(200)
  expect(await route()).toMatchObject({ source: 'osrm', distance_m: 2143 })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { districtAt } from '../../custom/streets/model/district-at'
import { DISTRICTS } from '../../custom/streets/model/districts'
import { between, nearestOnLine, type LatLng } from '../../custom/geometry/model/lat-lng'
import { STREET_LEGS } from '../../custom/streets/model/street-legs'
import { STREETS } from '../../custom/streets/model/streets'
import { sharedData } from '../shared-data'

const lima = sharedData('lima', 'streets and districts held against the data of others')

/** What the data calls a street where that differs; null: it has no such street. */
const CALLED: { readonly [street: string]: readonly string[] | null } = {
  'Av. Javier Prado': ['javier prado este', 'javier prado oeste'],
  'Av. Petit Thouars': null,
  'Av. Benavides': ['alfredo benavides', 'benavides'],
  'Av. Larco': ['larco', 'jose larco', 'oscar larco'],
  'Av. Sánchez Carrión': ['faustino sanchez carrion'],
  'Av. Angamos': ['angamos este', 'angamos oeste'],
  'Av. Primavera': ['angamos este', 'angamos oeste'],
  'Av. Tomás Marsano': ['tomas marsano', 'thomas marsano'],
  'Vía Expresa Paseo de la República': ['paseo de la republica'],
  'Vía de Evitamiento': ['via de evitamiento', '1s - via de evitamiento', 'panamericana norte'],
  'Panamericana Sur': ['1s - panamericana sur'],
  'Paseo Colón': ['9 de diciembre'],
  'Av. Garcilaso de la Vega': null,
  'Av. Grau': ['almirante miguel grau'],
  'Av. Nicolás de Piérola': null,
  'Av. La Encalada': ['encalada'],
  'Av. del Ejército': ['perez aranibar', 'perez aranibar (ex del ejercito)'],
  'Bajada Armendáriz': null,
  'Bajada Marbella': ['bajada circuito de playas'],
  'Av. Sucre': ['sucre', 'mariscal antonio jose de sucre'],
  'Av. Bolívar': ['simon bolivar'],
  'Av. Elmer Faucett': ['elmer faucett', 'faucett'],
  'Av. Riva Agüero': ['jose de la riva aguero'],
  'Av. Colonial': ['oscar benavides', 'oscar raul benavides', 'mariscal oscar raul benavides'],
  'Av. Venezuela': ['republica de venezuela'],
}

/** Where the data has a hole in a street (it holds named pieces only): south, west, north and east of the hole. */
const HOLES: readonly (readonly [street: string, south: number, west: number, north: number, east: number])[] = [
  ['Av. Javier Prado', -12.096, -77.0506, -12.0905, -77.0222],
  ['Av. Javier Prado', -12.087, -76.9843, -12.0833, -76.9707],
  ['Av. Larco', -12.1268, -77.031, -12.119, -77.029],
  ['Vía de Evitamiento', -12.0303, -77.0004, -12.029, -76.9965],
  ['Vía de Evitamiento', -12.0856, -76.981, -12.0829, -76.979],
  ['Panamericana Sur', -12.1465, -76.983, -12.0855, -76.976],
  ['Av. Tacna', -12.0491, -77.0393, -12.0426, -77.0349],
  ['Av. Nicolás Arriola', -12.0762, -77.0095, -12.0716, -77.003],
  ['Av. Aviación', -12.0777, -77.0131, -12.0608, -77.0099],
  ['Circuito de Playas', -12.1261, -77.091, -12.0885, -77.0384],
  ['Av. Grau', -12.0601, -77.0358, -12.058, -77.0242],
  ['Av. Elmer Faucett', -12.039, -77.105, -12.0206, -77.099],
  ['Av. Colonial', -12.0533, -77.0957, -12.0498, -77.0771],
  ['Av. Venezuela', -12.061, -77.082, -12.0556, -77.057],
  ['Av. Rafael Escardó', -12.0859, -77.0962, -12.083, -77.0953],
  ['Av. Armendáriz', -12.1347, -77.0235, -12.134, -77.0198],
]

const VERTEX_M = 150
/** Between two points a street may bend a little further off than at them. */
const LINE_M = 200

type Line = readonly LatLng[]

const fold = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\./g, ' ')
    .split(/\s+/)
    .filter((word) => word && !['av', 'avenida', 'jr', 'jiron', 'calle'].includes(word))
    .join(' ')

function linesByName(folder: string): ReadonlyMap<string, readonly Line[]> {
  const lines = new Map<string, Line[]>()
  const [head = '', ...rows] = readFileSync(join(folder, 'lima_segments.csv'), 'utf8').trim().split('\n')
  const column = new Map(head.split(',').map((name, i) => [name, i]))
  const of = (cells: readonly string[], name: string): string => cells[column.get(name) ?? -1] ?? ''
  for (const row of rows) {
    // A name with a comma stands in quotes; the columns asked for lie before and after it.
    const cells = row.replace(/"[^"]*"/g, (quoted) => quoted.replaceAll(',', ';')).split(',')
    const at = (lat: string, lng: string): LatLng => [Number(of(cells, lat)), Number(of(cells, lng))]
    const name = fold(of(cells, 'name').replaceAll('"', ''))
    lines.set(name, [...(lines.get(name) ?? []), [at('lat1', 'lon1'), at('lat2', 'lon2')]])
  }
  return lines
}

test('what is said of the data is said of streets that there are', () => {
  const names = new Set(STREETS.map(({ name }) => name))
  expect([...Object.keys(CALLED), ...HOLES.map(([street]) => street)].filter((name) => !names.has(name))).toEqual([])
})

describe.skipIf(lima === null)('held against the data of others', () => {
  const lines = lima === null ? new Map<string, readonly Line[]>() : linesByName(lima)
  const near = new Map(
    STREETS.map((street) => {
      const names = CALLED[street.name] === undefined ? [fold(street.name)] : (CALLED[street.name] ?? [])
      const [lats, lngs] = [street.points.map(([lat]) => lat), street.points.map(([, lng]) => lng)]
      const around = ([lat, lng]: LatLng): boolean =>
        lat > Math.min(...lats) - 0.02 &&
        lat < Math.max(...lats) + 0.02 &&
        lng > Math.min(...lngs) - 0.02 &&
        lng < Math.max(...lngs) + 0.02
      return [street.name, names.flatMap((name) => lines.get(name) ?? []).filter(([a]) => around(a!))]
    }),
  )
  const away = (name: string, place: LatLng): number =>
    Math.min(...(near.get(name) ?? []).map(([a, b]) => nearestOnLine(place, a!, b!).distance_m))
  const inHole = (name: string, [lat, lng]: LatLng): boolean =>
    CALLED[name] === null ||
    HOLES.some(
      ([street, south, west, north, east]) =>
        street === name && lat >= south && lat <= north && lng >= west && lng <= east,
    )
  const through = (point: LatLng): readonly string[] =>
    STREETS.filter(({ points }) => points.some((one) => String(one) === String(point))).map(({ name }) => name)

  test('the data knows the streets it is asked about', () => {
    expect(
      STREETS.filter(({ name }) => CALLED[name] !== null && (near.get(name) ?? []).length === 0).map(
        ({ name }) => name,
      ),
    ).toEqual([])
  })

  test(`every point is within ${VERTEX_M} m of a street of its name`, () => {
    const points = new Map(STREETS.flatMap(({ points }) => points.map((point) => [String(point), point] as const)))
    const held = [...points.values()].filter((point) => !through(point).every((name) => inHole(name, point)))
    const stray = held.flatMap((point) => {
      const distance = Math.min(
        ...through(point)
          .filter((name) => !inHole(name, point))
          .map((name) => away(name, point)),
      )
      return distance <= VERTEX_M ? [] : [`${through(point).join(' × ')} ${point}: ${Math.round(distance)} m`]
    })
    expect(stray).toEqual([])
    expect(held.length / points.size).toBeGreaterThan(0.85)
  })

  test(`so is every piece between two points, within ${LINE_M} m`, () => {
    const stray = STREET_LEGS.flatMap(({ street: { name }, from, to }) =>
      [0.2, 0.4, 0.6, 0.8].flatMap((share) => {
        const at = between(from, to, share)
        if (inHole(name, at)) return []
        const distance = away(name, at)
        return distance <= LINE_M
          ? []
          : [`${name} ${at.map((degrees) => degrees.toFixed(4))}: ${Math.round(distance)} m`]
      }),
    )
    expect(stray).toEqual([])
  })

  test('at least nineteen places of twenty lie in the district that the data says', () => {
    const shapes = JSON.parse(readFileSync(join(lima!, 'lima_callao_distritos.geojson'), 'utf8')) as {
      features: { properties: { nombre: string }; geometry: { coordinates: [number, number][][] } }[]
    }
    const called: { readonly [name: string]: string } = {
      'Cercado de Lima': 'lima',
      'Carmen de la Legua': 'carmen de la legua reynoso',
    }
    const score = new Map(DISTRICTS.map(({ name }) => [name, { hits: 0, all: 0 }]))
    for (let lat = -12.2; lat < -11.98; lat += 0.0017) {
      for (let lng = -77.15; lng < -76.95; lng += 0.0017) {
        const mine = districtAt([lat, lng])
        if (!mine) continue
        const theirs = shapes.features.find(({ geometry }) => within(geometry.coordinates[0] ?? [], lat, lng))
          ?.properties.nombre
        const counted = score.get(mine)!
        counted.all += 1
        if (theirs && fold(theirs) === (called[mine] ?? fold(mine))) counted.hits += 1
      }
    }
    const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
    const scores = [...score.values()]
    expect(sum(scores.map(({ hits }) => hits)) / sum(scores.map(({ all }) => all))).toBeGreaterThan(0.95)
    const poor = [...score].filter(([, { hits, all }]) => hits / all < 0.88)
    expect(poor.map(([name, { hits, all }]) => `${name} ${hits} of ${all}`)).toEqual([])
  })
})

function within(ring: readonly (readonly [number, number])[], lat: number, lng: number): boolean {
  let inside = false
  ring.forEach(([x1, y1], i) => {
    const [x2, y2] = ring[(i + 1) % ring.length] ?? [x1, y1]
    if (y1 > lat !== y2 > lat && lng < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) inside = !inside
  })
  return inside
}

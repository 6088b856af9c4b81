import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PLACES } from '../../custom/demo/model/places'
import { districtAt } from '../../custom/streets/model/district-at'
import { DISTRICTS } from '../../custom/streets/model/districts'
import { sharedData } from '../shared-data'

type Point = readonly [lng: number, lat: number]
interface Shape {
  readonly properties: { readonly [name: string]: unknown }
  readonly geometry: { readonly type: string; readonly coordinates: never }
}

const lima = sharedData('lima', 'places held against street and district data')

/** The streets of the data miss some; these places are held against one beside them that it has. */
const BESIDE: { readonly [place: string]: string } = {
  'Clínica Delgado': 'General Borgoño',
  'Clínica Javier Prado': 'Ricardo Rivera Navarrete',
  'Hospital María Auxiliadora': 'Los Heroes',
  'Mall del Sur': 'Panamericana Sur',
  'Centro Comercial Caminos del Inca': 'Caminos del Inca',
  Gamarra: 'Prolongación Huánuco',
  'Estación Gamarra': 'San Cristobal',
  'UPC Monterrico': 'Alonso de Molina',
  'Universidad de Ingeniería y Tecnología': 'Quebrada de Armendariz',
  'Parque de la Reserva': 'Larrabure y Unanue',
  'Parque del Amor': 'Malecon de la Reserva',
  'Faro de la Marina': 'Francia',
  'Plaza Gálvez': 'Jr. Bolognesi',
  'Biblioteca Nacional': 'Javier Prado Este',
  'Lugar de la Memoria': 'Malecón de la Marina',
  'Estadio Nacional': 'Paseo de la República',
  'Estadio Alejandro Villanueva': 'Sebastian Barranca',
  'Plaza de Acho': 'Via de Evitamiento',
  'Centro Empresarial Real': 'Camino Real',
  'Embajada de los Estados Unidos': 'Avenida Encalada',
}
/** No street near them has a name in the data: their district is all that can be checked. */
const DISTRICT_ONLY = ['Jockey Plaza', 'MegaPlaza', 'Alameda de los Descalzos']

// A place is a building, its address a point of its street: half a block of a large one lies between.
const NEAR_M = 160
// A boundary runs along the middle of an avenue; the outlines themselves are good to some tens of metres.
const BOUNDARY_M = 120

describe('the places of the demo', () => {
  test('none stands in another district on our own map, which does not go as far as all of them', () => {
    const rings = new Map(
      DISTRICTS.map(({ name, outline }) => [
        name,
        [...outline, ...outline.slice(0, 1)].map(([lat, lng]): Point => [lng, lat]),
      ]),
    )
    const held = PLACES.filter(([, , , , lat, lng]) => districtAt([lat, lng]) !== null)
    const stray = held.filter(([, , , district, lat, lng]) => {
      const name = district === 'Lima' ? 'Cercado de Lima' : district
      return districtAt([lat, lng]) !== name && distance_m([lng, lat], rings.get(name) ?? []) >= BOUNDARY_M
    })
    expect(stray).toEqual([])
    expect(held.length).toBeGreaterThan(90)
  })

  test.skipIf(lima === null)('every one stands in its district', () => {
    const districts = shapes('lima_callao_distritos.geojson')
    const stray = PLACES.filter(([, , , district, lat, lng]) => {
      const rings = districts.filter(({ properties }) => isCalled(String(properties.nombre), district)).flatMap(ringsOf)
      return !rings.some((ring) => inside([lng, lat], ring) || distance_m([lng, lat], ring) < BOUNDARY_M)
    })
    expect(stray).toEqual([])
  })

  test.skipIf(lima === null)('every one stands at its street, or at one beside it that the data has', () => {
    const streets = shapes('lima_streets.geojson').flatMap((shape) =>
      linesOf(shape).map((line) => ({ name: words(String(shape.properties.name)), line })),
    )
    const stray = PLACES.filter(([, name]) => !DISTRICT_ONLY.includes(name)).flatMap(([, name, street, , lat, lng]) => {
      const wanted = words((BESIDE[name] ?? street).replace(/^(Av\.|Calle|Jr\.) /, '').replace(/ \d+$/, ''))
      const lines = streets.filter((one) => wanted.every((word) => one.name.includes(word)))
      const away_m = Math.round(Math.min(...lines.map(({ line }) => distance_m([lng, lat], line))))
      return away_m < NEAR_M ? [] : [`${name}: ${away_m} m from ${wanted.join(' ')}`]
    })
    expect(stray).toEqual([])
  })

  test('at most three places are held against their district alone', () => {
    expect(DISTRICT_ONLY.length).toBeLessThanOrEqual(3)
    expect(PLACES.length).toBeGreaterThan(110)
    expect(new Set(PLACES.map(([, name]) => name)).size).toBe(PLACES.length)
  })

  test('what is said of the data is said of places that there are', () => {
    const names = new Set(PLACES.map(([, name]) => name))
    expect([...DISTRICT_ONLY, ...Object.keys(BESIDE)].filter((name) => !names.has(name))).toEqual([])
  })
})

function shapes(file: string): readonly Shape[] {
  return (JSON.parse(readFileSync(join(lima ?? '', file), 'utf8')) as { features: Shape[] }).features
}

function linesOf({ geometry }: Shape): readonly (readonly Point[])[] {
  return geometry.type === 'MultiLineString' ? geometry.coordinates : [geometry.coordinates]
}

function ringsOf({ geometry }: Shape): readonly (readonly Point[])[] {
  const many = geometry.type === 'MultiPolygon'
  const polygons: readonly (readonly (readonly Point[])[])[] = many ? geometry.coordinates : [geometry.coordinates]
  return polygons.flatMap(([outer]) => (outer ? [outer] : []))
}

/** Words of a name without accents and case, as the data's many hands wrote them. */
function words(name: string): string[] {
  const plain = name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace('garcilazo', 'garcilaso')
  return plain.split(/[^a-z0-9]+/).filter(Boolean)
}

const isCalled = (name: string, district: string): boolean => words(name).join(' ') === words(district).join(' ')

function distance_m([lng, lat]: Point, line: readonly Point[]): number {
  const east = 111_195 * Math.cos((lat * Math.PI) / 180)
  const flat = line.map(([x, y]) => [(x - lng) * east, (y - lat) * 111_195] as const)
  return Math.min(
    ...flat.slice(1).map(([x2, y2], index) => {
      const [x1, y1] = flat[index] ?? [x2, y2]
      const length2 = (x2 - x1) ** 2 + (y2 - y1) ** 2
      const share = length2 === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * (x2 - x1) + y1 * (y2 - y1)) / length2))
      return Math.hypot(x1 + share * (x2 - x1), y1 + share * (y2 - y1))
    }),
  )
}

function inside([lng, lat]: Point, ring: readonly Point[]): boolean {
  return ring.reduce((is, [x, y], index) => {
    const [px, py] = ring[(index + ring.length - 1) % ring.length] ?? [x, y]
    return y > lat !== py > lat && lng < ((px - x) * (lat - y)) / (py - y) + x ? !is : is
  }, false)
}

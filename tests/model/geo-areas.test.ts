import { area } from '@turf/area'
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import { lineIntersect } from '@turf/line-intersect'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { crossedAreas, crossingIndex } from '../../custom/geometry/model/crossed-areas'
import { findOverlaps } from '../../custom/geometry/model/find-overlaps'
import type { LatLng } from '../../custom/geometry/model/lat-lng'
import { geoLine, polygonOf, type Area } from '../../custom/geometry/model/ring-geojson'
import { selfCrossings } from '../../custom/geometry/model/self-crossings'
import { zoneIndex } from '../../custom/geometry/model/zone-index'
import { randomAreas, randomLine, randomPlace, randomSource } from '../bench/random-areas'
import { sharedData } from '../shared-data'

// Seven districts that were made up: they share their borders, one has an island, one a hole that another fills.
const districts = readDistricts(join(import.meta.dirname, '../fixtures/districts.geojson'))
const file = sharedData('lima/lima_callao_distritos.geojson', 'areas held against 50 real districts')
const lima = file === null ? [] : readDistricts(file)

const square = (id: string, south: number, west: number, size: number): Area<string> => ({
  id,
  ring: [
    [south, west],
    [south, west + size],
    [south + size, west + size],
    [south + size, west],
  ],
})
const ids = (areas: readonly Area<unknown>[]) => areas.map(({ id }) => id)

describe('a place in areas', () => {
  const outer = square('outer', 0, 0, 10)
  const inner = square('inner', 4, 4, 2)
  const line: Area<string> = {
    id: 'a line',
    ring: [
      [0, 0],
      [1, 1],
    ],
  }
  const zones = zoneIndex([outer, line, inner])

  test('lies in the smallest of those that contain it, and a border belongs to its area', () => {
    expect(zones.at([5, 5])?.id).toBe('inner')
    expect(ids(zones.all([5, 5]))).toEqual(['inner', 'outer'])
    expect(zones.at([4, 5])?.id).toBe('inner')
    expect(zones.at([1, 1])?.id).toBe('outer')
    expect([zones.at([11, 5]), zones.all([11, 5])]).toEqual([null, []])
    expect(zoneIndex([]).at([0, 0])).toBeNull()
  })

  test('is found in a thousand areas as by looking at each of them', () => {
    const random = randomSource(1)
    const areas = randomAreas(1_000, 40, random)
    const shapes = areas.map((one) => ({ id: one.id, shape: polygonOf(one.ring) }))
    const index = zoneIndex(areas)
    let inside = 0
    for (let i = 0; i < 300; i++) {
      const place = randomPlace(random)
      const slow = shapes
        .filter(({ shape }) => booleanPointInPolygon([place[1], place[0]], shape))
        .sort((a, b) => area(a.shape) - area(b.shape))
      expect(ids(index.all(place))).toEqual(slow.map(({ id }) => id))
      expect(index.at(place)?.id).toBe(slow[0]?.id)
      inside += slow.length
    }
    expect(inside).toBeGreaterThan(300)
  })

  test('of a city lies in its district', () => {
    const index = zoneIndex(districts)
    expect([index.at([-8.135, -79.055]), index.at([-8.118, -79.046])].map((one) => one?.id)).toEqual([
      'San Telmo',
      'Cerro Colorado',
    ])
    // In the outline of another, and over the water from its own.
    expect([index.at([-8.121, -79.041]), index.at([-8.135, -79.0145])].map((one) => one?.id)).toEqual([
      'El Óvalo',
      'Puerto Viejo',
    ])
    expect(index.at([-8.135, -79.018])).toBeNull()
    // On a border that two share, in one of them.
    expect(ids(index.all([-8.134, -79.0465])).toSorted()).toEqual(['La Ñusta', 'San Telmo'])
  })

  test.skipIf(file === null)('of Lima lies in its district', () => {
    const index = zoneIndex(lima)
    expect(index.at([-12.1211, -77.0297])?.id).toBe('MIRAFLORES')
    expect(index.at([-12.0464, -77.0428])?.id).toBe('LIMA')
    // Out at sea.
    expect(index.at([-12.2, -77.3])).toBeNull()
  })
})

describe('a line over areas', () => {
  const toll = square('toll', 0, 0, 1)

  test('crosses an area when it passes its border, from outside, from inside, or through', () => {
    expect(
      ids(
        crossedAreas(
          [toll],
          [
            [0.5, -1],
            [0.5, 2],
          ],
        ),
      ),
    ).toEqual(['toll'])
    expect(
      ids(
        crossedAreas(
          [toll],
          [
            [0.5, 0.5],
            [0.5, 2],
          ],
        ),
      ),
    ).toEqual(['toll'])
    expect(
      ids(
        crossedAreas(
          [toll],
          [
            [0.5, 2],
            [0.5, 0.5],
          ],
        ),
      ),
    ).toEqual(['toll'])
    expect(
      ids(
        crossedAreas(
          [toll],
          [
            [0.5, -0.2],
            [1.5, 0.8],
          ],
        ),
      ),
    ).toEqual(['toll'])
  })

  test('does not when it stays inside, stays outside, or is no line', () => {
    expect(
      crossedAreas(
        [toll],
        [
          [0.2, 0.2],
          [0.8, 0.8],
        ],
      ),
    ).toEqual([])
    expect(
      crossedAreas(
        [toll],
        [
          [2, -1],
          [2, 2],
        ],
      ),
    ).toEqual([])
    expect(crossedAreas([toll], [[0.5, 0.5]])).toEqual([])
    expect(crossedAreas([toll], [])).toEqual([])
    expect(
      crossedAreas(
        [
          {
            id: 'a line',
            ring: [
              [0, 0],
              [1, 0],
            ],
          },
        ],
        [
          [0.5, -1],
          [0.5, 2],
        ],
      ),
    ).toEqual([])
  })

  test('touches an area at a corner or with its end: that counts', () => {
    expect(
      ids(
        crossedAreas(
          [toll],
          [
            [2, 0],
            [0, 2],
          ],
        ),
      ),
    ).toEqual(['toll'])
    expect(
      ids(
        crossedAreas(
          [toll],
          [
            [0.5, -1],
            [0.5, 0],
          ],
        ),
      ),
    ).toEqual(['toll'])
  })

  test('tells areas in the order in which it meets them, each once, however often it crosses', () => {
    const [far, near] = [square('far', 0, 5, 1), square('near', 0, 2, 1)]
    const there: readonly LatLng[] = [
      [0.5, 0],
      [0.5, 10],
    ]
    expect(ids(crossedAreas([far, near], there))).toEqual(['near', 'far'])
    expect(ids(crossedAreas([near, far], there.toReversed()))).toEqual(['far', 'near'])
    expect(ids(crossedAreas([near, far], [...there, ...there.toReversed()]))).toEqual(['near', 'far'])
  })

  test('crosses the same of a thousand areas as by looking at each of them', () => {
    const random = randomSource(2)
    const areas = randomAreas(1_000, 40, random)
    const shapes = areas.map((one) => ({ id: one.id, shape: polygonOf(one.ring) }))
    const index = crossingIndex(areas)
    for (let i = 0; i < 3; i++) {
      const line = randomLine(200, random)
      const slow = shapes
        .filter(({ shape }) => lineIntersect(geoLine(line), shape).features.length > 0)
        .map(({ id }) => id)
      expect(ids(index.crossed(line)).toSorted()).toEqual(slow.toSorted())
      expect(slow.length).toBeGreaterThan(10)
    }
  })
})

describe('areas over one another', () => {
  test('are told with what both contain, the largest first; neighbours with one border do not overlap', () => {
    const [a, b, c, inner] = [
      square('a', 0, 0, 2),
      square('b', 1, 1, 2),
      square('c', 0, 2, 1),
      square('inner', 0.25, 0.25, 0.5),
    ]
    const found = findOverlaps([a, b, c, inner])
    expect(found.map((one) => [one.a.id, one.b.id])).toEqual([
      ['a', 'b'],
      ['a', 'inner'],
    ])
    // A square degree at the equator is some 12,364 km².
    expect((found[0]?.m2 ?? 0) / 1e6).toBeCloseTo(12_360, -2)
    expect(found[0]?.share).toBeCloseTo(0.25, 2)
    expect(found[1]?.share).toBeCloseTo(1, 6)
    expect(found[0]?.shapes.map((ring) => ring.length)).toEqual([4])
    expect(findOverlaps([a, b, c, inner], { changed: new Set([b]) }).map((one) => [one.a.id, one.b.id])).toEqual([
      ['a', 'b'],
    ])
    expect(
      findOverlaps([
        {
          id: 'a line',
          ring: [
            [0, 0],
            [1, 1],
          ],
        },
        a,
      ]),
    ).toEqual([])
  })

  /**
   * Whom a district lies over when it is moved some 220 m to the north: those that lie there, and none to its south.
   */
  function overWhenMoved(all: readonly Area<string>[], name: string): readonly string[] {
    const moved = all.map((one) =>
      one.id === name ? { ...one, ring: one.ring.map(([lat, lng]): LatLng => [lat + 0.002, lng]) } : one,
    )
    const over = findOverlaps(moved, { changed: new Set(moved.filter(({ id }) => id === name)) }).filter(
      ({ m2 }) => m2 > 20_000,
    )
    return over.map(({ a, b }) => (a.id === name ? b.id : a.id)).toSorted()
  }

  test('are none of districts that share their borders, but for the one in the outline of another, until one is moved', () => {
    expect(findOverlaps(districts).map(({ a, b }) => [a.id, b.id])).toEqual([['Cerro Colorado', 'El Óvalo']])
    expect(overWhenMoved(districts, 'La Ñusta')).toEqual(['Cerro Colorado', 'Puerto Viejo', 'San Telmo'])
  })

  test.skipIf(file === null)('are none of 50 real districts, until one is moved', () => {
    expect(findOverlaps(lima).filter(({ m2 }) => m2 > 300_000)).toEqual([])
    expect(overWhenMoved(lima, 'LINCE')).toEqual(['JESUS MARIA', 'LA VICTORIA', 'LIMA'])
  })

  test('cross themselves where sides meet, and nowhere else', () => {
    expect(
      selfCrossings([
        [0, 0],
        [2, 2],
        [0, 2],
        [2, 0],
      ]),
    ).toEqual([[1, 1]])
    expect(selfCrossings(square('a', 0, 0, 2).ring)).toEqual([])
    expect([
      selfCrossings([]),
      selfCrossings([
        [0, 0],
        [1, 1],
        [2, 2],
      ]),
    ]).toEqual([[], []])
    for (const { ring } of districts) expect(selfCrossings(ring)).toEqual([])
  })

  test.skipIf(file === null)('cross themselves nowhere in 50 real districts', () => {
    expect(lima).toHaveLength(50)
    for (const { ring } of lima) expect(selfCrossings(ring)).toEqual([])
  })
})

/** The outlines of a map's file, a part each. */
function readDistricts(path: string): readonly Area<string>[] {
  const { features } = JSON.parse(readFileSync(path, 'utf8')) as {
    features: readonly {
      properties: { [name: string]: unknown }
      geometry: { type: string; coordinates: readonly unknown[] }
    }[]
  }
  return features.flatMap(({ properties, geometry: { type, coordinates } }) => {
    const rings = (type === 'Polygon' ? [coordinates] : coordinates) as readonly (readonly (readonly [
      number,
      number,
    ])[])[][]
    const name = String(properties['distrito'] ?? properties['nombre'])
    return rings.flatMap(([ring]) =>
      ring ? [{ id: name, ring: ring.slice(0, -1).map(([lng, lat]): LatLng => [lat, lng]) }] : [],
    )
  })
}

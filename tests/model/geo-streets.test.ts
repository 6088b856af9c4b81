import { describe, expect, test } from 'vitest'
import { baseMapCall } from '../../custom/geo/model/base-map'
import { baseMap } from '../../custom/streets/model/base-map'
import { districtAt, districtNear, labelPoint } from '../../custom/streets/model/district-at'
import { DISTRICTS } from '../../custom/streets/model/districts'
import { between, course_deg, distance_m, nearestOnLine, type LatLng } from '../../custom/geometry/model/lat-lng'
import { placeWords } from '../../custom/streets/model/nearest-street'
import { STREET_LEGS } from '../../custom/streets/model/street-legs'
import { randomStreetPlace } from '../../custom/streets/model/street-place'
import { STREETS } from '../../custom/streets/model/streets'
import { Check } from 'typebox/value'

/** Numbers in [0, 1) from a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

describe('the streets of Lima', () => {
  test('every point lies on land of the city, within a district', () => {
    const stray = STREET_LEGS.flatMap(({ street, from, to }) =>
      [0, 0.25, 0.5, 0.75, 1].map((share) => ({ name: street.name, at: between(from, to, share) })),
    ).filter(
      ({ at: [lat, lng] }) =>
        lat < -12.17 || lat > -12.01 || lng < -77.14 || lng > -76.96 || districtAt([lat, lng]) === null,
    )
    expect(stray).toEqual([])
  })

  test('they are one graph: every street is reached from every other by points that streets share', () => {
    const reached = new Set([STREETS[0]!.name])
    const points = new Set(STREETS[0]!.points.map(String))
    for (let grew = true; grew; ) {
      grew = false
      for (const street of STREETS.filter(({ name }) => !reached.has(name))) {
        if (!street.points.some((point) => points.has(String(point)))) continue
        reached.add(street.name)
        for (const point of street.points) points.add(String(point))
        grew = true
      }
    }
    expect(STREETS.map(({ name }) => name).filter((name) => !reached.has(name))).toEqual([])
  })

  test('names are there once, and a point comes every few hundred metres', () => {
    expect(new Set(STREETS.map(({ name }) => name)).size).toBe(STREETS.length)
    expect(STREETS.length).toBeGreaterThanOrEqual(35)
    const odd = STREET_LEGS.filter(({ length_m }) => length_m < 20 || length_m > 1500)
    expect(odd.map(({ street, from, length_m }) => `${street.name} ${from} ${length_m}`)).toEqual([])
  })

  test('a random place stands on its street, looks along it, and is the same for the same numbers', () => {
    const random = seeded(7)
    const places = Array.from({ length: 2000 }, () => randomStreetPlace(random))
    const again = seeded(7)
    expect(Array.from({ length: 2000 }, () => randomStreetPlace(again))).toEqual(places)
    for (const { lat, lng, course, street, district } of places) {
      const mine = STREET_LEGS.filter((leg) => leg.street.name === street)
      const legs = mine.filter(({ from, to }) => nearestOnLine([lat, lng], from, to).distance_m < 0.5)
      expect(legs.length, street).toBeGreaterThan(0)
      const courses = legs.flatMap(({ from, to }) => [course_deg(from, to), course_deg(to, from)])
      expect(courses, street).toContain(course)
      expect(DISTRICTS.map(({ name }) => name)).toContain(district)
    }
    expect(new Set(places.map(({ street }) => street)).size).toBe(STREETS.length)
    expect(new Set(places.map(({ district }) => district)).size).toBeGreaterThan(15)
  })

  test('courses and distances are those of the compass and the tape', () => {
    const miraflores: LatLng = [-12.119, -77.0292]
    expect(course_deg(miraflores, [-12.1, -77.0292])).toBe(0)
    expect(course_deg(miraflores, [-12.119, -77.02])).toBe(90)
    expect(course_deg(miraflores, [-12.13, -77.0292])).toBe(180)
    expect(course_deg(miraflores, [-12.119, -77.04])).toBe(270)
    // A minute of latitude is a nautical mile, 1,852 m (here on a sphere: 1,853).
    expect(distance_m([-12, -77], [-12 - 1 / 60, -77])).toBeCloseTo(1853, -1)
  })

  test('a place is told by its street and district', () => {
    expect(placeWords([-12.1211, -77.0297])).toEqual({
      street: 'Av. Larco',
      distance_m: expect.any(Number),
      district: 'Miraflores',
    })
    expect(placeWords([-12.125, -77.2])).toEqual({ street: null, distance_m: null, district: null })
  })
})

describe('the districts', () => {
  test('no place lies in two of them', () => {
    const random = seeded(3)
    for (let i = 0; i < 5000; i++) {
      const place: LatLng = [-12.24 + random() * 0.3, -77.16 + random() * 0.22]
      const holding = DISTRICTS.filter(({ name }) => holdsAlone(name, place)).map(({ name }) => name)
      expect(holding.length, `${place} ${holding}`).toBeLessThanOrEqual(1)
      expect(districtAt(place)).toBe(holding[0] ?? null)
    }
  })

  test('a name is written inside its district, and the water beside one belongs to it', () => {
    for (const district of DISTRICTS)
      expect([district.name, districtNear(labelPoint(district), 1)]).toEqual([district.name, district.name])
    expect(districtAt([-12.13, -77.04])).toBeNull()
    expect(districtNear([-12.13, -77.04])).toBe('Miraflores')
  })
})

/** Whether a district, asked without the others, holds a place. */
function holdsAlone(name: string, [lat, lng]: LatLng): boolean {
  const { outline } = DISTRICTS.find((one) => one.name === name)!
  let inside = false
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % outline.length]!
    if (a[0] > lat !== b[0] > lat && lng < ((b[1] - a[1]) * (lat - a[0])) / (b[0] - a[0]) + a[1]) inside = !inside
  })
  return inside
}

describe('the base map', () => {
  test('is GeoJSON as its contract says: longitude first, rings closed', () => {
    const map = baseMap()
    expect(Check(baseMapCall.response, map)).toBe(true)
    for (const { geometry } of map.districts.features)
      expect(geometry.coordinates[0]!.at(-1)).toEqual(geometry.coordinates[0]![0])
    expect(
      map.streets.features
        .flatMap(({ geometry }) => geometry.coordinates)
        .every(([lng, lat]) => lng < -76 && lat > -13),
    ).toBe(true)
  })

  test('stays small enough to be asked for by every console', () => {
    expect(JSON.stringify(baseMap()).length).toBeLessThan(60_000)
  })
})

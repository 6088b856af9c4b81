import { describe, expect, test } from 'vitest'
import { judgeFix, type LastPlace, type Leaps } from '../../custom/fleet/model/judge-fix'
import { trackLength_m } from '../../custom/fleet/model/track-length'

const START = Date.parse('2026-11-21T12:00:00Z')
const M = 1 / 111_195
// The same numbers each time.
const drift = (n: number, most_m: number): number => (((n * 7919) % 101) / 50 - 1) * most_m * M
const told = (lat: number, lng: number, in_s: number, id_device: number | null = null) => ({
  lat,
  lng,
  at_ms: START + in_s * 1000,
  accuracy: 5,
  id_device,
})
/** 5 km to the north at 10 m/s, a place every 5 s. */
const TRUE = Array.from({ length: 101 }, (_, n) =>
  told(-12.1 + n * 50 * M + drift(n, 3), -77 + drift(n + 31, 3), n * 5),
)
/** Where the device says it is beside the true places: far, across some districts, near the street, and on the way. */
const ELSEWHERE = {
  far: [-12.3, -77],
  across: [-12.118, -77.01],
  near: [-12.1, -77.003],
  'on the way': [-12.1 + 2500 * M, -77],
} as const

describe.each(Object.entries(ELSEWHERE))('a device that says by turns that it is %s', (_where, [lat, lng]) => {
  const there = (n: number, in_s: number, most_m: number) =>
    told(lat + drift(n, most_m), lng + drift(n + 17, most_m), in_s)

  test.each([0, 5, 15])('is measured by the places that move, however exactly it tells the other (%i m)', (most_m) => {
    const patterns = {
      after: TRUE.flatMap((place, n) => [place, there(n, n * 5 + 2, most_m)]),
      before: TRUE.flatMap((place, n) => [there(n, n * 5 - 2, most_m), place]),
      twice: TRUE.flatMap((place, n) => [place, there(n, n * 5 + 2, most_m), there(n + 7, n * 5 + 3, most_m)]),
      'now and then': TRUE.flatMap((place, n) => (n % 4 === 3 ? [place, there(n, n * 5 + 2, most_m)] : [place])),
    }
    for (const [name, places] of Object.entries(patterns)) {
      expect([name, Math.round(trackLength_m(places) / 100) / 10]).toEqual([name, expect.closeTo(5, 0.25)])
    }
  })

  test.each([0, 5, 15])('is shown where it moves, soon and from then on (%i m)', (most_m) => {
    let [last, leaps]: [LastPlace | null, Leaps] = [null, []]
    const off_m = TRUE.flatMap((place, n) => [there(n, n * 5 - 2, most_m), place]).map((place) => {
      ;({ last, leaps } = judgeFix(
        last,
        leaps,
        { lat: place.lat, lng: place.lng, date_fix: new Date(place.at_ms) },
        place.at_ms,
      ))
      return Math.abs((last?.lat ?? 0) - (-12.1 + ((place.at_ms - START) / 1000) * 10 * M)) / M
    })
    expect(off_m.slice(30).filter((metres) => metres > 500)).toEqual([])
  })
})

test('ten places across the city and back are no part of a way', () => {
  expect(
    trackLength_m(
      TRUE.map((place, n) => (n >= 40 && n < 50 ? { ...place, lat: -12.25 + drift(n, 5), lng: -77.1 } : place)),
    ),
  ).toBeCloseTo(5000, -2)
})

test('two devices in one vehicle tell one way', () => {
  const other = TRUE.map((place, n) => told(place.lat + 40 * M, place.lng + 20 * M, n * 5 + 2, 2))
  expect(trackLength_m(TRUE.flatMap((place, n) => [{ ...place, id_device: 1 }, other[n] ?? place]))).toBeCloseTo(
    5000,
    -2,
  )
  const home = TRUE.map((_place, n) => told(-12.1 + drift(n, 40), -77.002 + drift(n + 5, 40), n * 5 + 2, 2))
  expect(trackLength_m(TRUE.flatMap((place, n) => [{ ...place, id_device: 1 }, home[n] ?? place]))).toBeCloseTo(
    5000,
    -2,
  )
  // One goes off half way, and the other tells the rest.
  expect(trackLength_m(TRUE.map((place, n) => ({ ...place, id_device: n < 50 ? 1 : 2 })))).toBeGreaterThan(4900)
})

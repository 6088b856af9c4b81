import * as fc from '../fast-check'
import { describe, expect, test } from 'vitest'
import { judgeFix, type LastPlace, type Leaps } from '../../custom/fleet/model/judge-fix'
import { PlaceGrid } from '../../custom/fleet/model/place-grid'
import { trackLength_m } from '../../custom/fleet/model/track-length'
import { distance_m, type LatLng } from '../../custom/geometry/model/lat-lng'

const anywhere = fc.tuple(
  fc.double({ min: -89, max: 89, noNaN: true }),
  fc.double({ min: -180, max: 180, noNaN: true }),
)
const town = fc.tuple(
  fc.double({ min: -12.2, max: -12, noNaN: true }),
  fc.double({ min: -77.1, max: -76.9, noNaN: true }),
)
/** Around the line where the date changes. */
const dateLine = fc.tuple(
  fc.double({ min: -17, max: -16.9, noNaN: true }),
  fc.double({ min: 179.95, max: 180.05, noNaN: true }).map((lng) => (lng > 180 ? lng - 360 : lng)),
)

describe('the grid of places', () => {
  test('finds the same as looking at everything, after any moves and removals, over the date line too', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(anywhere, town, dateLine).chain((place) =>
          fc.record({
            moves: fc.array(
              fc.tuple(
                fc.integer({ min: 0, max: 60 }),
                fc.oneof({ weight: 9, arbitrary: place }, { weight: 1, arbitrary: fc.constant(null) }),
              ),
              { maxLength: 200 },
            ),
            at: place,
          }),
        ),
        fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 3_000, max: 25_000_000 })),
        fc.oneof(fc.constant(undefined), fc.integer({ min: 1, max: 20 })),
        fc.integer({ min: 1, max: 3 }),
        ({ moves, at }, radius_m, max, every) => {
          const grid = new PlaceGrid<number>()
          const places = new Map<number, LatLng>()
          for (const [id, place] of moves) {
            if (place === null) {
              grid.remove(id)
              places.delete(id)
            } else {
              grid.put(id, place, id)
              places.set(id, place)
            }
          }
          const fits = (id: number): boolean => id % every === 0
          const all = [...places]
            .filter(([id]) => fits(id))
            .map(([id, place]) => ({ id, away: distance_m(at, place) }))
            .filter(({ away }) => away <= radius_m)
            .sort((a, b) => a.away - b.away)
            .slice(0, max)
          const found = grid.near({ at, radius_m, ...(max === undefined ? {} : { max }), fits })
          expect(found.map(({ distance_m: away }) => away)).toEqual(all.map(({ away }) => away))
          if (new Set(all.map(({ away }) => away)).size === all.length && max === undefined)
            expect(found.map(({ item }) => item)).toEqual(all.map(({ id }) => id))
        },
      ),
      { numRuns: 400 },
    )
  })
})

describe('what becomes the live position', () => {
  const NOW = Date.parse('2026-11-21T12:00:00Z')
  const fixes = fc.array(
    fc.record({
      lat: fc.double({ min: -13, max: -11, noNaN: true }),
      lng: fc.double({ min: -78, max: -76, noNaN: true }),
      said_s: fc.integer({ min: -86_400, max: 86_400 }),
    }),
    { maxLength: 60 },
  )

  test('is never from the future, never goes back in time, and nothing holds it still for ever', () => {
    fc.assert(
      fc.property(fixes, (given) => {
        let [last, leaps]: [LastPlace | null, Leaps] = [null, []]
        let now_ms = NOW
        for (const { lat, lng, said_s } of given) {
          now_ms += 1000
          const judged = judgeFix(last, leaps, { lat, lng, date_fix: new Date(now_ms + said_s * 1000) }, now_ms)
          if (judged.last) {
            expect(judged.last.fix_ms).toBeLessThanOrEqual(now_ms)
            if (last) expect(judged.last.fix_ms).toBeGreaterThanOrEqual(last.fix_ms)
          }
          expect(judged.keptOut === null).toBe(judged.last !== last)
          ;[last, leaps] = [judged.last, judged.leaps]
        }
        // Wherever it was taken to be: an honest phone that stands somewhere is believed within three fixes.
        const honest = { lat: -12, lng: -77 }
        for (let n = 0; n < 3; n++) {
          now_ms += 10_000
          const judged = judgeFix(last, leaps, { ...honest, date_fix: new Date(now_ms) }, now_ms)
          ;[last, leaps] = [judged.last, judged.leaps]
        }
        expect(last).toMatchObject(honest)
      }),
    )
  })
})

describe('a batch that a phone sends again, since it heard no answer', () => {
  const NOW = Date.parse('2026-11-21T12:00:00Z')
  // Places of two towns: some are leaps, and some of those fit each other.
  const place = fc.record({ town: fc.constantFrom(-12, -16.4), step: fc.integer({ min: 0, max: 40 }) })
  const batch = fc.array(fc.record({ place, said_s: fc.integer({ min: -3_600, max: 0 }) }), {
    minLength: 1,
    maxLength: 6,
  })

  test('brings nothing to the live position that the first time did not, and never makes a leap believed', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(batch, fc.integer({ min: 1, max: 3 })), { maxLength: 12 }), (sent) => {
        const judge = (times: (again: number) => number): LastPlace | null => {
          let [last, leaps]: [LastPlace | null, Leaps] = [null, []]
          for (const [fixes, again] of sent) {
            const inOrder = [...fixes].sort((a, b) => a.said_s - b.said_s)
            for (let n = 0; n < times(again); n++) {
              for (const {
                place: { town, step },
                said_s,
              } of inOrder) {
                ;({ last, leaps } = judgeFix(
                  last,
                  leaps,
                  { lat: town + step / 10_000, lng: -77, date_fix: new Date(NOW + said_s * 1000) },
                  NOW,
                ))
              }
            }
          }
          return last
        }
        expect(judge((again) => again)).toEqual(judge(() => 1))
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('the length of a track', () => {
  const walk = fc.array(
    fc.record({ east_m: fc.integer({ min: -150, max: 150 }), north_m: fc.integer({ min: -150, max: 150 }) }),
    { minLength: 2, maxLength: 80 },
  )
  const placesOf = (
    steps: readonly { readonly east_m: number; readonly north_m: number }[],
    more: { readonly accuracy?: number } = {},
  ) => {
    let [lat, lng] = [-12.1, -77]
    return steps.map(({ east_m, north_m }, n) => {
      lat += north_m / 111_195
      lng += east_m / (111_195 * Math.cos((lat * Math.PI) / 180))
      return { lat, lng, at_ms: n * 10_000, accuracy: more.accuracy ?? null }
    })
  }

  test('is no shorter than the straight way and no longer than all its steps, less what a phone wanders', () => {
    fc.assert(
      fc.property(walk, (steps) => {
        const places = placesOf(steps)
        const [first, last] = [places[0]!, places.at(-1)!]
        const straight_m = distance_m([first.lat, first.lng], [last.lat, last.lng])
        const all_m = steps.slice(1).reduce((sum, { east_m, north_m }) => sum + Math.hypot(east_m, north_m), 0)
        const length_m = trackLength_m(places)
        expect(length_m).toBeGreaterThanOrEqual(straight_m - 8 - straight_m / 500)
        expect(length_m).toBeLessThanOrEqual(all_m * 1.003 + 1)
      }),
    )
  })

  test('does not grow by a phone that stands, by places it only guessed, or by a leap', () => {
    const standing = placesOf(Array.from({ length: 200 }, (_, n) => ({ east_m: n % 2 ? 5 : -5, north_m: 0 })))
    expect(trackLength_m(standing)).toBe(0)
    expect(
      trackLength_m(
        placesOf(
          [
            { east_m: 0, north_m: 0 },
            { east_m: 140, north_m: 0 },
          ],
          { accuracy: 500 },
        ),
      ),
    ).toBe(0)
    const there = placesOf([
      { east_m: 0, north_m: 0 },
      { east_m: 100, north_m: 0 },
      { east_m: 40_000, north_m: 0 },
      { east_m: -39_900, north_m: 0 },
    ])
    expect(trackLength_m(there)).toBeGreaterThan(195)
    expect(trackLength_m(there)).toBeLessThan(205)
  })
})

describe('a tracker that tells an old place between the true ones', () => {
  const NOW = Date.parse('2026-11-21T12:00:00Z')
  const OLD = { lat: -12.2, lng: -76.9 }
  /** Every 10 s, by turns: the old place, and the next one of a way to the east of 100 m each. */
  const told = (far: { readonly lat: number; readonly lng: number }) =>
    Array.from({ length: 60 }, (_, n) => ({
      ...(n % 2 === 0 ? OLD : { lat: far.lat, lng: far.lng + (n >> 1) * 0.00092 }),
      at_ms: NOW + n * 10_000,
      accuracy: null,
    }))

  test('is followed along the true ones, live and in the length of its way', () => {
    const fixes = told({ lat: -12.1, lng: -77 })
    let [last, leaps]: [LastPlace | null, Leaps] = [null, []]
    const shown = fixes.map(({ lat, lng, at_ms }) => {
      ;({ last, leaps } = judgeFix(last, leaps, { lat, lng, date_fix: new Date(at_ms) }, at_ms))
      return last?.lat
    })
    expect(shown.slice(6).every((lat) => lat === -12.1)).toBe(true)
    expect(trackLength_m(fixes)).toBeGreaterThan(2_600)
    expect(trackLength_m(fixes)).toBeLessThan(3_100)
  })

  test('is not sent back and forth for an old place that is near', () => {
    const length_m = trackLength_m(told({ lat: -12.2, lng: -76.9 + 0.00276 }))
    expect(length_m).toBeGreaterThan(2_800)
    expect(length_m).toBeLessThan(3_400)
  })

  test('is left at the place it stands at when only the old one is told again', () => {
    let [last, leaps]: [LastPlace | null, Leaps] = [null, []]
    for (let n = 0; n < 20; n++) {
      const at_ms = NOW + n * 10_000
      ;({ last, leaps } = judgeFix(
        last,
        leaps,
        { ...(n % 2 === 0 ? { lat: -12.1, lng: -77 } : OLD), date_fix: new Date(at_ms) },
        at_ms,
      ))
    }
    expect(last).toMatchObject({ lat: -12.1 })
  })
})

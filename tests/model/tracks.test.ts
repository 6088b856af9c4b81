import { describe, expect, test } from 'vitest'
import { findSpeeding } from '../../custom/tracks/model/find-speeding'
import { findStops } from '../../custom/tracks/model/find-stops'
import { lastUntil, placeAt, replayed } from '../../custom/tracks/model/replay'
import { thinned } from '../../custom/tracks/model/thin-track'
import type { TrackFix } from '../../custom/tracks/model/track-fix'
import { trackParts } from '../../custom/tracks/model/track-parts'

const MIN = 60_000
/** A fix so many metres north of the beginning. */
const fix = (at_ms: number, north_m: number, speed: number | null = null): TrackFix => ({
  lat: -12 + north_m / 111_195,
  lng: -77,
  speed,
  at_ms,
})
const every = (
  from_ms: number,
  until_ms: number,
  step_ms: number,
  north: (at_ms: number) => number,
  speed: number | null = null,
): readonly TrackFix[] =>
  Array.from({ length: Math.floor((until_ms - from_ms) / step_ms) + 1 }, (_, n) =>
    fix(from_ms + n * step_ms, north(from_ms + n * step_ms), speed),
  )

describe('stops of a track', () => {
  test('are halts of three minutes or more, the drift of a parked phone included; a traffic light is none', () => {
    const fixes = [
      ...every(0, 2 * MIN, 15_000, (at) => at / 100),
      ...every(2.25 * MIN, 12 * MIN, 15_000, (at) => 1300 + (at % 30_000 === 0 ? 12 : -12)),
      ...every(12.25 * MIN, 14 * MIN, 15_000, (at) => 1300 + (at - 12 * MIN) / 100),
      ...every(14.25 * MIN, 15.5 * MIN, 15_000, () => 2600),
      ...every(15.75 * MIN, 17 * MIN, 15_000, (at) => 2600 + (at - 15.5 * MIN) / 80),
    ]
    const stops = findStops(fixes)
    expect(stops).toHaveLength(1)
    expect(stops[0]?.from_ms).toBe(2.25 * MIN)
    expect(stops[0]?.until_ms).toBe(12 * MIN)
    expect(Math.abs(((stops[0]?.lat ?? 0) + 12) * 111_195 - 1300)).toBeLessThan(15)
  })

  test('of a phone that is silent while it lies still last until it moves', () => {
    expect(findStops([fix(0, 0), fix(40 * MIN, 10), fix(41 * MIN, 900)])).toMatchObject([
      { from_ms: 0, until_ms: 40 * MIN },
    ])
    expect(findStops([fix(0, 0), fix(40 * MIN, 900)])).toEqual([])
    expect(findStops([])).toEqual([])
  })

  test('are found after slow driving as after fast', () => {
    const creeping = every(0, 10 * MIN, 10_000, (at) => at / 2000)
    expect(findStops([...creeping, ...every(10.5 * MIN, 20 * MIN, 10_000, () => 400)]).at(-1)).toMatchObject({
      until_ms: 20 * MIN,
    })
  })
})

describe('speeding', () => {
  const at = (s: number, speed: number | null) => fix(s * 1000, s * 20, speed)

  test('is a stretch above the limit with its fastest moment; a fix below it does not part it, silence does', () => {
    const found = findSpeeding(
      [
        at(0, 80),
        at(10, 95),
        at(20, 110),
        at(30, 88),
        at(40, 97),
        at(90, 60),
        at(100, 91),
        at(400, 92),
        at(410, null),
        at(420, 90),
      ],
      90,
    )
    expect(found).toMatchObject([
      { from_ms: 10_000, until_ms: 40_000, most: 110 },
      { from_ms: 100_000, until_ms: 100_000, most: 91 },
      { from_ms: 400_000, until_ms: 400_000, most: 92 },
    ])
    expect(found[0]?.lat).toBe(at(20, 0).lat)
  })
})

describe('a drawn track', () => {
  test('is in pieces where the phone was silent, and no fix is in none', () => {
    const fixes = [fix(0, 0), fix(MIN, 10), fix(10 * MIN, 500), fix(20 * MIN, 900), fix(21 * MIN, 950)]
    expect(trackParts(fixes).map(({ known, fixes: of }) => [known, of.length])).toEqual([
      [true, 2],
      [false, 2],
      [false, 2],
      [true, 2],
    ])
    expect(trackParts(fixes.slice(0, 1))).toEqual([])
  })

  test('keeps its first and last point and at most so many', () => {
    for (const length of [0, 1, 5, 6, 7, 11, 12, 999, 4001]) {
      const points = Array.from({ length }, (_, n) => n)
      const { items, every: of } = thinned(points, 6)
      expect(items.length).toBeLessThanOrEqual(6)
      expect([items[0], items.at(-1)]).toEqual([points[0], points.at(-1)])
      expect(of === 1).toBe(length <= 6)
    }
  })
})

describe('a replay', () => {
  const fixes = [fix(0, 0), fix(60_000, 600), fix(20 * MIN, 5000)]

  test('goes straight from fix to fix, stands still where nothing was heard, and ends at the end', () => {
    expect(placeAt(fixes, 30_000)).toMatchObject({ index: 0, silent: false })
    expect(placeAt(fixes, 30_000)?.at[0]).toBeCloseTo((fixes[0]!.lat + fixes[1]!.lat) / 2, 9)
    expect(placeAt(fixes, 5 * MIN)).toEqual({ at: [fixes[1]!.lat, -77], index: 1, silent: true })
    expect(placeAt(fixes, 99 * MIN)).toEqual({ at: [fixes[2]!.lat, -77], index: 2, silent: false })
    expect(placeAt(fixes, -5)).toMatchObject({ index: 0 })
    expect(placeAt([], 0)).toBeNull()
    expect([-1, 0, 59_999, 60_000, 1e9].map((at_ms) => lastUntil(fixes, at_ms))).toEqual([-1, 0, 0, 1, 2])
    expect([replayed(0, 50, 60, 10_000), replayed(9_999, 50, 1, 10_000)]).toEqual([3000, 10_000])
  })
})

import { expect, test } from 'vitest'
import { distance_m } from '../../custom/geometry/model/lat-lng'
import { rushCalls, rushFigures, type RushEnd } from '../bench/rush-calls'

test('a rush is the same for the same seed, densest in its middle, with bookings that come due within it', () => {
  const calls = rushCalls(41, 120, 3_600)
  expect(rushCalls(41, 120, 3_600)).toEqual(calls)
  expect(rushCalls(42, 120, 3_600)).not.toEqual(calls)
  expect(new Set(calls.map(({ digits }) => digits.slice(-6))).size).toBe(120)
  const within = (from_s: number, to_s: number) => calls.filter(({ at_s }) => at_s >= from_s && at_s < to_s).length
  expect(within(1_200, 2_400)).toBeGreaterThan(within(0, 1_200))
  expect(within(1_200, 2_400)).toBeGreaterThan(within(2_400, 3_601))
  for (const { from, to, booked_min, at_s } of calls) {
    const away_m = distance_m([from.lat, from.lng], [to.lat, to.lng])
    expect(away_m >= 1_500 && away_m <= 6_500).toBe(true)
    if (booked_min !== null) expect(at_s + booked_min * 60).toBeLessThan(3_600)
  }
  expect(calls.some(({ booked_min }) => booked_min !== null)).toBe(true)
})

test('its figures count who still waits, and who called it off by themselves', () => {
  const waits = [60, 120, 180, 240, 300, 360, 420, 480, 540]
  const ends: readonly RushEnd[] = [
    ...waits.map((waited_s) => ({ end: 'ridden' as const, waited_s })),
    { end: 'open', waited_s: 1_200 },
    { end: 'lost', waited_s: 900 },
    { end: 'unsaved', waited_s: 0 },
  ]
  const figures = { calls: 12, lost: 1, unsaved: 1, median_s: 360, p90_s: 1_200, longest_s: 1_200, long: 2 }
  expect(rushFigures(ends)).toEqual(figures)
  expect(rushFigures([])).toMatchObject({ calls: 0, median_s: 0, longest_s: 0 })
})

import { expect, test } from 'vitest'
import { besideCorner, coveredOf, EDGE_PX, PIN_PX, seenBox } from '../../custom/geo/client/view/covered'

/** A phone's map under the console's bar. */
const PHONE = 796

test("a trip is shown between the alerts at a phone's upper edge and the sheet at its lower one", () => {
  expect(coveredOf(PHONE, { share: 0.5, top_px: 158 })).toEqual({ top: 158, bottom: 398 })
  // No panel says anything.
  expect(coveredOf(PHONE, { share: Number.NaN, top_px: Number.NaN })).toEqual({ top: 0, bottom: 0 })
})

test('however much is covered, a part of the map is left that can be read', () => {
  for (const [share, top_px] of [
    [0.95, 0],
    [0.5, 700],
    [1, 700],
    [0, 2000],
  ] as const) {
    const { top, bottom } = coveredOf(PHONE, { share, top_px })
    expect(top).toBeGreaterThanOrEqual(0)
    expect(PHONE - top - bottom - 2 * EDGE_PX).toBeGreaterThanOrEqual(100)
  }
  expect(coveredOf(120, { share: 0.5, top_px: 60 })).toEqual({ top: 0, bottom: 0 })
})

test('a trip is shown beside the cards in the lower corner, above them where the map is narrow, and under them where there is no room', () => {
  const free = { top: 100, bottom: 0 }
  const cards = { width: 352, height: 240 }
  expect(besideCorner({ x: 1020, y: 800 }, free, cards)).toEqual({ start: 352, bottom: 0 })
  expect(besideCorner({ x: 500, y: 800 }, free, cards)).toEqual({ start: 0, bottom: 240 })
  expect(besideCorner({ x: 500, y: 400 }, free, cards)).toEqual({ start: 0, bottom: 0 })
  // What covers the lower edge already covers a part of them.
  expect(besideCorner({ x: 500, y: 800 }, { top: 0, bottom: 100 }, cards)).toEqual({ start: 0, bottom: 140 })
  expect(besideCorner({ x: 1020, y: 800 }, free, { width: 352, height: 0 })).toEqual({ start: 0, bottom: 0 })
  expect(besideCorner({ x: 1020, y: 800 }, free, { width: Number.NaN, height: Number.NaN })).toEqual({
    start: 0,
    bottom: 0,
  })
})

test('a pin under the alerts is not seen, although its place is', () => {
  const covered = { top: 106, bottom: 0, left: 0, right: 352 }
  expect(seenBox({ x: 752, y: 320 }, covered, 0)).toEqual({ top: 106, bottom: 320, left: 0, right: 400 })
  expect(seenBox({ x: 752, y: 320 }, covered, PIN_PX).top).toBe(106 + PIN_PX)
  // A map with no room for a pin is not turned inside out.
  expect(seenBox({ x: 752, y: 120 }, covered, PIN_PX)).toMatchObject({ top: 120, bottom: 120 })
})

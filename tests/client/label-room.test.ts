import { expect, test } from 'vitest'
import { labelRoom } from '../../src/client/resource/stats/label-room'

test('the longest amount beside a bar has room, and bars keep most of a narrow chart', () => {
  expect(labelRoom(['S/ 5.00', 'S/ 1,212,000.00'], 600)).toBeGreaterThanOrEqual(15 * 6.7)
  expect(labelRoom(['7'], 600)).toBeLessThan(25)
  expect(labelRoom(['S/ 1,212,000.00'], 200)).toBe(80)
  expect(labelRoom([], 600)).toBeGreaterThan(0)
})

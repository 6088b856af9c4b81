import { expect, test } from 'vitest'
import { expiryOf } from '../../src/model/values/expiry'

test('a date with x-expires holds on its last day, warns so many days before and has expired the day after', () => {
  const said = (date: string, ahead: number | null = 30) =>
    expiryOf(date, '2026-11-28', ahead === null ? {} : { 'x-expires': ahead })
  expect(said('2026-11-27')).toEqual({ over: true, days: -1 })
  expect(said('2026-11-28')).toEqual({ over: false, days: 0 })
  expect(said('2026-12-28')).toEqual({ over: false, days: 30 })
  expect(said('2026-12-29')).toBeNull()
  expect(said('2026-11-29', 0)).toBeNull()
  expect(said('2024-02-29')).toEqual({ over: true, days: -1003 })
  expect(said('2020-01-01', null)).toBeNull()
})

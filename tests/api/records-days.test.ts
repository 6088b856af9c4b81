import { expect, test } from 'vitest'
import { dayBounds } from '../../src/model/values/zone-time'

// Moments of the time zone database: clocks that change at midnight itself, forward and back, and elsewhere.
test.each([
  ['2026-11-20', 'America/Lima', '2026-11-20T05:00:00.000Z', '2026-11-21T05:00:00.000Z'],
  ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
  ['2026-11-20', 'Nowhere/Atall', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
  ['2018-11-03', 'America/Sao_Paulo', '2018-11-03T03:00:00.000Z', '2018-11-04T03:00:00.000Z'],
  ['2018-02-17', 'America/Sao_Paulo', '2018-02-17T02:00:00.000Z', '2018-02-18T03:00:00.000Z'],
  ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z', '2018-02-19T03:00:00.000Z'],
  ['2026-03-29', 'Europe/Madrid', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Madrid', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['2026-06-01', 'Asia/Kathmandu', '2026-05-31T18:15:00.000Z', '2026-06-01T18:15:00.000Z'],
  ['2026-06-01', 'Pacific/Kiritimati', '2026-05-31T10:00:00.000Z', '2026-06-01T10:00:00.000Z'],
])('the day %s in %s runs from %s to %s', (day, zone, from, until) => {
  expect(dayBounds(day, zone)).toEqual({ from, until })
})

test.each(['2026-02-29', '2026-13-01', '26-01-01', '', 'today'])('%j is no day', (day) => {
  expect(dayBounds(day, 'America/Lima')).toBeNull()
})

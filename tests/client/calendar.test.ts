import { describe, expect, test } from 'vitest'
import type { CalendarLayout } from '../../src/model/calendar-days'
import {
  blocksOf,
  entryOf,
  standsAboveHours,
  segmentsOf,
  type CalendarEntry,
} from '../../src/client/resource/layouts/calendar/entries'
import {
  besidePeriod,
  firstOfWeek,
  readPeriod,
  periodDays,
  writePeriod,
} from '../../src/client/resource/layouts/calendar/period'
import { beginningAt, shiftedValues } from '../../src/client/resource/layouts/calendar/shift'

const RANGE: CalendarLayout = { kind: 'calendar', from: 'a', to: 'b', card: [] }
const ZONE = 'America/Santiago'

describe('the period in the address', () => {
  test.each([
    ['2026-11', { from: '2026-10-26', to: '2026-12-06' }, '2026-12'],
    ['week-2026-11-25', { from: '2026-11-23', to: '2026-11-29' }, 'week-2026-12-02'],
    ['2026-12-31', { from: '2026-12-31', to: '2026-12-31' }, '2027-01-01'],
    ['agenda-2026-11-25', { from: '2026-11-25', to: '2026-12-22' }, 'agenda-2026-12-23'],
  ])('%s shows its days, and leads on', (text, span, next) => {
    const period = readPeriod(text)
    if (!period) throw new Error(text)
    expect([writePeriod(period), periodDays(period, 1), writePeriod(besidePeriod(period, 1))]).toEqual([
      text,
      span,
      next,
    ])
    expect(besidePeriod(besidePeriod(period, 1), -1)).toEqual(period)
  })
  test.each([null, '', '2026-13', '2026-02-30', 'week-2026-11', 'month-2026-11', '2026-11-1'])('%j is none', (text) =>
    expect(readPeriod(text)).toBeNull(),
  )
  test('weeks begin as the settings say, else as the language has it', () => {
    expect([
      firstOfWeek('es', null),
      firstOfWeek('en', null),
      firstOfWeek('ar', ''),
      firstOfWeek('en', '1'),
      firstOfWeek('es', 'x'),
    ]).toEqual([1, 7, 6, 1, 1])
    expect(periodDays({ mode: 'week', day: '2026-11-25' }, 7)).toEqual({ from: '2026-11-22', to: '2026-11-28' })
    expect(periodDays({ mode: 'month', day: '2026-11-01' }, 7)).toEqual({ from: '2026-11-01', to: '2026-12-05' })
  })
})

describe('a shift', () => {
  test('keeps the time of a moment on the clock of the house when clocks change between', () => {
    // Midnight of 2026-09-06 is skipped in Santiago: from -04:00 to -03:00.
    const record = { a: '2026-09-05T13:30:20.000Z', b: '2026-09-05T15:00:00.000Z' }
    expect(shiftedValues(record, RANGE, ZONE, { days: 1, minutes: 0, edge: 'both' })).toEqual({
      a: '2026-09-06T12:30:20.000Z',
      b: '2026-09-06T14:00:00.000Z',
    })
    expect(shiftedValues(record, RANGE, ZONE, { days: 0, minutes: -600, edge: 'both' })).toEqual({
      a: '2026-09-05T03:30:20.000Z',
      b: '2026-09-05T05:00:00.000Z',
    })
    expect(
      shiftedValues({ a: '2026-09-06T03:30:00.000Z' }, RANGE, ZONE, { days: 0, minutes: 60, edge: 'both' }),
    ).toEqual({ a: '2026-09-06T04:30:00.000Z' })
  })
  test('changes an end alone, never to before its beginning', () => {
    const record = { a: '2026-11-05', b: '2026-11-07' }
    expect(shiftedValues(record, RANGE, null, { days: 2, minutes: 0, edge: 'end' })).toEqual({ b: '2026-11-09' })
    expect(shiftedValues(record, RANGE, null, { days: -9, minutes: 0, edge: 'end' })).toEqual({ b: '2026-11-05' })
    expect(shiftedValues({ a: '2026-11-05', b: null }, RANGE, null, { days: -1, minutes: 0, edge: 'end' })).toBeNull()
    expect(shiftedValues({ a: '2026-11-05', b: null }, RANGE, null, { days: 1, minutes: 0, edge: 'end' })).toEqual({
      b: '2026-11-06',
    })
    expect(
      shiftedValues(record, { kind: 'calendar', from: 'a', card: [] }, null, { days: 1, minutes: 0, edge: 'end' }),
    ).toBeNull()
  })
  test('of nothing is none', () =>
    expect(shiftedValues({ a: '2026-11-05' }, RANGE, null, { days: 0, minutes: 0, edge: 'both' })).toBeNull())
  test('a new record begins on its day, or at its hour for an hour', () => {
    expect(beginningAt(RANGE, null, '2026-11-05', 540)).toEqual({ a: '2026-11-05' })
    expect(beginningAt(RANGE, ZONE, '2026-11-05', 540)).toEqual({
      a: '2026-11-05T12:00:00.000Z',
      b: '2026-11-05T13:00:00.000Z',
    })
  })
})

const days = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29']
const bar = (id: number, a: string, b: string | null = null, zone: string | null = null): CalendarEntry => {
  const entry = entryOf({ id, a, b }, RANGE, zone)
  if (!entry) throw new Error(a)
  return entry
}

test('bars lie over their days without overlapping, and say where they go on', () => {
  const found = segmentsOf(
    [
      bar(1, '2026-11-24', '2026-11-26'),
      bar(2, '2026-11-20', '2026-11-24'),
      bar(3, '2026-11-25'),
      bar(4, '2026-11-29', '2026-12-02'),
      bar(5, '2026-12-01'),
    ],
    days,
  )
  expect(
    found.map(({ entry, lane, at, length, isBegun, goesOn }) => [entry.id, lane, at, length, isBegun, goesOn]),
  ).toEqual([
    [2, 0, 0, 2, true, false],
    [1, 1, 1, 3, false, false],
    [3, 0, 2, 1, false, false],
    [4, 0, 6, 1, false, true],
  ])
})

test('blocks of a day stand side by side where they overlap; one over midnight has a part in each day', () => {
  const at = (id: number, from: string, to: string | null) =>
    bar(id, `2026-11-${from}:00.000Z`, to && `2026-11-${to}:00.000Z`, 'UTC')
  const entries = [
    at(1, '24T09:00', '24T11:00'),
    at(2, '24T10:00', '24T10:30'),
    at(3, '24T10:30', null),
    at(4, '24T22:00', '25T02:00'),
    at(5, '24T15:00', '25T15:00'),
    at(6, '24T23:00', '25T00:00'),
  ]
  expect(entries.map(standsAboveHours)).toEqual([false, false, false, false, true, false])
  const blocks = (day: string) =>
    blocksOf(
      entries.filter((one) => !standsAboveHours(one)),
      day,
    ).map(({ entry, from_min, to_min, at: place, of }) => [entry.id, from_min, to_min, place, of])
  expect(blocks('2026-11-24')).toEqual([
    [1, 540, 660, 0, 2],
    [2, 600, 630, 1, 2],
    [3, 630, 660, 1, 2],
    [4, 1320, 1440, 0, 2],
    [6, 1380, 1440, 1, 2],
  ])
  expect(blocks('2026-11-25')).toEqual([[4, 0, 120, 0, 1]])
})

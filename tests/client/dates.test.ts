import { describe, expect, test } from 'vitest'
import { DATE_PRESETS, presetOf, presetSpan } from '../../src/ui/inputs/date-presets'
import { dateText, dateTimeText, hourText, timeText, weekHourText } from '../../src/ui/show/date-text'
import { addMonths, instantOf, todayIn, wallTime } from '../../src/model/values/zone-time'

describe('the clock of a zone', () => {
  test('an hour of a day, of a week and of a moment are written on one clock', () => {
    expect([hourText(0), hourText(15), timeText('15:00')]).toEqual(['12:00 AM', '03:00 PM', '03:00 PM'])
    expect(weekHourText(33, 'es')).toBe('mar 09:00 AM')
  })
  test('an instant and its wall time lead to each other', () => {
    for (const zone of ['America/Lima', 'UTC', 'Asia/Kathmandu', 'America/New_York', 'Pacific/Apia']) {
      for (const iso of [
        '2026-11-21T04:30:00.000Z',
        '2025-06-30T23:59:00.000Z',
        '2024-02-29T12:00:00.000Z',
        '1999-12-31T23:00:00.000Z',
      ]) {
        const wall = wallTime(iso, zone)
        expect(wall && instantOf(wall, zone), `${iso} ${zone}`).toBe(iso)
      }
    }
  })
  test('a time that the clock skips is read with the offset before, one that comes twice as the first', () => {
    expect(instantOf({ date: '2025-03-09', time: '02:30' }, 'America/New_York')).toBe('2025-03-09T07:30:00.000Z')
    expect(instantOf({ date: '2025-11-02', time: '01:30' }, 'America/New_York')).toBe('2025-11-02T05:30:00.000Z')
  })
  test('what is no date has no instant', () => {
    expect(instantOf({ date: '2026-13-01', time: '00:00' }, 'UTC')).toBeNull()
    expect(wallTime('soon', 'UTC')).toBeNull()
  })
  test('today depends on the zone', () => {
    const now = new Date('2026-11-21T03:00:00Z')
    expect(todayIn('America/Lima', now)).toBe('2026-11-20')
    expect(todayIn('Asia/Tokyo', now)).toBe('2026-11-21')
  })
  test('a month later is held at the end of a shorter month', () =>
    expect(addMonths('2026-08-31', -6)).toBe('2026-02-28'))
})

test('dates are written DD/MM/YYYY hh:mm A', () => {
  expect(dateText('2026-11-21')).toBe('21/11/2026')
  expect(dateTimeText('2026-11-21T17:05:00Z', 'America/Lima')).toBe('21/11/2026 12:05 PM')
  expect([timeText('00:00'), timeText('12:00'), timeText('23:59')]).toEqual(['12:00 AM', '12:00 PM', '11:59 PM'])
})

describe('periods of the specification, on Saturday 21 November 2026', () => {
  test.each([
    ['tomorrow', '2026-11-22', '2026-11-22'],
    ['today', '2026-11-21', '2026-11-21'],
    ['yesterday', '2026-11-20', '2026-11-20'],
    ['last_7_days', '2026-11-15', '2026-11-21'],
    ['last_30_days', '2026-10-23', '2026-11-21'],
    ['last_6_months', '2026-05-21', '2026-11-21'],
    ['this_week', '2026-11-16', '2026-11-22'],
    ['last_week', '2026-11-09', '2026-11-15'],
    ['this_month', '2026-11-01', '2026-11-30'],
    ['last_month', '2026-10-01', '2026-10-31'],
    ['this_year', '2026-01-01', '2026-12-31'],
    ['last_year', '2025-01-01', '2025-12-31'],
  ] as const)('%s is %s to %s', (preset, from, to) => expect(presetSpan(preset, '2026-11-21')).toEqual({ from, to }))

  test('a week that begins on Sunday is the one before', () =>
    expect(presetSpan('this_week', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' }))
  test('each is recognised again, on every day of two years', () => {
    for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2028, 0, 1); day += 86_400_000) {
      const today = new Date(day).toISOString().slice(0, 10)
      for (const preset of DATE_PRESETS) {
        const span = presetSpan(preset, today)
        expect(span.from <= span.to).toBe(true)
        const found = presetOf(span, today)
        expect(found && presetSpan(found, today)).toEqual(span)
      }
    }
  })
  test('other dates are no period', () => expect(presetOf({ from: '2020-01-01', to: null }, '2026-11-21')).toBeNull())
})

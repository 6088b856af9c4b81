import { describe, expect, test } from 'vitest'
import { openOrWhy, prepMinutes, type StoreFacts } from '../../custom/delivery/model/store-open'
import * as fc from '../fast-check'

const LIMA = 'America/Lima'
const at = (clock: string): Date => new Date(`2026-11-${clock}:00-05:00`)
const week = (time_start: string, time_end: string, days = [0, 1, 2, 3, 4, 5, 6]) =>
  days.map((day_of_week) => ({ day_of_week, time_start, time_end }))
const store = (more: Partial<StoreFacts> = {}): StoreFacts => ({
  active: true,
  hours: week('11:00', '22:30'),
  exceptions: [],
  date_paused: null,
  point: [-12.12, -77.03],
  radius_m: 3000,
  timezone: LIMA,
  ...more,
})
const exception = (date_from: string, more: object = {}) => ({
  date_from,
  date_to: null,
  time_start: null,
  time_end: null,
  reason: null,
  ...more,
})

describe('a store takes orders, or says why not', () => {
  test('within its hours until they end, on the clock of its branch', () => {
    expect(openOrWhy(store(), at('23T12:00'))).toEqual({ open: true, closes: at('23T22:30').toISOString() })
    expect(openOrWhy(store(), at('23T22:30'))).toEqual({
      open: false,
      why: 'hours',
      opens: at('24T11:00').toISOString(),
      reason: null,
    })
    expect(openOrWhy(store({ hours: [] }), at('23T03:00'))).toEqual({ open: true, closes: null })
  })

  test('past midnight by the evening before, and from one day into the next without a gap', () => {
    const late = store({ hours: week('18:00', '02:00', [6]) })
    expect(openOrWhy(late, at('29T01:59'))).toEqual({ open: true, closes: at('29T02:00').toISOString() })
    expect(openOrWhy(late, at('28T01:00'))).toMatchObject({ open: false, opens: at('28T18:00').toISOString() })
    const whole = store({ hours: week('00:00', '00:00', [1, 2]) })
    expect(openOrWhy(whole, at('23T10:00'))).toEqual({ open: true, closes: at('25T00:00').toISOString() })
  })

  test('a dated exception counts in place of the week: closed, or other hours', () => {
    const feast = store({ exceptions: [exception('2026-11-23', { reason: 'Feriado' })] })
    expect(openOrWhy(feast, at('23T12:00'))).toEqual({
      open: false,
      why: 'day',
      opens: at('24T11:00').toISOString(),
      reason: 'Feriado',
    })
    const short = store({
      exceptions: [exception('2026-11-23', { date_to: '2026-11-24', time_start: '09:00', time_end: '10:00' })],
    })
    expect(openOrWhy(short, at('23T09:30'))).toEqual({ open: true, closes: at('23T10:00').toISOString() })
    expect(openOrWhy(short, at('24T12:00'))).toMatchObject({
      open: false,
      why: 'day',
      opens: at('25T11:00').toISOString(),
    })
  })

  test('not while it is paused, and then from the next hours on', () => {
    const paused = store({ date_paused: at('23T14:00').toISOString() })
    expect(openOrWhy(paused, at('23T13:00'))).toMatchObject({
      open: false,
      why: 'paused',
      opens: at('23T14:00').toISOString(),
    })
    expect(openOrWhy(paused, at('23T14:00'))).toMatchObject({ open: true })
    expect(openOrWhy(store({ date_paused: at('23T23:00').toISOString() }), at('23T13:00'))).toMatchObject({
      opens: at('24T11:00').toISOString(),
    })
  })

  test('not to a place beyond its radius in metres, not without a place of its own, and never while it is switched off', () => {
    expect(openOrWhy(store(), at('23T12:00'), [-12.12, -77.01])).toMatchObject({ open: true })
    expect(openOrWhy(store(), at('23T12:00'), [-12.12, -76.99])).toMatchObject({
      open: false,
      why: 'area',
      opens: null,
    })
    expect(openOrWhy(store({ point: null }), at('23T12:00'), [-12.12, -77.03])).toMatchObject({
      open: false,
      why: 'place',
    })
    expect(openOrWhy(store({ active: false }), at('23T12:00'))).toMatchObject({ open: false, why: 'inactive' })
  })

  test('what it says of its next opening is true, at any minute of any week', () => {
    const minute = fc
      .integer({ min: 0, max: 1439 })
      .map((of) => `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`)
    const span = fc.record({ day_of_week: fc.integer({ min: 0, max: 6 }), time_start: minute, time_end: minute })
    fc.assert(
      fc.property(
        fc.array(span, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 20_000 }),
        (hours, minutes) => {
          const now = new Date(at('23T00:00').getTime() + minutes * 60_000)
          const state = openOrWhy(store({ hours }), now)
          if (state.open)
            return state.closes === null || (sameOpen(hours, state.closes, -1) && !sameOpen(hours, state.closes, 0))
          return state.opens === null || (sameOpen(hours, state.opens, 0) && !sameOpen(hours, state.opens, -1))
        },
      ),
      { endOnFailure: true },
    )
  })
})

/** Whether it is open some milliseconds beside a moment. */
const sameOpen = (hours: StoreFacts['hours'], moment: string, aside_ms: number): boolean =>
  openOrWhy(store({ hours }), new Date(Date.parse(moment) + aside_ms)).open

test("an order takes the store's usual minutes, and more while it is busy", () => {
  const busy = { prep_minutes: 20, busy_minutes: 15, date_busy: at('23T14:00').toISOString() }
  expect([
    prepMinutes(busy, at('23T13:59')),
    prepMinutes(busy, at('23T14:00')),
    prepMinutes({ prep_minutes: null, busy_minutes: null, date_busy: null }, at('23T12:00')),
  ]).toEqual([35, 20, 20])
})

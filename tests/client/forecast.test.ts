import * as fc from '../fast-check'
import { describe, expect, test } from 'vitest'
import { shortHours } from '../../custom/forecast/client/short-hours'
import { expectedHours } from '../../custom/forecast/model/expected-hours'

const hour = fc.record({
  booked: fc.nat(50),
  unassigned: fc.nat(50),
  past_booked: fc.nat(200),
  past_spot: fc.nat(200),
  past_drivers_s: fc.nat(4 * 50 * 3600),
})

describe('the forecast of a day', () => {
  test('expects no fewer rides than are booked, and never says that drivers lack where nothing is known', () => {
    fc.assert(
      fc.property(
        fc.array(hour, { maxLength: 24 }),
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 60, max: 9000 }),
        (hours, days, ride_s) => {
          const told = expectedHours(new Map(hours.map((one, at) => [at, one])), days, ride_s)
          expect(told.map((one) => one.hour)).toEqual(Array.from({ length: 24 }, (_, at) => at))
          for (const { expected, booked, lacking, needed } of told) {
            expect(expected).toBeGreaterThanOrEqual(booked)
            expect(lacking).toBeLessThanOrEqual(needed)
            if (days === 0) expect(lacking).toBe(0)
          }
        },
      ),
    )
  })

  test('says the hours in which drivers lack as spans, the worst of each, and leaves none out', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { minLength: 24, maxLength: 24 }), (lacking) => {
        const spans = shortHours(
          lacking.map((one, at) => ({
            hour: at,
            booked: 0,
            unassigned: 0,
            usual: 0,
            expected: 0,
            drivers: 0,
            needed: one,
            lacking: one,
          })),
        )
        const told = spans.flatMap(({ from, until }) => Array.from({ length: until - from }, (_, i) => from + i))
        expect(told).toEqual(lacking.flatMap((one, at) => (one > 0 ? [at] : [])))
        for (const { from, until, lacking: worst } of spans) expect(worst).toBe(Math.max(...lacking.slice(from, until)))
        spans.slice(1).forEach(({ from }, at) => expect(from).toBeGreaterThan(spans[at]!.until))
      }),
    )
  })
})

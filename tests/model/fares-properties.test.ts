import * as fc from '../fast-check'
import { describe, expect, test } from 'vitest'
import { computeFare } from '../../custom/fares/model/compute-fare'
import type { Fare, FareTrip } from '../../custom/fares/model/fare'
import type { FareTerms } from '../../custom/fares/model/fare-terms'
import { terms, termsIn, trip } from './fares-arbitrary'

const RUNS = { numRuns: 300 }

const amounts = ({ lines, total, tax, price_fee, price_driver }: Fare): number[] => [
  ...lines.flatMap(({ amount, base }) => (base ? [amount, base.amount] : [amount])),
  total,
  tax.amount,
  price_fee,
  price_driver,
]

describe('every fare', () => {
  test.each([0, 2, 3, 4])(
    'adds up exactly in a currency of %i decimals, in steps of what it is rounded to',
    (exponent) => {
      fc.assert(
        fc.property(termsIn(exponent), trip, (some, ride) => {
          const fare = computeFare(some, ride)
          expect(fare.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(fare.total)
          const step = 10 ** (exponent - Math.min(exponent, some.decimals_round))
          expect(
            amounts(fare).filter(
              (amount) => !Number.isSafeInteger(amount) || amount % step !== 0 || Object.is(amount, -0),
            ),
          ).toEqual([])
        }),
        RUNS,
      )
    },
  )

  test('costs no less for more distance or more time, within one tariff', () => {
    const more = fc.record({
      distance_m: fc.oneof(fc.nat(5), fc.nat(50_000)),
      duration_s: fc.oneof(fc.nat(5), fc.nat(5000)),
    })
    fc.assert(
      fc.property(terms, trip, more, (some, ride, { distance_m, duration_s }) => {
        const longer = { ...ride, distance_m: ride.distance_m + distance_m, duration_s: ride.duration_s + duration_s }
        expect(computeFare(some, longer).total).toBeGreaterThanOrEqual(computeFare(some, ride).total)
      }),
      { numRuns: 1000 },
    )
  })

  test('is never below zero, whatever is discounted, and a promotion makes nothing dearer', () => {
    fc.assert(
      fc.property(terms, trip, (some, ride) => {
        const { total, lines, price_fee, price_driver } = computeFare(some, ride)
        expect(Math.min(total, price_fee, price_driver)).toBeGreaterThanOrEqual(0)
        const discount = lines.find(({ kind }) => kind === 'promotion')
        expect(-(discount?.amount ?? 0)).toBeLessThanOrEqual(discount?.base?.amount ?? 0)
        const limit = some.promotion?.max_amount ?? null
        if (limit !== null) expect(-(discount?.amount ?? 0)).toBeLessThanOrEqual(Number(`${limit}e${some.exponent}`))
        expect(total).toBeLessThanOrEqual(computeFare({ ...some, promotion: null }, ride).total)
      }),
      RUNS,
    )
  })

  test('is shared out whole: what the house keeps and what the driver gets are the total without a line of tax', () => {
    fc.assert(
      fc.property(terms, trip, (some, ride) => {
        const fare = computeFare(some, ride)
        expect(fare.price_fee + fare.price_driver).toBe(fare.total - (some.tax.included ? 0 : fare.tax.amount))
      }),
      RUNS,
    )
  })

  test('is the same from its stored terms, in whatever order their rows are', () => {
    fc.assert(
      fc.property(terms, trip, (some, ride) => {
        const fare = computeFare(some, ride)
        const stored = JSON.parse(JSON.stringify([some, ride])) as [FareTerms, FareTrip]
        expect(computeFare(...stored)).toEqual(fare)
        expect(JSON.parse(JSON.stringify(fare))).toEqual(fare)
      }),
      RUNS,
    )
    fc.assert(
      fc.property(terms, trip, (some, ride) => {
        const [high_demands, ranges] = [[...some.high_demands].reverse(), [...some.tarif.ranges].reverse()]
        expect(computeFare({ ...some, high_demands, tarif: { ...some.tarif, ranges } }, ride)).toEqual(
          computeFare(some, ride),
        )
      }),
      RUNS,
    )
  })

  test('takes each part of the sum that it names, and of lines that stand before it', () => {
    fc.assert(
      fc.property(terms, trip, (some, ride) => {
        const { lines } = computeFare(some, ride)
        const wrong = lines.filter(
          ({ base }, at) =>
            base &&
            base.amount !==
              lines.slice(0, at).reduce((sum, { kind, amount }) => (base.of.includes(kind) ? sum + amount : sum), 0),
        )
        expect(wrong).toEqual([])
      }),
      RUNS,
    )
  })

  test('stays in numbers when the trip is odd', () => {
    const odd = fc.constantFrom(NaN, Infinity, -1, 1e300, 1e-300)
    fc.assert(
      fc.property(terms, trip, odd, odd, odd, (some, ride, distance_m, duration_s, wait_s) => {
        const stop = { wait_s, parking: distance_m, courier: true }
        const fare = computeFare(some, { ...ride, distance_m, duration_s, capacity_1: duration_s, stops: [stop] })
        expect(amounts(fare).filter((amount) => !Number.isSafeInteger(amount))).toEqual([])
        expect(fare.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(fare.total)
        expect(fare.lines.flatMap(({ inputs }) => Object.values(inputs)).filter(Number.isNaN)).toEqual([])
      }),
      RUNS,
    )
  })
})

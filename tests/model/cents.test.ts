import { describe, expect, test } from 'vitest'
import { isLeft, taxOfPart } from '../../custom/billing/model/credited-part'
import { spread, taxWithin, toAmount, toCents } from '../../custom/ledger/model/cents'
import * as fc from '../fast-check'

describe('amounts in hundredths', () => {
  test('have their tax within them by the vectors of SUNAT', () => {
    const within = (gross: bigint) => {
      const { net, tax } = taxWithin(gross, 18)
      return [net, tax]
    }
    expect([2_500n, 10_000n, 1n, -2_500n].map(within)).toEqual([
      [2_119n, 381n],
      [8_475n, 1_525n],
      [1n, 0n],
      [-2_119n, -381n],
    ])
    fc.assert(
      fc.property(
        fc.bigInt({ min: -1_000_000_000_000n, max: 10n ** 12n }),
        fc.integer({ min: 0, max: 40 }),
        (gross, pct) => {
          const { net, tax } = taxWithin(gross, pct)
          expect(net + tax).toBe(gross)
        },
      ),
    )
  })

  test('are spread so that the parts are the whole, each within a cent of its share', () => {
    expect(spread(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n])
    fc.assert(
      fc.property(
        fc.bigInt({ min: -1_000_000_000n, max: 10n ** 9n }),
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 6n }), { minLength: 1, maxLength: 20 }),
        (whole, weights) => {
          const parts = spread(whole, weights)
          expect(parts.reduce((sum, one) => sum + one, 0n)).toBe(whole)
          const all = weights.reduce((sum, one) => sum + one, 0n)
          if (all > 0n)
            parts.forEach((part, at) => {
              const off = part * all - whole * (weights[at] ?? 0n)
              expect(off < all && off > -all).toBe(true)
            })
        },
      ),
    )
  })

  // Rounded from the whole the base would be 32.19 and the tax 5.79: the cent by which invoices of others differ
  // (money-routes-reports.md §2).
  test('have the tax of each line rounded once, and together come to what the lines cost', () => {
    const lines = ['18.99', '18.99'].map((gross) => taxWithin(toCents(gross), 18))
    expect(lines.map(({ net, tax }) => [toAmount(net), toAmount(tax)])).toEqual([
      ['16.09', '2.90'],
      ['16.09', '2.90'],
    ])
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 7n }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 0, max: 40 }),
        (gross, pct) => {
          const parts = gross.map((one) => taxWithin(one, pct))
          const sum = (of: readonly bigint[]): bigint => of.reduce((all, one) => all + one, 0n)
          const [net, whole] = [sum(parts.map((one) => one.net)), taxWithin(sum(gross), pct).net]
          expect(sum(parts.map((one) => one.tax)) + net).toBe(sum(gross))
          // Half a cent a line, and half a cent of the whole.
          expect(2n * (net < whole ? whole - net : net - whole)).toBeLessThanOrEqual(BigInt(gross.length + 1))
        },
      ),
    )
  })

  test('are halved upwards, whatever the sign', () => {
    // 0.59 and 1.77 of 18%: their nets are 0.5 and 1.5 exactly; 0.03 is 0.0254.
    expect(
      ['0.59', '1.77', '0.03', '-0.03', '0.02'].map((gross) => toAmount(taxWithin(toCents(gross), 18).net)),
    ).toEqual(['0.50', '1.50', '0.03', '-0.03', '0.02'])
    // By 100% a half is left of each odd cent: it goes up, away from zero.
    expect([1n, 3n, -1n, -3n].map((gross) => taxWithin(gross, 100).net)).toEqual([1n, 2n, -1n, -2n])
    expect([taxWithin(1_050n, 5), taxWithin(10_125n, 1.25), taxWithin(777n, 0)]).toEqual([
      { net: 1_000n, tax: 50n },
      { net: 10_000n, tax: 125n },
      { net: 777n, tax: 0n },
    ])
  })

  test('are taken off a line in parts whose taxes together are its own', () => {
    const third = { amount: 10_000n, tax: 1_800n, credited: 0n, creditedTax: 0n }
    expect([3_333n, 25n, 10_000n].map((part) => taxOfPart(third, part))).toEqual([600n, 5n, 1_800n])
    expect([
      taxOfPart({ ...third, amount: -10_000n, tax: -1_800n }, -25n),
      taxOfPart({ ...third, amount: 0n, tax: 0n }, 1n),
    ]).toEqual([-5n, 0n])
    expect([0n, 1n, 10_000n, 10_001n, -1n].map((part) => isLeft(third, part))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
    expect([-1n, -10_000n, -10_001n, 1n].map((part) => isLeft({ ...third, amount: -10_000n }, part))).toEqual([
      true,
      true,
      false,
      false,
    ])
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 6n }),
        fc.integer({ min: 0, max: 40 }),
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 6n }), { maxLength: 8 }),
        fc.boolean(),
        (amount, pct, parts, isOff) => {
          const sign = isOff ? -1n : 1n
          const tax = (amount * BigInt(pct)) / 100n
          let [credited, creditedTax] = [0n, 0n]
          for (const part of [...parts, amount]) {
            const line = { amount: sign * amount, tax: sign * tax, credited, creditedTax }
            const taken = part < amount - sign * credited ? sign * part : sign * amount - credited
            if (!isLeft(line, taken)) {
              expect(taken).toBe(0n)
              continue
            }
            creditedTax += taxOfPart(line, taken)
            credited += taken
          }
          expect([credited, creditedTax]).toEqual([sign * amount, sign * tax])
        },
      ),
    )
  })
})

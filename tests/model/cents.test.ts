import { describe, expect, test } from 'vitest'
import { spread, taxWithin } from '../../custom/ledger/model/cents'
import * as fc from '../fast-check'

describe('amounts in hundredths', () => {
  test('have their tax within them by the vectors of SUNAT', () => {
    const within = (gross: bigint) => { const { net, tax } = taxWithin(gross, 18); return [net, tax] }
    expect([2_500n, 10_000n, 1n, -2_500n].map(within)).toEqual([[2_119n, 381n], [8_475n, 1_525n], [1n, 0n], [-2_119n, -381n]])
    fc.assert(fc.property(fc.bigInt({ min: -1_000_000_000_000n, max: 10n ** 12n }), fc.integer({ min: 0, max: 40 }), (gross, pct) => {
      const { net, tax } = taxWithin(gross, pct)
      expect(net + tax).toBe(gross)
    }))
  })

  test('are spread so that the parts are the whole, each within a cent of its share', () => {
    expect(spread(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n])
    fc.assert(fc.property(fc.bigInt({ min: -1_000_000_000n, max: 10n ** 9n }), fc.array(fc.bigInt({ min: 0n, max: 10n ** 6n }), { minLength: 1, maxLength: 20 }), (whole, weights) => {
      const parts = spread(whole, weights)
      expect(parts.reduce((sum, one) => sum + one, 0n)).toBe(whole)
      const all = weights.reduce((sum, one) => sum + one, 0n)
      if (all > 0n) parts.forEach((part, at) => { const off = part * all - whole * (weights[at] ?? 0n); expect(off < all && off > -all).toBe(true) })
    }))
  })
})

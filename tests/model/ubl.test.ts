import { describe, expect, test } from 'vitest'
import { amountInWords } from '../../custom/billing/model/amount-in-words'
import { ublOf, type UblLine } from '../../custom/billing/model/ubl'
import { taxWithin, toCents } from '../../custom/ledger/model/cents'
import { randomSource, runSeed } from '../random-source'

const about = {
  number: 'F001-00000012',
  issued: '2026-11-30',
  due: '2026-12-30',
  currency: 'PEN',
  pct: 18,
  supplier: { id: '20100000001', name: 'Toolrides', address: 'Av. Larco 345' },
  customer: { id: '20100000002', name: 'Minera', address: null },
}
/** What a service came to, its tax within it. */
const priced = (gross: string): UblLine => {
  const { net, tax } = taxWithin(toCents(gross), about.pct)
  return { name: 'Viaje', quantity: '1.00', net, tax }
}
const sum = (amounts: readonly string[]): bigint => amounts.reduce((all, one) => all + toCents(one), 0n)

describe('a document for SUNAT', () => {
  // money-routes-reports.md §2; 25.00 is also lycet #72.
  test.each([
    ['25.00', '21.19', '3.81'],
    ['100.00', '84.75', '15.25'],
    ['0.01', '0.01', '0.00'],
    ['118.00', '100.00', '18.00'],
    ['38.00', '32.20', '5.80'],
  ])('of %s with its tax within it is %s and %s', (gross, net, tax) => {
    const {
      taxTotal,
      legalMonetaryTotal,
      lines: [line],
    } = ublOf({ ...about, lines: [priced(gross)] })
    expect([line?.lineExtensionAmount, line?.taxTotal.taxAmount, taxTotal.taxAmount, legalMonetaryTotal]).toEqual([
      net,
      tax,
      tax,
      { lineExtensionAmount: net, taxInclusiveAmount: gross, payableAmount: gross },
    ])
  })

  test('adds up by what SUNAT checks, whatever its lines are: 3277, 4290, 4294, 4312', () => {
    const random = randomSource(runSeed())
    for (let round = 0; round < 200; round += 1) {
      const lines = Array.from({ length: 1 + Math.floor(random() * 40) }, (): UblLine => {
        const { net, tax } = taxWithin(BigInt(Math.floor(random() * 60_000) - 3_000), about.pct)
        return { name: 'Viaje', quantity: (1 + Math.floor(random() * 300) / 100).toFixed(2), net, tax }
      })
      const {
        lines: own,
        allowanceCharges,
        taxTotal,
        legalMonetaryTotal: { lineExtensionAmount, payableAmount },
      } = ublOf({ ...about, lines })
      const off = sum(allowanceCharges.map(({ amount }) => amount))
      expect(sum(own.map((line) => line.lineExtensionAmount)) - off).toBe(toCents(lineExtensionAmount))
      expect(
        sum(own.map((line) => line.taxTotal.taxAmount)) - sum(allowanceCharges.map(({ taxAmount }) => taxAmount)),
      ).toBe(toCents(taxTotal.taxAmount))
      expect(toCents(lineExtensionAmount) + toCents(taxTotal.taxAmount)).toBe(toCents(payableAmount))
      for (const line of own)
        expect(Math.abs(Number(line.price) * Number(line.quantity) - Number(line.lineExtensionAmount))).toBeLessThan(
          0.000001,
        )
    }
  })

  test('has a line below zero as a discount, and says what a note corrects', () => {
    const note = ublOf({
      ...about,
      lines: [priced('30.00'), priced('-5.00')],
      corrects: { number: 'F001-00000011', issued: '2026-11-01', code: '09', reason: 'Precio' },
    })
    expect(note).toMatchObject({
      typeCode: '07',
      billingReference: { id: 'F001-00000011', documentTypeCode: '01' },
      discrepancyResponse: { responseCode: '09' },
      paymentTerms: [],
      allowanceCharges: [
        { chargeIndicator: false, allowanceChargeReasonCode: '02', amount: '4.24', taxAmount: '0.76' },
      ],
      lines: [{ id: '1', unitCode: 'ZZ' }],
    })
    expect(note.lines).toHaveLength(1)
    expect(
      ublOf({ ...about, pct: 0, lines: [{ name: 'Viaje', quantity: '1', net: 1000n, tax: 0n }] }).lines[0]?.taxTotal,
    ).toMatchObject({ taxExemptionReasonCode: '20', category: { name: 'EXO' } })
  })

  test.each([
    ['0.50', 'SON CERO CON 50/100 SOLES'],
    ['1.00', 'SON UNO CON 00/100 SOLES'],
    ['100.00', 'SON CIEN CON 00/100 SOLES'],
    ['118.05', 'SON CIENTO DIECIOCHO CON 05/100 SOLES'],
    ['21000.00', 'SON VEINTIÚN MIL CON 00/100 SOLES'],
    ['1031.00', 'SON MIL TREINTA Y UNO CON 00/100 SOLES'],
    ['1000000.00', 'SON UN MILLÓN CON 00/100 SOLES'],
    ['2345678.90', 'SON DOS MILLONES TRESCIENTOS CUARENTA Y CINCO MIL SEISCIENTOS SETENTA Y OCHO CON 90/100 SOLES'],
  ])('says %s in words', (amount, words) => {
    expect(amountInWords(toCents(amount), 'PEN')).toBe(words)
  })
})

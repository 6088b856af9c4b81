import { type Cents, toAmount } from '../../ledger/model'
import { amountInWords } from './amount-in-words'

/** Whoever issues a document or gets it; `6` is a RUC. */
export interface UblParty {
  readonly id: string
  readonly name: string
  readonly address: string | null
}

/** A line in cents, its tax apart. */
export interface UblLine {
  readonly name: string
  readonly quantity: string
  readonly net: Cents
  readonly tax: Cents
}

interface UblSource {
  readonly number: string
  readonly issued: string
  readonly due: string | null
  readonly currency: string
  readonly pct: number
  readonly supplier: UblParty
  readonly customer: UblParty
  readonly lines: readonly UblLine[]
  /** Of a credit note: what it corrects. */
  readonly corrects?: {
    readonly number: string
    readonly issued: string | null
    readonly code: string
    readonly reason: string
  }
}

const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((all, one) => all + one, 0n)
const partyOf = ({ id, name, address }: UblParty) => ({ schemeID: '6', id, registrationName: name, address })

/** Units to ten decimals, so that quantity times price is the line (SUNAT 4294); halves up. */
function unitPrice(cents: Cents, quantity: string): string {
  const [whole = '0', fraction = ''] = quantity.split('.')
  const under = BigInt(whole + fraction.padEnd(2, '0').slice(0, 2))
  if (under === 0n) return '0.0000000000'
  const value = (2n * cents * 10n ** 10n + under) / (2n * under)
  return `${value / 10n ** 10n}.${String(value % 10n ** 10n).padStart(10, '0')}`
}

/**
 * A document as UBL 2.1 of SUNAT wants it, for whoever signs and sends it. Its lines add up to the total (3277), its
 * tax is that of the lines (4290), and what is payable is base and tax (4312). A line below zero is a discount of the
 * whole (catalogue 53, 02), since no line of SUNAT is.
 */
export function ublOf({ number, issued, due, currency, pct, supplier, customer, lines, corrects }: UblSource) {
  const isTaxed = pct > 0
  const category = isTaxed
    ? { id: 'S', schemeID: '1000', name: 'IGV', typeCode: 'VAT' }
    : { id: 'E', schemeID: '9997', name: 'EXO', typeCode: 'VAT' }
  const [own, off] = [lines.filter(({ net, tax }) => net + tax > 0n), lines.filter(({ net, tax }) => net + tax < 0n)]
  const [base, tax] = [sum(lines.map((line) => line.net)), sum(lines.map((line) => line.tax))]
  return {
    ublVersionID: '2.1',
    customizationID: '2.0',
    profileID: '0101',
    id: number,
    issueDate: issued,
    dueDate: due,
    typeCode: corrects ? '07' : '01',
    documentCurrencyCode: currency,
    notes: [{ languageLocaleID: '1000', value: amountInWords(base + tax, currency) }],
    discrepancyResponse: corrects
      ? { referenceID: corrects.number, responseCode: corrects.code, description: corrects.reason }
      : null,
    billingReference: corrects ? { id: corrects.number, documentTypeCode: '01', issueDate: corrects.issued } : null,
    accountingSupplierParty: partyOf(supplier),
    accountingCustomerParty: partyOf(customer),
    paymentTerms: corrects
      ? []
      : [
          { id: 'FormaPago', paymentMeansID: 'Credito', amount: toAmount(base + tax), paymentDueDate: null },
          { id: 'FormaPago', paymentMeansID: 'Cuota001', amount: toAmount(base + tax), paymentDueDate: due ?? issued },
        ],
    allowanceCharges: off.map((line) => ({
      chargeIndicator: false,
      allowanceChargeReasonCode: '02',
      reason: line.name,
      amount: toAmount(-line.net),
      taxAmount: toAmount(-line.tax),
    })),
    taxTotal: {
      taxAmount: toAmount(tax),
      taxSubtotals: [{ taxableAmount: toAmount(base), taxAmount: toAmount(tax), percent: pct.toFixed(2), category }],
    },
    legalMonetaryTotal: {
      lineExtensionAmount: toAmount(base),
      taxInclusiveAmount: toAmount(base + tax),
      payableAmount: toAmount(base + tax),
    },
    lines: own.map((line, at) => ({
      id: String(at + 1),
      description: line.name,
      quantity: line.quantity,
      unitCode: 'ZZ',
      lineExtensionAmount: toAmount(line.net),
      price: unitPrice(line.net, line.quantity),
      pricingReference: { priceAmount: unitPrice(line.net + line.tax, line.quantity), priceTypeCode: '01' },
      taxTotal: {
        taxAmount: toAmount(line.tax),
        taxableAmount: toAmount(line.net),
        percent: pct.toFixed(2),
        taxExemptionReasonCode: isTaxed ? '10' : '20',
        category,
      },
    })),
  }
}
export type UblDocument = ReturnType<typeof ublOf>

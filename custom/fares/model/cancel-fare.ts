import { exact } from './exact'
import type { Fare, FareLine } from './fare'
import { shown, sumOfLines, tarifSource } from './fare-part'
import type { FareTerms } from './fare-terms'
import { toMinor } from './money'
import { taxLines, taxOfFare } from './tax'

interface Cancellation {
  /** Seconds since a driver accepted; null: no driver has. */
  readonly accepted_s: number | null
  /** Minutes in which cancelling is free (the product's); 0: cancelling is always free. */
  readonly min_time_to_cancel: number
}

/**
 * What a client pays for cancelling: one line, 0 with its reason where nothing is due. All of it except a line of tax
 * goes to the driver.
 */
export function computeCancelFare(terms: FareTerms, cancellation: Cancellation): Fare {
  const line = cancelLine(terms, cancellation)
  const lines = [line, ...taxLines(terms, [line])]
  const { currency, exponent } = terms
  return {
    currency,
    exponent,
    lines,
    total: sumOfLines(lines),
    tax: taxOfFare(terms, lines),
    price_fee: 0,
    price_driver: line.amount,
  }
}

function cancelLine(terms: FareTerms, { accepted_s, min_time_to_cancel: free }: Cancellation): FareLine {
  const price = terms.tarif.price_cancel
  const line = { kind: 'cancel', source: tarifSource(terms) } as const
  if (!(free > 0) || accepted_s === null)
    return { ...line, amount: 0, rule: free > 0 ? 'cancel_unassigned' : 'cancel_off', inputs: {} }
  const inputs = { minutes: shown(accepted_s / 60), free, price }
  if (accepted_s <= free * 60) return { ...line, amount: 0, rule: 'cancel_in_time', inputs }
  return { ...line, amount: toMinor(exact(price), terms), rule: 'cancel', inputs }
}

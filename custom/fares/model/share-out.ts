import { exact, percent, plus } from './exact'
import type { Fare, FareLine } from './fare'
import { baseOf, sumOf } from './fare-part'
import type { FareTerms } from './fare-terms'
import { ofMinor, toMinor } from './money'
import { EARNED } from './service-fee'

/**
 * What the house keeps (the service fee, and the subscription's fee on what it earns on) and what the driver gets;
 * together the total without a line of tax, and neither below zero.
 */
export function shareOut(terms: FareTerms, lines: readonly FareLine[]): Pick<Fare, 'price_fee' | 'price_driver'> {
  const { subscription } = terms
  const whole = sumOf(lines) - sumOf(lines, ['tax'])
  const commission = subscription === null ? 0 : toMinor(plus(
    exact(subscription.fee_amount),
    percent(ofMinor(baseOf(lines, EARNED).amount, terms), exact(subscription.fee_percentage)),
  ), terms)
  const price_fee = Math.min(whole, sumOf(lines, ['service_fee']) + commission)
  return { price_fee, price_driver: whole - price_fee }
}

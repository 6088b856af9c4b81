import { exact, percent } from './exact'
import type { LineKind } from './fare'
import { baseOf, type FarePart, RUN, tarifSource } from './fare-part'
import { ofMinor, toMinor, toUnits } from './money'

/** What the house earns on: all but parking and tolls, which the driver laid out. */
export const EARNED: readonly LineKind[] = [...RUN, 'wait', 'courier', 'high_demand', 'promotion', 'pause']

/** What the house charges the client for its service. */
export const serviceFeePart: FarePart = ({ terms, lines }) => {
  const { service_fee_type, service_fee_amount, service_fee_minimal } = terms.tarif
  const base = baseOf(lines, EARNED)
  const fixed = service_fee_type === '1'
  const fee = toMinor(fixed ? exact(service_fee_amount) : percent(ofMinor(base.amount, terms), exact(service_fee_amount)), terms)
  const minimum = toMinor(exact(service_fee_minimal), terms)
  const line = { kind: 'service_fee', source: tarifSource(terms) } as const
  if (fee < minimum) {
    const inputs = { minimum: service_fee_minimal, computed: toUnits(fee, terms) }
    return [{ ...line, amount: minimum, rule: 'service_fee_minimal', inputs }]
  }
  if (fee === 0) return []
  return fixed
    ? [{ ...line, amount: fee, rule: 'service_fee_fixed', inputs: { price: service_fee_amount } }]
    : [{ ...line, amount: fee, rule: 'service_fee', inputs: { pct: service_fee_amount }, base }]
}

import { exact, percent } from './exact'
import type { LineKind } from './fare'
import { baseOf, type FarePart, RUN } from './fare-part'
import { MAX_MINOR, ofMinor, toMinor, toMinorDown, toUnits } from './money'

/** What a promotion takes its part of. */
const DISCOUNTED: readonly LineKind[] = [...RUN, 'wait', 'courier', 'high_demand']

/** A part of the ride or an amount, never more than its own limit nor than what there is to take it from. */
export const promotionPart: FarePart = ({ terms, lines }) => {
  const { promotion } = terms
  if (!promotion) return []
  const { id, code, type_benefit, amount, max_amount } = promotion
  const base = baseOf(lines, DISCOUNTED)
  const byPercent = type_benefit === '1'
  const wanted = toMinor(byPercent ? percent(ofMinor(base.amount, terms), exact(amount)) : exact(amount), terms)
  const limit = max_amount === null ? MAX_MINOR : toMinorDown(exact(max_amount), terms)
  const given = Math.min(wanted, limit, base.amount)
  const told = { code, ...(byPercent ? { pct: amount } : { price: amount }) }
  const rule = byPercent ? 'promotion' : 'promotion_amount'
  const source = { entity: 'promotions', id, name: code }
  // -0 would not be equal to the 0 that a stored fare reads back.
  const line = { kind: 'promotion', amount: given === 0 ? 0 : -given, base, source } as const
  if (given === wanted) return [{ ...line, rule, inputs: told }]
  if (given === limit) return [{ ...line, rule: `${rule}_limit`, inputs: { ...told, limit: toUnits(limit, terms) } }]
  return [{ ...line, rule: 'promotion_whole', inputs: { code } }]
}

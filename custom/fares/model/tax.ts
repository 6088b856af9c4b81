import { exact, per, percentOf, plus, times } from './exact'
import type { Fare, FareLine, LineKind } from './fare'
import { baseOf, type FarePart, sumOfLines } from './fare-part'
import type { FareTerms } from './fare-terms'
import { ofMinor, toMinor } from './money'

/** A line of tax on all lines, where prices exclude it. */
export const taxPart: FarePart = ({ terms, lines }) => taxLines(terms, lines)

export function taxLines(terms: FareTerms, lines: readonly FareLine[]): readonly FareLine[] {
  const { pct, included } = terms.tax
  if (included || !(pct > 0)) return []
  const base = baseOf(lines, [...new Set<LineKind>(lines.map(({ kind }) => kind))])
  const amount = toMinor(percentOf(ofMinor(base.amount, terms), exact(pct)), terms)
  return [{ kind: 'tax', amount, rule: 'tax', inputs: { pct }, base, source: null }]
}

/** The tax within the total: its line, or the part of prices that include it. */
export function taxOfFare(terms: FareTerms, lines: readonly FareLine[]): Fare['tax'] {
  const { pct, included } = terms.tax
  if (!included) return { pct, included, amount: sumOfLines(lines, ['tax']) }
  const total = ofMinor(sumOfLines(lines), terms)
  return { pct, included, amount: toMinor(per(times(total, exact(pct)), plus(exact(100), exact(pct))), terms) }
}

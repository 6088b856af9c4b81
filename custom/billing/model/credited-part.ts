import type { Cents } from '../../ledger/model'

/** A line of an invoice, in cents: what it came to, and what issued notes have taken off it. */
export interface CreditedLine {
  readonly amount: Cents
  readonly tax: Cents
  readonly credited: Cents
  readonly creditedTax: Cents
}

/** The tax on a part of what is left of a line: on all of it, all that is left of its tax. */
export function taxOfPart({ amount, tax, credited, creditedTax }: CreditedLine, part: Cents): Cents {
  if (part === amount - credited) return tax - creditedTax
  if (amount === 0n) return 0n
  // Halves away from zero.
  const [top, under] = [tax * part, amount < 0n ? -amount : amount]
  const sign = top < 0n === amount < 0n ? 1n : -1n
  const size = top < 0n ? -top : top
  return sign * ((2n * size + under) / (2n * under))
}

/** Whether so much of a line is left: none is taken off a line that is a discount itself, beyond it. */
export const isLeft = ({ amount, credited }: CreditedLine, part: Cents): boolean => {
  const left = amount - credited
  return part !== 0n && (left < 0n ? part < 0n && part >= left : part > 0n && part <= left)
}

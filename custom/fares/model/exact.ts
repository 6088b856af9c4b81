import { decimalText } from '#engine/model'

/** An exact number, `over` > 0: rates with four decimals times metres need no floating point. */
export interface ExactRate {
  readonly top: bigint
  readonly over: bigint
}

/** The number exactly as written in decimals; a value that is not finite, or below zero, becomes 0. */
export function exact(value: number): ExactRate {
  if (Number.isSafeInteger(value)) return value > 0 ? { top: BigInt(value), over: 1n } : ZERO_EXACT
  const text = decimalText(value)
  if (text === null || text.startsWith('-')) return ZERO_EXACT
  const point = text.indexOf('.')
  return point < 0
    ? { top: BigInt(text), over: 1n }
    : { top: BigInt(text.replace('.', '')), over: 10n ** BigInt(text.length - point - 1) }
}

export const ZERO_EXACT: ExactRate = { top: 0n, over: 1n }

export const plus = (a: ExactRate, b: ExactRate): ExactRate => ({
  top: a.top * b.over + b.top * a.over,
  over: a.over * b.over,
})

export const times = (a: ExactRate, b: ExactRate): ExactRate => ({ top: a.top * b.top, over: a.over * b.over })

/** `a` divided by `b`; division by 0 gives 0. */
export const per = (a: ExactRate, b: ExactRate): ExactRate =>
  b.top === 0n ? ZERO_EXACT : { top: a.top * b.over, over: a.over * b.top }

/** What `a` has beyond `b`; 0 where it has less. */
export function beyond(a: ExactRate, b: ExactRate): ExactRate {
  const top = a.top * b.over - b.top * a.over
  return top > 0n ? { top, over: a.over * b.over } : ZERO_EXACT
}

export const least = (a: ExactRate, b: ExactRate): ExactRate => (a.top * b.over <= b.top * a.over ? a : b)

export const percentOf = (of: ExactRate, pct: ExactRate): ExactRate => ({
  top: of.top * pct.top,
  over: of.over * pct.over * 100n,
})

/** The nearest whole number, halves upwards. */
export const nearest = ({ top, over }: ExactRate): bigint => (2n * top + over) / (2n * over)

export const floor = ({ top, over }: ExactRate): bigint => top / over

/** The smallest whole number that is not below it. */
export const ceiling = ({ top, over }: ExactRate): bigint => (top + over - 1n) / over

import { decimalText } from '#engine/model'

/** An exact number, `over` > 0: rates with four decimals times metres need no floating point. */
export interface Exact {
  readonly top: bigint
  readonly over: bigint
}

/** The number exactly as written in decimals; a value that is not finite, or below zero, becomes 0. */
export function exact(value: number): Exact {
  if (Number.isSafeInteger(value)) return value > 0 ? { top: BigInt(value), over: 1n } : NOTHING
  const text = decimalText(value)
  if (text === null || text.startsWith('-')) return NOTHING
  const point = text.indexOf('.')
  return point < 0
    ? { top: BigInt(text), over: 1n }
    : { top: BigInt(text.replace('.', '')), over: 10n ** BigInt(text.length - point - 1) }
}

export const NOTHING: Exact = { top: 0n, over: 1n }

export const plus = (a: Exact, b: Exact): Exact => ({ top: a.top * b.over + b.top * a.over, over: a.over * b.over })

export const times = (a: Exact, b: Exact): Exact => ({ top: a.top * b.top, over: a.over * b.over })

/** `a` divided by `b`; division by 0 gives 0. */
export const per = (a: Exact, b: Exact): Exact =>
  b.top === 0n ? NOTHING : { top: a.top * b.over, over: a.over * b.top }

/** What `a` has beyond `b`; 0 where it has less. */
export function beyond(a: Exact, b: Exact): Exact {
  const top = a.top * b.over - b.top * a.over
  return top > 0n ? { top, over: a.over * b.over } : NOTHING
}

export const least = (a: Exact, b: Exact): Exact => (a.top * b.over <= b.top * a.over ? a : b)

export const percent = (of: Exact, pct: Exact): Exact => ({ top: of.top * pct.top, over: of.over * pct.over * 100n })

/** The nearest whole number, halves upwards. */
export const nearest = ({ top, over }: Exact): bigint => (2n * top + over) / (2n * over)

export const floor = ({ top, over }: Exact): bigint => top / over

/** The smallest whole number that is not below it. */
export const ceiling = ({ top, over }: Exact): bigint => (top + over - 1n) / over

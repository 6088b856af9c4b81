import type { Json } from '../json'
import { decimalText } from '../values/decimal'

/** An exact number: `n / d`, with `d` above 0. */
export interface Exact {
  readonly n: bigint
  readonly d: bigint
}

export const whole = (n: number | bigint): Exact => ({ n: BigInt(n), d: 1n })

/** The number that a wire value is; null where it is none. */
export function exactOf(value: Json): Exact | null {
  const text = typeof value === 'number' || typeof value === 'string' ? decimalText(value) : null
  if (text === null) return null
  const point = text.indexOf('.')
  return { n: BigInt(text.replace('.', '')), d: point < 0 ? 1n : 10n ** BigInt(text.length - point - 1) }
}

export const add = (a: Exact, b: Exact): Exact =>
  a.d === b.d ? { n: a.n + b.n, d: a.d } : { n: a.n * b.d + b.n * a.d, d: a.d * b.d }
export const subtract = (a: Exact, b: Exact): Exact => add(a, { n: -b.n, d: b.d })
export const multiply = (a: Exact, b: Exact): Exact => ({ n: a.n * b.n, d: a.d * b.d })
export const compare = (a: Exact, b: Exact): number => {
  const difference = a.n * b.d - b.n * a.d
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** Null for a division by zero. */
export function divide(a: Exact, b: Exact): Exact | null {
  if (b.n === 0n) return null
  return b.n < 0n ? { n: -a.n * b.d, d: -b.n * a.d } : { n: a.n * b.d, d: a.d * b.n }
}

/** The number in units of `10^-digits`, halves away from zero (as PostgreSQL's `round` of a numeric). */
export function rounded({ n, d }: Exact, digits: number): bigint {
  const size = (n < 0n ? -n : n) * 10n ** BigInt(digits)
  const units = (2n * size + d) / (2n * d)
  return n < 0n ? -units : units
}

export const roundTo = (value: Exact, digits: number): Exact => ({
  n: rounded(value, digits),
  d: 10n ** BigInt(digits),
})

/** A number of such units in plain notation. */
export function textOfUnits(units: bigint, digits: number): string {
  const size = String(units < 0n ? -units : units).padStart(digits + 1, '0')
  const text = digits === 0 ? size : `${size.slice(0, -digits)}.${size.slice(-digits)}`
  return units < 0n ? `-${text}` : text
}

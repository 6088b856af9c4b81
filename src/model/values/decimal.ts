import type { Json } from '../json'

/** Digits that a decimal value may have in total; PostgreSQL's numeric holds more, people do not need them. */
export const MAX_DIGITS = 30

interface Scaled {
  readonly digits: bigint
  readonly scale: number
}

/**
 * The canonical text of a decimal in plain notation: no plus sign, no leading or trailing zeros, no `-0`.
 * @returns null when the value is not a number, not finite, or a text that is not plain (`1e5`, `1,5`)
 */
export function decimalText(value: Json): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? plainNumber(value) : null
  if (typeof value !== 'string') return null
  const found = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(value)
  if (!found || !/\d/.test(value)) return null
  const whole = found[2] || '0'
  const fraction = found[3] ?? ''
  const text = fraction ? `${whole}.${fraction}` : whole
  return found[1] === '-' && text !== '0' ? `-${text}` : text
}

/**
 * The wire form of a decimal: a number where that is exact, else the canonical text; an empty text is null, a
 * non-decimal stays as it is.
 */
export function canonicalDecimal(value: Json): Json {
  if (typeof value === 'string' && value.trim() === '') return null
  const text = decimalText(typeof value === 'string' ? value.trim() : value)
  if (text === null) return value
  const number = Number(text)
  return plainNumber(number) === text ? number : text
}

/** Exact order of two decimals (numbers or plain texts): negative, 0 or positive; NaN when one is not a decimal. */
export function compareDecimals(a: Json, b: Json): number {
  const [left, right] = [scaled(a), scaled(b)]
  if (!left || !right) return NaN
  const scale = Math.max(left.scale, right.scale)
  const difference = raise(left, scale) - raise(right, scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The exact sum of decimals, as a canonical text; what is no decimal counts for nothing. */
export function sumDecimals(values: readonly Json[]): string {
  const all = values.flatMap((value) => scaled(value) ?? [])
  const scale = Math.max(0, ...all.map((one) => one.scale))
  const digits = all.reduce((sum, one) => sum + raise(one, scale), 0n)
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const plain = scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`
  return decimalText(digits < 0n ? `-${plain}` : plain) ?? '0'
}

export function isMultiple(value: Json, step: Json): boolean {
  const [left, right] = [scaled(value), scaled(step)]
  if (!left || !right || right.digits === 0n) return false
  const scale = Math.max(left.scale, right.scale)
  return raise(left, scale) % raise(right, scale) === 0n
}

/** Digits before and after the point of a canonical decimal. */
export function countDigits(text: string): { readonly total: number; readonly scale: number } {
  const scale = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0
  return { total: text.replace(/^-?0?(?=\.|$)|[-.]/g, '').length, scale }
}

function plainNumber(value: number): string {
  const text = String(value === 0 ? 0 : value)
  if (!text.includes('e')) return text
  const found = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (!found) return text
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = found
  const shift = Number(exponent)
  if (shift > 0) return sign + whole + fraction.padEnd(shift, '0')
  return `${sign}0.${'0'.repeat(-shift - whole.length)}${whole}${fraction}`
}

function scaled(value: Json): Scaled | null {
  const text = decimalText(value)
  if (text === null) return null
  const point = text.indexOf('.')
  return { digits: BigInt(text.replace('.', '')), scale: point < 0 ? 0 : text.length - point - 1 }
}

const raise = (value: Scaled, scale: number): bigint => value.digits * 10n ** BigInt(scale - value.scale)

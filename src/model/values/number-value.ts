import { compareDecimals, countDigits, decimalText, isMultiple, MAX_DIGITS } from './decimal'
import type { Reading, FieldError } from '../field-type'
import type { Json, JsonObject } from '../json'
import type { NumberStyle } from './shown-number'

export const NUMBER_KEYWORDS = ['minimum', 'maximum', 'multipleOf', 'x-begins'] as const

/** The limits of a number: digits, scale, `minimum`, `maximum`, `multipleOf`, all without floating-point error. */
export function checkNumber(value: Json, schema: JsonObject, scale: number | null): FieldError | null {
  const text = typeof value === 'boolean' ? null : decimalText(value)
  if (text === null) return { key: 'number' }
  const digits = countDigits(text)
  if (digits.total > MAX_DIGITS) return { key: 'digits', params: { max: MAX_DIGITS } }
  if (scale !== null && digits.scale > scale) return { key: scale === 0 ? 'integer' : 'scale', params: { max: scale } }
  const { minimum, maximum, multipleOf } = schema
  if (minimum !== undefined && compareDecimals(text, minimum) < 0)
    return { key: 'min', params: { min: String(minimum) } }
  if (maximum !== undefined && compareDecimals(text, maximum) > 0)
    return { key: 'max', params: { max: String(maximum) } }
  if (multipleOf !== undefined && !isMultiple(text, multipleOf))
    return { key: 'multiple', params: { step: String(multipleOf) } }
  return null
}

/** Errors in the keywords of a number. */
export function numberErrors(schema: JsonObject): [path: string, sentence: string, id: string][] {
  const { minimum, maximum, multipleOf } = schema
  const errors: [string, string, string][] = []
  if (minimum !== undefined && maximum !== undefined && compareDecimals(minimum, maximum) > 0) {
    errors.push(['/minimum', `${String(minimum)} is more than the maximum ${String(maximum)}. Exchange them.`, 'M019'])
  }
  if (typeof multipleOf === 'number' && multipleOf <= 0)
    errors.push(['/multipleOf', 'a step must be more than 0.', 'M019'])
  return errors
}

/**
 * Reads a number as people type it: spaces around it, a plus sign, a decimal sign. With the signs of the house its
 * thousands are read as the console writes them (`1.234,56`); what these signs leave open, and no other reading allows,
 * is read as well (`12,5` where the point is the decimal sign). Without a house, what could be read in two ways
 * (`1,234`, `1,234.5`, `1.234.567`) is refused rather than guessed.
 */
export function readNumber(text: string, house?: NumberStyle): Reading {
  const typed = text.trim().replace(/^−/, '-')
  if (typed === '') return { value: null }
  // A space between groups of three can be nothing else.
  const plain = house ? typed.replace(/(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))/g, '') : typed
  const own = house ? readByHouse(plain, house) : null
  if (own !== null) return { value: decimalText(own) }
  if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return { value: decimalText(plain) ?? plain }
  const comma = /^([+-]?)(\d*),(\d+)$/.exec(plain)
  if (comma) {
    const [, sign = '', whole = '', fraction = ''] = comma
    // Three digits after a comma may be thousands; a whole part of 0 or of more than three digits cannot be.
    const isDecimal = fraction.length !== 3 || whole.length > 3 || /^0*$/.test(whole)
    if (isDecimal) return { value: decimalText(`${sign}${whole || '0'}.${fraction}`) }
  }
  return { error: { key: /^[+-]?[\d.,' \u00a0\u202f]*\d$/.test(plain) ? 'number_ambiguous' : 'number' } }
}

/**
 * An amount without the coin of the house, as people and the console write it: `S/ 12.30`, `-S/ 5.00`, `S/. 12`, `12
 * S/`.
 */
export function withoutCoin(text: string, coin = ''): string {
  const typed = text.trim()
  const [sign = ''] = /^[+\-−]/.exec(typed) ?? []
  const rest = typed.slice(sign.length).trim()
  const length = coin.length
  if (length === 0) return text
  const isCoin = (part: string): boolean => part.toLowerCase() === coin.toLowerCase()
  const bare = isCoin(rest.slice(0, length))
    ? rest.slice(length).replace(/^\.(?=\s|\d)/, '')
    : isCoin(rest.slice(-length))
      ? rest.slice(0, -length)
      : null
  // A coin alone is no amount.
  return bare === null || !/\d/.test(bare) ? text : sign + bare.trim()
}

/**
 * Plain notation of a number that is written with the signs of the house, or with both signs the other way round, where
 * the last one is the decimal sign.
 */
function readByHouse(
  text: string,
  { thousands_separator: thousands, decimals_separator: decimals }: NumberStyle,
): string | null {
  const own = thousands === decimals ? null : ungrouped(text, thousands, decimals)
  if (own !== null) return own
  if (decimals === ',' && /^[+-]?\d*,\d+$/.test(text)) return text.replace(',', '.')
  if (!text.includes(',') || !text.includes('.')) return null
  return ungrouped(text, ',', '.') ?? ungrouped(text, '.', ',')
}

/**
 * Plain notation of a number with thousands (`1,234`, `1,234,567.5`); null: it has none, or they are not where they
 * belong.
 */
function ungrouped(text: string, thousands: string, decimals: string): string | null {
  const [whole = '', fraction, ...rest] = text.split(decimals)
  const [first = '', ...groups] = whole.replace(/^[+-]/, '').split(thousands)
  const isGrouped =
    groups.length > 0 && /^[1-9]\d{0,2}$/.test(first) && groups.every((digits) => /^\d{3}$/.test(digits))
  if (!isGrouped || rest.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return null
  return whole.replaceAll(thousands, '') + (fraction === undefined ? '' : `.${fraction}`)
}

/** Lossless text of a number that `readNumber` reads back, with the decimal sign of the style. */
export function writeNumber(value: Json, decimal: '.' | ','): string {
  const text = decimalText(value) ?? ''
  if (decimal === '.' || !text.includes('.')) return text
  const [whole = '', fraction = ''] = text.split('.')
  // A fourth digit keeps 1,234 from being read as thousands.
  return `${whole},${fraction.length === 3 ? `${fraction}0` : fraction}`
}

/** A number between the limits, in steps of the scale (and of `multipleOf`), as canonical text. */
export function sampleNumber(schema: JsonObject, scale: number, random: () => number): string {
  const step = typeof schema.multipleOf === 'number' ? schema.multipleOf : Number(`1e-${scale}`)
  const factor = 1 / step
  const low =
    typeof schema.minimum === 'number' ? schema.minimum : Math.min(0, numberOr(schema.maximum, 0) - 1000 * step)
  const high = typeof schema.maximum === 'number' ? schema.maximum : low + 1000 * Math.max(1, step)
  const [first, last] = [Math.ceil(low * factor - 1e-9), Math.floor(high * factor + 1e-9)]
  const steps = first + Math.floor(random() * (last - first + 1))
  const places = Math.max(scale, countDigits(decimalText(step) ?? '1').scale)
  return decimalText((steps * step).toFixed(Math.min(places, 20))) ?? '0'
}

const numberOr = (value: Json | undefined, otherwise: number): number => (typeof value === 'number' ? value : otherwise)

import {
  canonicalDecimal, checkNumber, compareDecimals, decimalText, type Field, type Json, type MoneyStyle, moneyText, readNumber,
  type FieldError,
} from '#engine/model'
import type { Price } from '../../model/prices-calls'

/** A price; null: none, so the tariff's distance and time count. */
export type Amount = Price['amount']

/** The content of a cell: a price, or a text that is not one, kept as typed. */
export type Entry = { readonly amount: Amount } | { readonly text: string; readonly error: FieldError }

/** Minor digits when the schema names none. */
const MONEY_SCALE = 2

/**
 * Reads a price as people type it and as spreadsheets copy it: with or without the currency, with the separators of the settings or,
 * if unambiguous, with the others (`1.234,50`). An empty text, a single dash and a blank are no price.
 */
export function readAmount(typed: string, { schema }: Field, style: MoneyStyle): Entry {
  const text = typed.trim()
  const bare = withoutCoin(text, style.coin).replace(/[\s\u00a0\u202f]/g, '')
  if (bare === '' || /^[-–—]$/.test(bare)) return { amount: null }
  const read = readNumber(plainText(bare, style))
  if ('error' in read) return { text, error: read.error }
  return amountEntry(read.value, text, schema)
}

/** A number of a spreadsheet's cell, which may be 0.30000000000000004 there. */
export const numberEntry = (value: number, { schema }: Field): Entry => amountEntry(Number(value.toPrecision(15)), String(value), schema)

function amountEntry(value: Json, text: string, schema: Field['schema']): Entry {
  const scale = typeof schema['x-scale'] === 'number' ? schema['x-scale'] : MONEY_SCALE
  const error = checkNumber(value, schema, scale)
  const amount = canonicalDecimal(value)
  return error || (typeof amount !== 'number' && typeof amount !== 'string') ? { text, error: error ?? { key: 'number' } } : { amount }
}

function withoutCoin(text: string, coin: string): string {
  const bare = text.replace(/^[$€£]\s*|\s*[$€£]$/g, '')
  if (!coin) return bare
  if (bare.startsWith(coin)) return bare.slice(coin.length)
  return bare.endsWith(coin) ? bare.slice(0, -coin.length) : bare
}

/** Converts thousands and decimals to plain notation; ambiguous input stays as it is. */
function plainText(text: string, { decimals_separator: decimals, thousands_separator: thousands }: MoneyStyle): string {
  const own = grouped(text, thousands, decimals)
  if (own !== null) return own
  if (decimals === ',' && /^[+-]?\d+,\d+$/.test(text)) return text.replace(',', '.')
  // Both signs in one number: the last one is the decimal sign, in any locale.
  return (text.includes(',') && text.includes('.') ? (grouped(text, ',', '.') ?? grouped(text, '.', ',')) : null) ?? text
}

function grouped(text: string, thousands: string, decimals: string): string | null {
  if (!thousands || thousands === decimals) return null
  const [whole = '', fraction, ...rest] = text.split(decimals)
  const groups = whole.replace(/^[+-]/, '').split(thousands)
  const isGrouped = groups.length > 1 && groups.every((digits, at) => (at === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(digits))
  if (!isGrouped || rest.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return null
  return whole.replaceAll(thousands, '') + (fraction === undefined ? '' : `.${fraction}`)
}

/** The price as the sheet shows it; blank where there is none. */
export const amountText = (amount: Amount, style: MoneyStyle): string => (amount === null ? '' : moneyText(amount, { ...style, coin: '' }))

/** The price as it is edited and copied: every digit, the decimals of the settings, no thousands. */
export const plainAmount = (amount: Amount, { decimals_separator }: MoneyStyle): string =>
  (amount === null ? '' : (decimalText(amount) ?? String(amount))).replace('.', decimals_separator)

export const isSameAmount = (a: Amount, b: Amount): boolean => (a === null || b === null ? a === b : compareDecimals(a, b) === 0)

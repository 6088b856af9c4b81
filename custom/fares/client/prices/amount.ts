import {
  canonicalDecimal,
  checkNumber,
  compareDecimals,
  decimalText,
  type Field,
  type Json,
  type MoneyStyle,
  moneyText,
  readNumber,
  type FieldError,
  withoutCoin,
} from '#engine/model'
import type { Price } from '../../model/prices-calls'

/** A price; null: none, so the tariff's distance and time count. */
export type Amount = Price['amount']

/** The content of a cell: a price, or a text that is not one, kept as typed. */
export type PriceEntry = { readonly amount: Amount } | { readonly text: string; readonly error: FieldError }

/** Minor digits when the schema names none. */
const MONEY_SCALE = 2

/**
 * Reads a price as people type it and as spreadsheets copy it: with or without the currency, with the separators of the
 * settings or, if unambiguous, with the others (`1.234,50`). An empty text, a single dash and a blank are no price.
 */
export function readAmount(typed: string, { schema }: Field, style: MoneyStyle): PriceEntry {
  const text = typed.trim()
  const bare = withoutCoin(withoutSign(text), style.coin).replace(/[\s\u00a0\u202f]/g, '')
  if (bare === '' || /^[-–—]$/.test(bare)) return { amount: null }
  const read = readNumber(bare, style)
  if ('error' in read) return { text, error: read.error }
  return amountEntry(read.value, text, schema)
}

/** A number of a spreadsheet's cell, which may be 0.30000000000000004 there. */
export const numberEntry = (value: number, { schema }: Field): PriceEntry =>
  amountEntry(Number(value.toPrecision(15)), String(value), schema)

function amountEntry(value: Json, text: string, schema: Field['schema']): PriceEntry {
  const scale = typeof schema['x-scale'] === 'number' ? schema['x-scale'] : MONEY_SCALE
  const error = checkNumber(value, schema, scale)
  const amount = canonicalDecimal(value)
  return error || (typeof amount !== 'number' && typeof amount !== 'string')
    ? { text, error: error ?? { key: 'number' } }
    : { amount }
}

/** Spreadsheets put a coin of their own beside numbers. */
const withoutSign = (text: string): string => text.replace(/^[$€£]\s*|\s*[$€£]$/g, '')

/** The price as the sheet shows it; blank where there is none. */
export const amountText = (amount: Amount, style: MoneyStyle): string =>
  amount === null ? '' : moneyText(amount, { ...style, coin: '' })

/** The price as it is edited and copied: every digit, the decimals of the settings, no thousands. */
export const plainAmount = (amount: Amount, { decimals_separator }: MoneyStyle): string =>
  (amount === null ? '' : (decimalText(amount) ?? String(amount))).replace('.', decimals_separator)

export const isSameAmount = (a: Amount, b: Amount): boolean =>
  a === null || b === null ? a === b : compareDecimals(a, b) === 0

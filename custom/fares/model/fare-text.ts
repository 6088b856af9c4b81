import { type MoneyStyle, moneyText, numberText } from '#engine/model'
import type { Fare, FareLine } from './fare'

type Say = (key: string, params?: { readonly [name: string]: string | number }) => string

// Inputs of a line that are money in the currency's units; all others are plain numbers and texts.
const MONEY = new Set(['price', 'minimum', 'computed', 'limit'])

/** Why a line exists, as a sentence with its figures. */
export function lineSentence({ rule, inputs }: FareLine, say: Say, style: MoneyStyle, exponent: number): string {
  const texts = Object.entries(inputs).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : MONEY.has(name) ? rateText(value, style, exponent) : numberText(value, style),
  ])
  return say(`fares.rules.${rule}`, Object.fromEntries(texts))
}

/** An amount in minor units, with every decimal of its currency, so that the lines visibly add up. */
export function minorText(amount: number, { exponent }: Pick<Fare, 'exponent'>, style: MoneyStyle): string {
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0')
  const text = exponent > 0 ? `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}` : digits
  return moneyText(amount < 0 ? `-${text}` : text, { ...style, decimals_visible: exponent })
}

// A price per kilometre may have more decimals than the currency.
function rateText(value: number, style: MoneyStyle, exponent: number): string {
  const decimals = String(value).split('.')[1]?.length ?? 0
  return moneyText(value, { ...style, decimals_visible: Math.max(exponent, decimals) })
}

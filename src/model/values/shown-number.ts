import type { JsonObject } from '../json'

/** How numbers are written for people, from the settings. */
export interface NumberStyle {
  readonly thousands_separator: string
  readonly decimals_separator: string
  /** What may stand beside an amount that is read. */
  readonly coin?: string
}

/** How a company writes numbers, by its settings. */
export const numberStyle = (settings: JsonObject): NumberStyle => ({
  thousands_separator: String(settings['thousands_separator'] ?? ','),
  decimals_separator: settings['decimals_separator'] === ',' ? ',' : '.',
  coin: String(settings['coin'] ?? ''),
})

/** How money is written. */
export interface MoneyStyle extends NumberStyle {
  readonly coin: string
  readonly coin_space: boolean
  readonly decimals_visible: number
}

/**
 * Writes a number with the separators of the settings, every digit kept. Numbers of four digits stay whole (RAE,
 * Ortografía: years, pages), longer ones are grouped in threes.
 * @param value number, or a plain decimal text kept exactly; anything else is returned unchanged
 */
export function numberText(value: number | string, style: NumberStyle): string {
  return grouped(plainDigits(value), style, 5)
}

/** Money with its currency symbol in front and always `decimals_visible` decimals: `S/ 1,250.00`. */
export function moneyText(value: number | string, style: MoneyStyle): string {
  const digits = grouped(roundText(value, style.decimals_visible), style, 4)
  const coin = style.coin + (style.coin && style.coin_space ? '\u00a0' : '')
  return digits.startsWith('-') ? `-${coin}${digits.slice(1)}` : coin + digits
}

function grouped(plain: string, style: NumberStyle, from: number): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain)
  if (!match) return plain
  const [, sign = '', whole = '', fraction] = match
  const digits = whole.length >= from ? whole.replace(/\B(?=(\d{3})+$)/g, style.thousands_separator) : whole
  return sign + digits + (fraction ? style.decimals_separator + fraction : '')
}

// JavaScript writes 1e21 and beyond, or below 1e-6, with an exponent.
function plainDigits(value: number | string): string {
  if (typeof value === 'string') return value
  const text = String(value)
  return text.includes('e') ? value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 }) : text
}

/** Half away from zero on the decimal digits, so that 1.005 is 1.01 and long numbers keep every digit. */
function roundText(value: number | string, decimals: number): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plainDigits(value))
  if (!match) return String(value)
  const [, sign = '', whole = '0', fraction = ''] = match
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0')
  const up = (fraction[decimals] ?? '0') >= '5' ? 1n : 0n
  const digits = String(BigInt(whole + kept) + up).padStart(decimals + 1, '0')
  const text = decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits
  return /[1-9]/.test(text) ? sign + text : text
}

import type { NumberStyle } from '../../model/values/shown-number'

export { moneyText, numberText } from '../../model/values/shown-number'

/** A typed number in plain decimal notation, where it can be read; null when empty. */
export function plainNumber(typed: string, style: NumberStyle): string | null {
  const text = typed.replace(/[\s\u00a0]/g, '')
  if (text === '') return null
  return style.decimals_separator === ',' && !text.includes('.') ? text.replace(',', '.') : text
}

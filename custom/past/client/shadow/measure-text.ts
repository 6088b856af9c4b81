import { numberText, type DisplayStyle } from '#engine/ui'

/** Measures in the order of the table; a ride's waits are seconds, ways metres. */
export const SHOWN_MEASURES = [
  'rides',
  'served',
  'gave_up',
  'unserved',
  'wait_mean_s',
  'wait_median_s',
  'wait_p90_s',
  'late',
  'empty_m',
  'refusals',
] as const

const round = (value: number, places: number): number => Math.round(value * 10 ** places) / 10 ** places

/** A measure in its unit: minutes, kilometres, or how many. */
export function measureText(name: string, value: number | null, style: DisplayStyle, signed = false): string {
  if (value === null) return '—'
  const isTime = name.endsWith('_s')
  const shown = round(isTime ? value / 60 : name === 'empty_m' ? value / 1000 : value, 1)
  const unit = isTime ? '\u00a0min' : name === 'empty_m' ? '\u00a0km' : ''
  const sign = signed && shown > 0 ? '+' : shown < 0 ? '−' : ''
  return `${sign}${numberText(Math.abs(shown), style)}${unit}`
}

/** How far a measure is from drive to drive; '' where that rounds to nothing. */
export function spreadText(name: string, sd: number, style: DisplayStyle): string {
  const text = measureText(name, sd, style)
  return text === measureText(name, 0, style) ? '' : `±\u00a0${text}`
}

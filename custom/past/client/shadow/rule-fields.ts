import { numberText, type DisplayStyle, type Say } from '#engine/ui'
import type { RuleWire } from '../../model/shadow-call'

/** A setting of the search on the form: its name is `past.rule.<name>`. */
interface RuleField {
  readonly name: keyof RuleWire
  readonly kind: 'number' | 'choice'
  readonly unit?: string
  readonly integer?: boolean
  readonly min: number
  readonly max: number
}

/** Those of the search, with what each may be; the first ones are what people ask about. */
export const RULE_FIELDS: readonly RuleField[] = [
  { name: 'request_radius', kind: 'number', unit: 'km', min: 0.1, max: 100 },
  { name: 'time_request', kind: 'number', unit: 's', integer: true, min: 5, max: 600 },
  { name: 'request_by_shift_connection', kind: 'choice', min: 0, max: 1 },
  { name: 'fairness_s_per_min', kind: 'number', unit: 's', min: 0, max: 600 },
  { name: 'wait_by_itself', kind: 'choice', min: 0, max: 1 },
  { name: 'wait_most_min', kind: 'number', unit: 'min', integer: true, min: 1, max: 600 },
  { name: 'most_offers', kind: 'number', integer: true, min: 1, max: 200 },
  { name: 'cooldown_s', kind: 'number', unit: 's', integer: true, min: 0, max: 86_400 },
  { name: 'retry_request_s', kind: 'number', unit: 's', integer: true, min: 5, max: 600 },
  { name: 'minutes_on_air', kind: 'number', unit: 'min', integer: true, min: 0, max: 240 },
]

export const isInRange = ({ min, max, integer }: RuleField, value: number): boolean =>
  Number.isFinite(value) && value >= min && value <= max && (!integer || Number.isInteger(value))

/** A value of a rule in words. */
export function shadowRuleText({ name, kind, unit }: RuleField, rule: RuleWire, style: DisplayStyle, say: Say): string {
  if (kind === 'choice') return say(`past.choice.${name}.${rule[name]}`)
  return [numberText(rule[name], style), unit].filter(Boolean).join('\u00a0')
}

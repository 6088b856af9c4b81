import { holds } from '../../../model/holds'
import { ruleOperands } from '../../../model/rule-fields'
import type { Rule } from '../../../model/rule'

/**
 * What is left to ask of a record after the settings have answered their part of an action's rule; `off`: a setting has switched it off,
 * so that it is not offered at all; null: nothing is left.
 */
export function afterSettings(when: Rule, context: Parameters<typeof holds>[1]): Rule | 'off' | null {
  const parts = 'all' in when ? when.all : [when]
  const [ofSettings, others] = [parts.filter(asksSettings), parts.filter((part) => !asksSettings(part))]
  if (!ofSettings.every((part) => holds(part, context))) return 'off'
  return others.length > 1 ? { all: others } : others[0] ?? null
}

function asksSettings(rule: Rule): boolean {
  const operands = ruleOperands(rule)
  return operands.length > 0 && operands.every(({ kind }) => kind === 'setting')
}

import { holds } from '../../../model/rules/holds'
import type { Rule } from '../../../model/rules/rule'
import { ruleOperands } from '../../../model/rules/rule-fields'

/**
 * The part of an action's rule that depends on the record, once the settings are filled in; `off`: a setting switches
 * the action off, so that it is not offered; null: nothing depends on the record.
 */
export function afterSettings(when: Rule, context: Parameters<typeof holds>[1]): Rule | 'off' | null {
  const parts = 'all' in when ? when.all : [when]
  const [ofSettings, others] = [parts.filter(asksSettings), parts.filter((part) => !asksSettings(part))]
  if (!ofSettings.every((part) => holds(part, context))) return 'off'
  return others.length > 1 ? { all: others } : (others[0] ?? null)
}

function asksSettings(rule: Rule): boolean {
  const operands = ruleOperands(rule)
  return operands.length > 0 && operands.every(({ kind }) => kind === 'setting')
}

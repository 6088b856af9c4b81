import { holds } from './holds'
import type { Rule, RuleContext } from './rule'
import { ruleOperands } from './rule-fields'

/**
 * Whether a rule could hold for some record of which only these fields are known: false is certain, whatever the others
 * are. So a list knows that none of its rows has a value, before it has a row.
 */
export function mayHold(rule: Rule, context: RuleContext): boolean {
  if ('all' in rule) return rule.all.every((part) => mayHold(part, context))
  if ('any' in rule) return rule.any.some((part) => mayHold(part, context))
  return !isKnown(rule, context) || holds(rule, context)
}

function isKnown(rule: Rule, { record }: RuleContext): boolean {
  return ruleOperands(rule).every(
    (operand) =>
      operand.kind === 'user' ||
      operand.kind === 'setting' ||
      (operand.kind === 'field' && Object.hasOwn(record, operand.field)),
  )
}

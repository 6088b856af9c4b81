import { holds } from './holds'
import { isOperand, type Rule, type RuleContext, type RuleValue } from './rule'

/**
 * The rule once every comparison that names only the asker and settings is decided: true or false where nothing else is
 * left, otherwise what still depends on the row or the present. Equivalent to the rule for every row of the same asker
 * and settings.
 */
export function settleRule(rule: Rule, of: Pick<RuleContext, 'user' | 'setting'>): Rule | boolean {
  if ('all' in rule)
    return joined(
      rule.all.map((part) => settleRule(part, of)),
      false,
      (all) => ({ all }),
    )
  if ('any' in rule)
    return joined(
      rule.any.map((part) => settleRule(part, of)),
      true,
      (any) => ({ any }),
    )
  if ('not' in rule) {
    const part = settleRule(rule.not, of)
    return typeof part === 'boolean' ? !part : { not: part }
  }
  return isConstant(rule.operand) && isConstant(rule.value) ? holds(rule, { record: {}, now_ms: 0, ...of }) : rule
}

/** @param decisive the part that decides the whole */
function joined(
  parts: readonly (Rule | boolean)[],
  decisive: boolean,
  join: (parts: readonly Rule[]) => Rule,
): Rule | boolean {
  if (parts.includes(decisive)) return decisive
  const open = parts.filter((part) => typeof part !== 'boolean')
  const [only] = open
  return only === undefined ? !decisive : open.length === 1 ? only : join(open)
}

const isConstant = (value: RuleValue): boolean =>
  value.kind === 'literal' || value.kind === 'user' || value.kind === 'setting'

/**
 * Whether any comparison of a rule names the asker, a setting or the present, so that its SQL differs between askers or
 * moments.
 */
export function varies(rule: Rule): boolean {
  if ('all' in rule) return rule.all.some(varies)
  if ('any' in rule) return rule.any.some(varies)
  if ('not' in rule) return varies(rule.not)
  return [rule.operand, rule.value].some(
    (value) => value.kind === 'now' || (isOperand(value) && (value.kind === 'user' || value.kind === 'setting')),
  )
}

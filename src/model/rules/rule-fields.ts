import { isOperand, type Operand, type Rule } from './rule'

/** Every operand that a rule looks at, on either side. */
export function ruleOperands(rule: Rule): Operand[] {
  if ('all' in rule) return rule.all.flatMap(ruleOperands)
  if ('any' in rule) return rule.any.flatMap(ruleOperands)
  if ('not' in rule) return ruleOperands(rule.not)
  return isOperand(rule.value) ? [rule.operand, rule.value] : [rule.operand]
}

/** Names of the record's own fields that a rule looks at; for a path, the reference it goes through. */
export function ruleFields(rule: Rule): string[] {
  return ruleOperands(rule).flatMap((operand) =>
    operand.kind === 'field' || operand.kind === 'inner'
      ? [operand.field]
      : operand.kind === 'path'
        ? [operand.ref]
        : [],
  )
}

/** Paths (`id_product.hide_price`) that a rule needs in addition to the record's own fields. */
export function rulePaths(rule: Rule): { readonly ref: string; readonly field: string }[] {
  return ruleOperands(rule).flatMap((operand) =>
    operand.kind === 'path' ? [{ ref: operand.ref, field: operand.field }] : [],
  )
}

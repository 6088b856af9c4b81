import { scopeRule } from '../../model/rights/access'
import type { Scopes } from '../../model/application'
import type { Actor } from '../../model/rights/actor'
import type { Entity } from '../../model/entity'
import { holds } from '../../model/rules/holds'
import type { JsonObject } from '../../model/json'
import type { RuleContext } from '../../model/rules/rule'
import { ruleOperands } from '../../model/rules/rule-fields'

/**
 * Whether a record is within what a user may change, as far as it can be told here: what all share is read by everybody and changed by the
 * house. Where the record lacks a field that its owner follows from, the server is the one to say.
 */
export function isOwned(scopes: Scopes, entity: Pick<Entity, 'scope'>, actor: Actor, record: JsonObject, context: RuleContext): boolean {
  const rule = scopeRule(scopes, entity, actor, 'write')
  if (rule === null || rule === 'none') return rule === null
  const isKnown = ruleOperands(rule).every((operand) => operand.kind === 'field' && Object.hasOwn(record, operand.field))
  return !isKnown || holds(rule, context)
}

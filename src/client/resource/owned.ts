import { scopeRule } from '../../model/rights/access'
import type { Scopes } from '../../model/application'
import type { Actor } from '../../model/rights/actor'
import type { Entity } from '../../model/entity'
import { holds } from '../../model/rules/holds'
import type { JsonObject } from '../../model/json'
import type { RuleContext } from '../../model/rules/rule'
import { ruleOperands } from '../../model/rules/rule-fields'

/**
 * Whether a user may change a record, as far as the browser can know. Everybody reads shared records, and only the
 * house changes them. Where the record lacks the field that shows its owner, the server decides.
 */
export function isOwned(
  scopes: Scopes,
  entity: Pick<Entity, 'scope'>,
  actor: Actor,
  record: JsonObject,
  context: RuleContext,
): boolean {
  const rule = scopeRule(scopes, entity, actor, 'write')
  if (rule === null || rule === 'none') return rule === null
  const isKnown = ruleOperands(rule).every(
    (operand) => operand.kind === 'field' && Object.hasOwn(record, operand.field),
  )
  return !isKnown || holds(rule, context)
}

import type { RawBuilder } from 'kysely'
import type { Entity } from '../../model/entity'
import { holds } from '../../model/rules/holds'
import type { JsonObject } from '../../model/json'
import type { Rule, RuleContext } from '../../model/rules/rule'
import { ruleToSql } from '../language/rules/rule-to-sql'
import type { RecordContext } from './record-context'

/**
 * The context a rule is evaluated in, for a record that includes its dotted paths (`id_role.root`).
 * @param before the stored record with its own, while a change of it is judged
 */
export function ruleContext(
  { actor, settings, now }: RecordContext,
  record: JsonObject,
  before?: JsonObject | null,
): RuleContext {
  return { record, ...(before && { before }), user: actor.facts, setting: settings, now_ms: now.getTime() }
}

/** Whether a rule holds for a record, in JavaScript. */
export const ruleHolds = (context: RecordContext, rule: Rule, record: JsonObject): boolean =>
  holds(rule, ruleContext(context, record))

/** The same rule as a condition over a table's alias. */
export function ruleSql(
  { model, actor, settings, now }: RecordContext,
  rule: Rule,
  entity: Entity,
  alias: string,
): RawBuilder<boolean> {
  return ruleToSql(rule, { entity, model, alias, user: actor.facts, settings, now })
}

import { sql, type RawBuilder } from 'kysely'
import { scopeRule } from '../../../src/model/access'
import type { CallContext } from '../../../src/server/feature'
import { ruleToSql } from '../../../src/server/rules/rule-to-sql'

/**
 * Which vehicles (alias `v`) an actor may meet here: those of the vehicles' own scope, and none for somebody who is no operator
 * (spec §6: operators see all vehicles, the others have no fleet).
 * @returns null: none at all
 */
export function fleetReach({ actor, model, settings, now }: CallContext): RawBuilder<boolean> | null {
  const vehicles = model.entities['vehicles']
  if (!vehicles || !(actor.root || actor.operator)) return null
  const scope = scopeRule(vehicles, actor)
  if (scope === 'none') return null
  if (scope === null) return sql<boolean>`true`
  return ruleToSql(scope, { entity: vehicles, model, alias: 'v', user: actor.facts, settings, now: now() })
}

import { sql, type RawBuilder } from 'kysely'
import { scopeRule } from '../../../model/rights/access'
import type { Actor } from '../../../model/rights/actor'
import type { JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import { ruleToSql } from './rule-to-sql'

/** Who asks, about what, and when: any call's context is one. */
export interface ScopeAsker {
  readonly actor: Actor
  readonly model: Model
  readonly settings: JsonObject
  readonly now: () => Date
}

/**
 * The rows of an entity that an actor may see, for a feature's own query: the condition that lists have. The query must
 * also check what the actor is (staff or not), and `date_deleted`.
 * @param entity by name; for an unknown entity the condition finds no row
 * @param alias of its table in the query
 * @param use `write` leaves out rows that the actor only reads, shared ones
 */
export function scopeSql(
  { actor, model, settings, now }: ScopeAsker,
  entity: string,
  alias: string,
  use: 'read' | 'write' = 'read',
): RawBuilder<boolean> {
  const of = model.entities[entity]
  const scope = of ? scopeRule(model.application.scopes, of, actor, use) : 'none'
  if (!of || scope === 'none') return sql<boolean>`false`
  return scope === null
    ? sql<boolean>`true`
    : ruleToSql(scope, { entity: of, model, alias, user: actor.facts, settings, now: now() })
}

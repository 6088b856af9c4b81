import { sql, type RawBuilder } from 'kysely'
import { scopeRule } from '../../../model/rights/access'
import type { Rule } from '../../../model/rules/rule'
import { settleRule, varies } from '../../../model/rules/settle'
import type { RecordContext } from '../record-context'
import { ruleSql } from '../rule-readings'

/** `write` leaves out shared rows; `removed` includes removed rows, for the log of them. */
export interface ScopeUse {
  readonly use?: 'read' | 'write'
  readonly removed?: boolean
}

/**
 * The condition that every query and write uses: a living row of this catalogue (its `where`) within the asker's scope.
 */
export function inScope(
  context: RecordContext,
  alias = 't',
  { use = 'read', removed = false }: ScopeUse = {},
): RawBuilder<boolean> {
  const where = ownRows(context)
  if (where === false) return sql<boolean>`false`
  return all([
    ...(removed ? [] : [living(alias)]),
    ...(where === true ? [] : [ruleSql(context, where, context.entity, alias)]),
    ...withinScope(context, alias, use),
  ])
}

/** What the catalogue itself asks of a row, for this asker; true: nothing. */
export function ownRows({ resource, actor, settings }: RecordContext): Rule | boolean {
  return resource.where ? settleRule(resource.where, { user: actor.facts, setting: settings }) : true
}

export const living = (alias: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${alias}.date_deleted`)} is null`

/** The asker's scope alone: which rows of the entity are theirs. */
export function withinScope(
  context: RecordContext,
  alias: string,
  use: 'read' | 'write',
): readonly RawBuilder<boolean>[] {
  const scope = scopeRule(context.model.application.scopes, context.entity, context.actor, use)
  if (scope === null) return []
  return [scope === 'none' ? sql<boolean>`false` : ruleSql(context, scope, context.entity, alias)]
}

/** Whether the catalogue asks nothing of a row that askers differ in, and the scope at most one column's equality. */
export function isOfOwnerAlone(context: RecordContext): boolean {
  const where = ownRows(context)
  if (typeof where !== 'boolean' && varies(where)) return false
  const scope = scopeRule(context.model.application.scopes, context.entity, context.actor)
  return scope === null || (scope !== 'none' && 'op' in scope && scope.op === 'eq' && scope.operand.kind === 'field')
}

/** A conjunction; of no conditions it is true. */
export function all(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

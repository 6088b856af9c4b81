import { sql, type RawBuilder } from 'kysely'
import { isOperand, type Rule } from '../../model/rule'
import type { Db } from '../database/database'
import type { RecordContext } from './record-context'
import { ruleSql } from './rule-readings'
import { all, living, withinScope } from './within-reach'

/**
 * `withinReach` written so that one plan serves every asker: what the catalogue itself fixes is in the text, where the planner counts on
 * it; whose rows they are is looked up, so that the planner weighs no tenant's number of rows (the index by tenant and order suits all).
 * Null where the catalogue's rule names the asker, a setting or the present.
 */
export function reachOfEverybody(context: RecordContext): RawBuilder<boolean> | null {
  const { where } = context.resource
  if (where && !isFixed(where)) return null
  const { db } = context.runtime.database
  const fixed = where ? inText(db, ruleSql(context, where, context.entity, 't')) : null
  if (where && !fixed) return null
  return all([living('t'), ...(fixed ? [fixed] : []), ...withinScope(context, 't', 'read').map((scope) => lookedUp(db, scope))])
}

function isFixed(rule: Rule): boolean {
  if ('all' in rule) return rule.all.every(isFixed)
  if ('any' in rule) return rule.any.every(isFixed)
  if ('not' in rule) return isFixed(rule.not)
  return rule.operand.kind === 'field' && (rule.value.kind === 'literal' || (isOperand(rule.value) && rule.value.kind === 'field'))
}

/** The condition with its values as literals; null when one of them is no plain value. */
function inText(db: Db, condition: RawBuilder<boolean>): RawBuilder<boolean> | null {
  const { parameters } = condition.compile(db)
  if (parameters.some((value) => typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')) return null
  return rewritten(db, condition, (value, cast) => sql`${sql.lit(value)}${sql.raw(cast)}`)
}

/** The condition with its values behind scalar subqueries, which no planner looks into; lists stay as they are. */
function lookedUp(db: Db, condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return rewritten(db, condition, (value, cast) => (cast.endsWith('[]') ? sql`${value}${sql.raw(cast)}` : sql`(select ${value}${sql.raw(cast)})`))
}

/** A parameter of compiled SQL with its cast. */
const PARAMETER = /\$(\d+)((?:::\w+(?:\[\])?)?)/

function rewritten(db: Db, condition: RawBuilder<boolean>, write: (value: unknown, cast: string) => RawBuilder<unknown>): RawBuilder<boolean> {
  const { sql: text, parameters } = condition.compile(db)
  const pieces: RawBuilder<unknown>[] = []
  let rest = text
  for (let found = PARAMETER.exec(rest); found; found = PARAMETER.exec(rest)) {
    pieces.push(sql.raw(rest.slice(0, found.index)), write(parameters[Number(found[1]) - 1], found[2] ?? ''))
    rest = rest.slice(found.index + found[0].length)
  }
  return sql<boolean>`${sql.join([...pieces, sql.raw(rest)], sql``)}`
}

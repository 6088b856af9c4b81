import { sql, type RawBuilder } from 'kysely'
import { varies } from '../../../model/rules/settle'
import type { Db } from '../../platform/database/database'
import type { RecordContext } from '../record-context'
import { ruleSql } from '../rule-readings'
import { all, living, ownRows, withinScope } from '../fields/in-scope'

/**
 * `inScope` written so that one plan serves every asker: what the catalogue itself fixes is in the text, where the
 * planner can use it; the scope's values are looked up, so that the planner does not estimate by any owner's number of
 * rows (the index by owner and order suits all). Null where a value of the catalogue's rule has no literal.
 */
export function scopeOfEverybody(context: RecordContext): RawBuilder<boolean> | null {
  const { db } = context.runtime.database
  const where = ownRows(context)
  if (where === false) return sql<boolean>`false`
  const own = where === true ? null : ruleSql(context, where, context.entity, 't')
  const condition = own && where !== true && (varies(where) ? lookedUp(db, own) : inText(db, own))
  if (own && !condition) return null
  return all([
    living('t'),
    ...(condition ? [condition] : []),
    ...withinScope(context, 't', 'read').map((scope) => lookedUp(db, scope)),
  ])
}

/** The condition with its values as literals; null when one of them is no plain value. */
function inText(db: Db, condition: RawBuilder<boolean>): RawBuilder<boolean> | null {
  const { parameters } = condition.compile(db)
  if (parameters.some((value) => typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean'))
    return null
  return rewritten(db, condition, (value, cast) => sql`${sql.lit(value)}${sql.raw(cast)}`)
}

/** The condition with its values in scalar subqueries, which no planner evaluates; lists stay as they are. */
function lookedUp(db: Db, condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return rewritten(db, condition, (value, cast) =>
    cast.endsWith('[]') ? sql`${value}${sql.raw(cast)}` : sql`(select ${value}${sql.raw(cast)})`,
  )
}

/** A parameter of compiled SQL with its cast. */
const PARAMETER = /\$(\d+)((?:::\w+(?:\[\])?)?)/

function rewritten(
  db: Db,
  condition: RawBuilder<boolean>,
  write: (value: unknown, cast: string) => RawBuilder<unknown>,
): RawBuilder<boolean> {
  const { sql: text, parameters } = condition.compile(db)
  const pieces: RawBuilder<unknown>[] = []
  let rest = text
  for (let found = PARAMETER.exec(rest); found; found = PARAMETER.exec(rest)) {
    pieces.push(sql.raw(rest.slice(0, found.index)), write(parameters[Number(found[1]) - 1], found[2] ?? ''))
    rest = rest.slice(found.index + found[0].length)
  }
  return sql<boolean>`${sql.join([...pieces, sql.raw(rest)], sql``)}`
}

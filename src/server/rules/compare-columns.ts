import { type RawBuilder, sql } from 'kysely'
import { numberOfText, type Plain, SYMBOLS } from '../../fields/field-sql'
import { fold } from '../../model/fold'
import type { Json } from '../../model/json'
import type { Operator } from '../../model/rule'
import type { RuleColumn } from './rule-column'

/** The operator that asks the same with its two sides exchanged. */
export const MIRRORED: { readonly [op in Operator]?: Operator } = { eq: 'eq', ne: 'ne', lt: 'gt', lte: 'gte', gt: 'lt', gte: 'lte' }

/** Two columns beside each other: as numbers when one is a number, else as the texts of the wire; false when either is null. */
export function compareColumns(left: RuleColumn, op: Operator, right: RuleColumn): RawBuilder<boolean> {
  if (op === 'isNull') throw new Error('isNull is asked with true or false, not with a field')
  const [a, b] = [left.type.plain, right.type.plain]
  if (!a || !b) return sql<boolean>`false`
  if (op === 'contains') {
    if (a.kind !== 'text' || b.kind !== 'text') return sql<boolean>`false`
    return sql<boolean>`coalesce(strpos(tr_fold(${a.of(left.expression)}), tr_fold(${b.of(right.expression)})) > 0, false)`
  }
  const symbol = SYMBOLS[op]
  if (!symbol) return sql<boolean>`false`
  if (a.kind === 'text' && b.kind === 'text') {
    return sql<boolean>`coalesce(${a.of(left.expression)} ${symbol} ${b.of(right.expression)} collate "C", false)`
  }
  return sql<boolean>`coalesce(${asNumber(left, a)} ${symbol} ${asNumber(right, b)}, false)`
}

/** Whether a constant text contains the column's. */
export function constantContains(constant: Json, column: RuleColumn): RawBuilder<boolean> {
  if (typeof constant !== 'string' || column.type.plain?.kind !== 'text') return sql<boolean>`false`
  // PostgreSQL takes no NUL; another control character is in no column either.
  return sql<boolean>`coalesce(strpos(${fold(constant).replaceAll('\0', '\u0001')}::text, tr_fold(${column.type.plain.of(column.expression)})) > 0, false)`
}

function asNumber(column: RuleColumn, plain: Plain): RawBuilder<unknown> {
  return plain.kind === 'number' ? plain.of(column.expression) : numberOfText(plain.of(column.expression))
}

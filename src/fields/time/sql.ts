import { type RawBuilder, sql } from 'kysely'
import { isClock } from '../../model/values/clock'
import { compareText, type FieldSql, isNull, list, membership, SYMBOLS, unlessNull } from '../field-sql'

export const timeSql: FieldSql = {
  column: () => 'time without time zone',
  encode: (value) => value,
  decode: (raw) => String(raw).slice(0, 5),
  wire: (column) => sql`left(${column}::text, 5)`,
  order: (column) => column,
  compare: (column, op, value) => {
    if (op === 'isNull') return isNull(column, value)
    if (op === 'in' || op === 'nin') return membership(column, op, sql`${list(value).filter(isTime)}::time[]`)
    const symbol = SYMBOLS[op]
    // A value that is not a time (a text of a setting) is compared as text, as `holds` does it.
    if (!symbol || !isTime(value)) return compareText(wireText(column), op, value, String)
    return unlessNull(column, sql`${column} ${symbol} ${value}::time`)
  },
  plain: { kind: 'text', of: wireText },
}

const isTime = (value: unknown): value is string => typeof value === 'string' && isClock(value)

function wireText(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char(${column}, 'HH24:MI')`
}

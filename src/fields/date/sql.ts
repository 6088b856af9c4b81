import { type RawBuilder, sql } from 'kysely'
import { isCalendarDate, utcDate } from '../../model/values/calendar'
import { compareText, type FieldSql, isNull, list, membership, SYMBOLS, unlessNull } from '../field-sql'
import { asItIs } from '../sql-columns'

export const dateSql: FieldSql = {
  column: () => 'date',
  encode: (value) => value,
  decode: (raw) => String(raw),
  wire: asItIs,
  order: (column) => column,
  compare: (column, op, value) => {
    if (op === 'isNull') return isNull(column, value)
    if (op === 'in' || op === 'nin') return membership(column, op, sql`${list(value).filter(isDate)}::date[]`)
    const symbol = SYMBOLS[op]
    // A value that is not a date (a text of a setting) is compared as text, as `holds` does it.
    return symbol && isDate(value)
      ? unlessNull(column, sql`${column} ${symbol} ${value}::date`)
      : compareText(wireText(column), op, value, String)
  },
  plain: { kind: 'text', of: wireText },
  moment: utcDate,
}

const isDate = (value: unknown): value is string => typeof value === 'string' && isCalendarDate(value)

function wireText(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char(${column}, 'YYYY-MM-DD')`
}

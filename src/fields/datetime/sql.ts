import { type RawBuilder, sql } from 'kysely'
import { DATETIME_SHAPE, utcDateTime } from '../../model/values/calendar'
import { compareText, type FieldSql, isNull, list, membership, SYMBOLS, unlessNull } from '../field-sql'

/** Milliseconds, as on the wire, so that a value read back equals the one stored. */
export const datetimeSql: FieldSql = {
  column: () => 'timestamp(3) with time zone',
  encode: (value) => value,
  decode: (raw) => {
    // 2026-01-02 03:04:05.6+00, in the session's zone, which is UTC.
    const found = /^(\S+) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(String(raw))
    if (!found) throw new Error(`The database returned "${String(raw)}", which is no moment in UTC.`)
    return `${found[1]}T${found[2]}.${(found[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`
  },
  wire: wireText,
  order: (column) => column,
  compare: (column, op, value) => {
    if (op === 'isNull') return isNull(column, value)
    if (op === 'in' || op === 'nin') return membership(column, op, sql`${list(value).filter(isMoment)}::timestamptz[]`)
    const symbol = SYMBOLS[op]
    // A value that is not a moment (a text of a setting) is compared as text, as `holds` does it.
    return symbol && isMoment(value)
      ? unlessNull(column, sql`${column} ${symbol} ${value}::timestamptz`)
      : compareText(wireText(column), op, value, String)
  },
  plain: { kind: 'text', of: wireText },
  moment: (time_ms) => new Date(time_ms).toISOString(),
}

function isMoment(value: unknown): value is string {
  return typeof value === 'string' && DATETIME_SHAPE.test(value) && utcDateTime(value) === value
}

function wireText(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

import { sql } from 'kysely'
import { compareNumber, type FieldSql, isNull } from '../field-sql'

export const flagSql: FieldSql = {
  column: () => 'boolean',
  encode: (value) => value === 1 || value === true,
  decode: (raw) => (raw === true ? 1 : 0),
  wire: (column) => sql`${column}::integer`,
  order: (column) => column,
  compare: (column, op, value) =>
    op === 'isNull' ? isNull(column, value) : compareNumber(sql`${column}::integer`, op, value),
  plain: { kind: 'number', of: (column) => sql`${column}::integer` },
}

import { sql } from 'kysely'
import { compareNumber, type FieldSql } from '../field-sql'
import { asItIs } from '../sql-columns'
import { starsOf } from '../../model/values/stars'

export const ratingSql: FieldSql = {
  column: () => 'bigint',
  encode: (value) => value,
  decode: (raw) => Number(raw),
  wire: asItIs,
  order: (column) => column,
  compare: compareNumber,
  check: (column, { schema }) => sql`${column} >= 1 and ${column} <= ${sql.lit(starsOf(schema))}`,
  plain: { kind: 'number', of: (column) => column },
}

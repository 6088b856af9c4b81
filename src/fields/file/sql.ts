import { sql } from 'kysely'
import { type FieldSql, isNull } from '../field-sql'

/** The id of a row of the engine's `files`. */
export const fileSql: FieldSql = {
  column: () => 'integer',
  pointsTo: 'files',
  encode: (value) => value,
  decode: (raw) => Number(raw),
  order: (column) => column,
  compare: (column, op, value) => (op === 'isNull' ? isNull(column, value) : sql<boolean>`false`),
}

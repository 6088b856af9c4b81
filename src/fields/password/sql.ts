import { sql } from 'kysely'
import { type FieldSql, isNull, orderByCode } from '../field-sql'

/** Holds the hash of a password, or a sealed secret; neither leaves the server. */
export const passwordSql: FieldSql = {
  column: () => 'text',
  encode: (value) => value,
  decode: () => null,
  order: orderByCode,
  compare: (column, op, value) => (op === 'isNull' ? isNull(column, value) : sql<boolean>`false`),
}

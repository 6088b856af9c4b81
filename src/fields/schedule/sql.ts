import { sql } from 'kysely'
import { type FieldSql, isNull } from '../field-sql'
import type { Json } from '../../model/json'

/** As JSON: spans are read and written together, and a feature asks them with `jsonb_to_recordset`. */
export const scheduleSql: FieldSql = {
  column: () => 'jsonb',
  encode: (value) => JSON.stringify(value),
  decode: (raw) => raw as Json,
  order: (column) => sql`${column}::text collate "C"`,
  compare: (column, op, value) => (op === 'isNull' ? isNull(column, value) : sql<boolean>`false`),
}

import { sql } from 'kysely'
import { type FieldSql, isNull } from '../field-sql'
import type { Json } from '../../model/json'

export const jsonSql: FieldSql = {
  column: () => 'jsonb',
  // Always as text: the driver would write a list as an SQL array.
  encode: (value) => JSON.stringify(value),
  decode: (raw) => raw as Json,
  order: (column) => sql`${column}::text collate "C"`,
  compare: (column, op, value) => (op === 'isNull' ? isNull(column, value) : sql<boolean>`false`),
}

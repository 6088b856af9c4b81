import { sql } from 'kysely'
import { type FieldSql, isNull } from '../field-sql'
import { jsonColumn } from '../sql-columns'

export const jsonSql: FieldSql = {
  ...jsonColumn,
  compare: (column, op, value) => (op === 'isNull' ? isNull(column, value) : sql<boolean>`false`),
}

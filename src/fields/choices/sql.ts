import { sql } from 'kysely'
import { type FieldSql, isNull, unlessNull } from '../field-sql'
import { jsonColumn } from '../sql-columns'

/** A list in one jsonb column. */
export const choicesSql: FieldSql = {
  ...jsonColumn,
  compare: (column, op, value) => {
    if (op === 'isNull') return isNull(column, value)
    if (op !== 'contains' || typeof value !== 'string') return sql<boolean>`false`
    return unlessNull(column, sql`${column} @> ${JSON.stringify([value])}::jsonb`)
  },
}

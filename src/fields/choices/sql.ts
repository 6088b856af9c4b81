import { sql } from 'kysely'
import type { Json } from '../../model/json'
import { type FieldSql, isNull, unlessNull } from '../field-sql'

/** A list in one jsonb column. */
export const choicesSql: FieldSql = {
  column: () => 'jsonb',
  encode: (value) => JSON.stringify(value),
  decode: (raw) => raw as Json,
  order: (column) => sql`${column}::text collate "C"`,
  compare: (column, op, value) => {
    if (op === 'isNull') return isNull(column, value)
    if (op !== 'contains' || typeof value !== 'string') return sql<boolean>`false`
    return unlessNull(column, sql`${column} @> ${JSON.stringify([value])}::jsonb`)
  },
}

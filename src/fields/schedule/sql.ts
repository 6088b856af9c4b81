import { sql } from 'kysely'
import { type FieldSql, isNull } from '../field-sql'
import type { Json } from '../../model/json'
import { spansOf } from './data'

/** As JSON: spans are read and written together, and a feature queries them with `jsonb_to_recordset`. */
export const scheduleSql: FieldSql = {
  column: () => 'jsonb',
  encode: (value) => JSON.stringify(value),
  // jsonb does not keep the order of keys; the wire uses the specification's.
  decode: (raw) =>
    spansOf(raw as Json).map(({ day_of_week, time_start, time_end }) => ({ day_of_week, time_start, time_end })),
  order: (column) => sql`${column}::text collate "C"`,
  compare: (column, op, value) => (op === 'isNull' ? isNull(column, value) : sql<boolean>`false`),
}

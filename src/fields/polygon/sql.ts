import { sql } from 'kysely'
import { type FieldSql, isNull } from '../field-sql'
import type { Json, JsonObject } from '../../model/json'

/** PostgreSQL's own type, x the longitude and y the latitude, so that queries can ask which area contains a point. */
export const polygonSql: FieldSql = {
  column: () => 'polygon',
  encode: (value) =>
    `(${(value as readonly JsonObject[]).map(({ lat, lng }) => `(${String(lng)},${String(lat)})`).join(',')})`,
  decode: (raw): Json => {
    const numbers = String(raw).replace(/[()]/g, '').split(',').map(Number)
    return Array.from({ length: numbers.length / 2 }, (_, i) => ({
      lat: numbers[2 * i + 1] ?? 0,
      lng: numbers[2 * i] ?? 0,
    }))
  },
  // An area has no order of its own; ordering by its text is stable.
  order: (column) => sql`${column}::text collate "C"`,
  compare: (column, op, value) => (op === 'isNull' ? isNull(column, value) : sql<boolean>`false`),
}

import type { JsonObject } from '../../model/json'
import { type RawBuilder, sql } from 'kysely'
import { type FieldSql, isNull } from '../field-sql'

/** PostgreSQL's own type: x is the longitude, y the latitude. */
export const pointSql: FieldSql = {
  column: () => 'point',
  encode: (value) => `(${String((value as JsonObject).lng)},${String((value as JsonObject).lat)})`,
  decode: (raw) => {
    const [lng, lat] = String(raw).slice(1, -1).split(',').map(Number)
    return { lat: lat ?? 0, lng: lng ?? 0 }
  },
  wire: (column) =>
    sql`case when ${column} is not null then json_build_object('lat', ${coordinate(column, 'lat')}, 'lng',
      ${coordinate(column, 'lng')}) end`,
  wirePart: coordinate,
  // A point has no order of its own; ordering by its text is stable.
  order: (column) => sql`${column}::text collate "C"`,
  compare: (column, op, value) => (op === 'isNull' ? isNull(column, value) : sql<boolean>`false`),
}

/** JSON has no negative zero. */
function coordinate(column: RawBuilder<unknown>, part: string): RawBuilder<unknown> {
  return sql`(${column}[${part === 'lat' ? sql`1` : sql`0`}] + 0)`
}

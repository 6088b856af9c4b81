import { sql, type RawBuilder } from 'kysely'
import type { Json } from '../../../model/json'
import { readBoxValues, type GeoBox } from '../../../model/values/heat-grid'
import { malformed } from '../../platform/answers/malformed'

/**
 * `{ box: [west, south, east, north] }`: points within it. Its east and north edges belong to the next box, but for the
 * date line and the pole.
 * @throws {AppError} MALFORMED
 */
export function boxFilter(key: string, column: RawBuilder<unknown>, asked: Json): RawBuilder<boolean> {
  const box = Array.isArray(asked) ? readBoxValues(asked) : null
  if (!box) throw malformed(key)
  return inGeoBox(column, box)
}

export function inGeoBox(column: RawBuilder<unknown>, { west, south, east, north }: GeoBox): RawBuilder<boolean> {
  const within = (
    from: number,
    to: number,
  ): RawBuilder<boolean> => sql<boolean>`(${column} <@ box(point(${from}::float8, ${south}::float8),
    point(${to}::float8, ${north}::float8))
    and ${to === 180 ? sql`true` : sql`(${column})[0] < ${to}::float8`}
      and ${north === 90 ? sql`true` : sql`(${column})[1] < ${north}::float8`})`
  return west <= east ? within(west, east) : sql<boolean>`(${within(west, 180)} or ${within(-180, east)})`
}

import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Json } from '../../../model/json'
import { readAskedArea } from '../../../model/values/asked-area'
import type { Vertex } from '../../../model/values/ring'
import type { RecordContext } from '../record-context'

/** More rows than are gathered; `everywhere`: many of the newest, too. */
export type ManyIn = 'some' | 'everywhere'

/**
 * `{ area: { type: 'Polygon', coordinates } }`: points within it and on its border.
 * @throws {AppError} VALIDATION at the field
 */
export function areaFilter(
  { manyIn }: RecordContext,
  key: string,
  column: RawBuilder<unknown>,
  asked: Json,
): RawBuilder<boolean> {
  const read = readAskedArea(asked)
  if ('error' in read) throw new AppError('VALIDATION', { errors: { [key]: read.error } })
  const inside = inArea(column, read.ring)
  const many = manyIn?.get(key)
  // PostgreSQL takes every area for next to nothing of the rows, and would gather and sort all of a large one. So
  // written no index of places has it, and it counts as every second row or as one in 200: the first rows are soon met
  // along the list's order.
  if (many === 'everywhere') return sql<boolean>`coalesce(${inside}, false)`
  return many === 'some' ? sql<boolean>`(case when ${inside} then 1 end = 1)` : inside
}

/**
 * The box first, by the index of places, then the area itself. Together they count as few rows, so that nobody walks
 * along an order for what is not there.
 */
export function inArea(column: RawBuilder<unknown>, ring: readonly Vertex[]): RawBuilder<boolean> {
  const [lats, lngs] = [ring.map(({ lat }) => lat), ring.map(({ lng }) => lng)]
  const corner = (side: (...values: number[]) => number): RawBuilder<unknown> =>
    sql`point(${side(...lngs)}::float8, ${side(...lats)}::float8)`
  return sql<boolean>`(${column} <@ box(${corner(Math.min)}, ${corner(Math.max)})
    and ${column} <@ ${`(${ring.map(({ lat, lng }) => `(${lng},${lat})`).join(',')})`}::polygon)`
}

import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import type { Stat } from '../../../model/stat'
import type { HeatAnswer, HeatCell, StatAnswer } from '../../../model/stat-answer'
import {
  boxValues,
  gridOver,
  MIN_ROWS,
  MAX_LEVEL,
  readBoxValues,
  type GeoBox,
  type GridPart,
} from '../../../model/values/heat-grid'
import { askedColumn } from '../read/asked-column'
import { inGeoBox } from '../read/box-filter'
import { all } from '../fields/in-scope'
import { assertSees } from '../read/list'
import { RowColumns, type Row } from '../fields/row-columns'
import type { RecordContext } from '../record-context'
import { aggregateOf, numberReader } from './aggregate'
import { ofShare, seenStats } from './stat-base'
import type { Query } from '../read/query'
import { filtersSql, readQuery } from '../read/read-query'
import { malformed } from '../../platform/answers/malformed'

/**
 * `GET {endpoint}/heat`: the cells of a map over the rows that the asker's list has under the same filters. `stat`
 * names the map, `box` what is seen of it (west,south,east,north), `level` how fine: 2^level cells go around the earth.
 * Each cell is counted whole, also at the edge of the box: what lies between two boxes is no difference of two answers.
 * @throws {AppError} FORBIDDEN, FILTER_UNKNOWN, MALFORMED; NOT_FOUND for what is no map, or one of what the asker does
 * not see
 */
export async function readHeat(context: RecordContext, given: JsonObject): Promise<HeatAnswer> {
  assertSees(context)
  const { stat: id, box: boxText, level: levelText, ...asked } = given
  const stat = seenStats(context).find((one) => one.id === id && one.as === 'map')
  if (!stat || stat.by === undefined) throw new AppError('NOT_FOUND')
  const { level, parts } = gridOver(readBox(boxText), readLevel(levelText))
  const query = readQuery(context, asked)
  const cells: HeatCell[] = []
  for (const part of parts) cells.push(...(await cellsOf(context, stat, stat.by, query, part)))
  return { level, cells, as_of: context.now.toISOString() }
}

async function cellsOf(
  context: RecordContext,
  stat: Stat,
  by: string,
  query: Query,
  { x, y, columns, lines }: GridPart,
): Promise<readonly HeatCell[]> {
  const { from, place } = placed(context, stat, by, query)
  const box: GeoBox = {
    west: columns[0] ?? 0,
    south: lines[0] ?? 0,
    east: columns.at(-1) ?? 0,
    north: lines.at(-1) ?? 0,
  }
  const row = new RowColumns(context.runtime.fieldSql)
  // On the date line itself a place is in the last column, after whose edge nothing comes.
  const [col, line] = [
    row.any(sql`least(${bucket(sql`(${place})[0]`, columns)}, ${columns.length - 1}::int)`),
    row.any(bucket(sql`(${place})[1]`, lines)),
  ]
  const n = row.any(sql`count(*)`)
  const { value, field } = aggregateOf(context, stat, ofShare(context, stat), sql<boolean>`true`)
  const read = stat.measure.what === 'count' ? null : numberReader(row, value, field)
  const { rows } = await sql<Row>`select ${sql.join(row.columns)} ${from} and ${inGeoBox(place, box)} group by 1, 2
      having count(*) >= ${sql.lit(MIN_ROWS)} order by 1, 2`.execute(context.runtime.database.db)
  return rows.map((at) => [
    x + Number(col(at)) - 1,
    y + Number(line(at)) - 1,
    Number(n(at)),
    read ? read(at) : Number(n(at)),
  ])
}

const bucket = (place: RawBuilder<unknown>, edges: readonly number[]): RawBuilder<number> =>
  sql<number>`width_bucket(${place}, ${edges}::float8[])`

/** The rows of a map that have a place, within the asker's scope. */
function placed(
  context: RecordContext,
  stat: Stat,
  by: string,
  query: Query,
): { readonly from: RawBuilder<unknown>; readonly place: RawBuilder<unknown> } {
  const asked = askedColumn(context, by)
  if (!asked) throw new AppError('NOT_FOUND')
  return {
    place: asked.column,
    from: sql`from ${sql.table(context.entity.name)} as t
      where ${all([query.where, filtersSql(context, stat.filters)])}`,
  }
}

/** Squares of 2 km at the equator: close enough to open a map by. */
const A_DEGREE = 50

/**
 * What contains all squares of so many rows as a cell needs: where a single row lies, the edge of the map must not
 * tell.
 */
export async function heatExtent(
  context: RecordContext,
  stat: Stat,
  by: string,
  query: Query,
): Promise<Pick<StatAnswer, 'extent'>> {
  const { from, place } = placed(context, stat, by, query)
  const along = (axis: 0 | 1): RawBuilder<number> =>
    sql<number>`floor((${place})[${sql.lit(axis)}] * ${sql.lit(A_DEGREE)})::int`
  const {
    rows: [found],
  } = await sql<{ west: number | null; south: number; east: number; north: number }>`
    select min(x) as west, min(y) as south, max(x) + 1 as east, max(y) + 1 as north
    from (select ${along(0)} as x, ${along(1)} as y ${from} and ${place} is not null group by 1, 2
      having count(*) >= ${sql.lit(MIN_ROWS)}) as squares`.execute(context.runtime.database.db)
  if (!found || found.west === null) return { extent: null }
  const { west, south, east, north } = found
  const degrees = (squares: number, limit: number): number => Math.max(-limit, Math.min(limit, squares / A_DEGREE))
  return {
    extent: boxValues({
      west: degrees(west, 180),
      south: degrees(south, 90),
      east: degrees(east, 180),
      north: degrees(north, 90),
    }),
  }
}

function readBox(value: Json | undefined): GeoBox {
  const texts = typeof value === 'string' && value.length <= 120 ? value.split(',') : []
  const box = texts.every((text) => /^-?\d{1,3}(\.\d{1,20})?$/.test(text)) ? readBoxValues(texts.map(Number)) : null
  if (!box) throw malformed('box')
  return box
}

function readLevel(value: Json | undefined): number {
  const level = Number(value)
  if (!/^\d{1,2}$/.test(String(value)) || level > MAX_LEVEL) throw malformed('level')
  return level
}

import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import { PLACE_KEY, type MapAnswer, type MapCluster } from '../../../model/map-answer'
import type { RecordContext } from '../record-context'
import { all } from '../fields/in-scope'
import { assertSees } from './list'
import { readQuery } from './read-query'
import { cornersOf, inBox, mapPlace, type Box, type MapPlace } from './map-place'
import { presented } from './presented'
import { sqlTypeOf, type Row } from '../fields/row-columns'
import { wireColumns } from './wire-columns'
import { malformed } from '../../platform/answers/malformed'

/** Rows that are drawn one by one; of more there are only numbers. */
const MAX_POINTS = 2000
/** An area has many corners. */
const MAX_AREAS = 500
/** Cells across the box, whatever the zoom says: a cluster each. */
const MAX_CELLS = 40
const CELL_PX = 72
const WORLD_PX = 256
const MAX_ZOOM = 22
/** Degrees: finer cells have numbers beyond an integer. */
const FINEST = 1e-6

/** Who asks for which rows, and where they are. */
interface MapRows {
  readonly context: RecordContext
  readonly place: MapPlace
  readonly where: RawBuilder<boolean>
}

/**
 * `GET {endpoint}/map`: the rows of a list where they are. With `box` (west,south,east,north) and `zoom` those within
 * it, one by one or, where they are many, counted by cells; without a box all, if they are few. `count=none` leaves the
 * totals out, which do not depend on the box.
 * @throws {AppError} FORBIDDEN, NOT_FOUND without a map, FILTER_UNKNOWN, MALFORMED
 */
export async function mapRows(context: RecordContext, query: JsonObject): Promise<MapAnswer> {
  assertSees(context)
  const place = mapPlace(context)
  if (!place) throw new AppError('NOT_FOUND', { say: 'errors.no_such_call' })
  const { box: boxText, zoom: zoomText, count, ...filters } = query
  const box = readBox(boxText)
  const zoom = readZoom(zoomText)
  if (count !== undefined && count !== 'none') throw malformed('count')
  const asked: MapRows = { context, place, where: readQuery(context, filters).where }
  const totals = count === 'none' ? {} : await totalsOf(asked)
  const max = place.isArea ? MAX_AREAS : MAX_POINTS
  if (!box && (totals.placed ?? max + 1) > max) return { ...totals }
  const within: MapRows = box ? { ...asked, where: all([asked.where, inBox(place, box)]) } : asked
  if (box && (await countUpTo(within, max + 1)) > max) return { ...totals, clusters: await clusters(within, box, zoom) }
  return { ...totals, items: await items(within, max) }
}

/** How many rows the list has, how many of them have a place, and what contains all places. */
async function totalsOf(asked: MapRows): Promise<Pick<MapAnswer, 'total' | 'placed' | 'extent'>> {
  const { context, place } = asked
  const { west, south, east, north } = cornersOf(place)
  const {
    rows: [found],
  } = await sql<{ total: number; placed: number; west: number | null; south: number; east: number; north: number }>`
    select count(*)::int as total, count(*) filter (where ${place.placed})::int as placed,
      min(${west}) filter (where ${place.placed}) as west,
      min(${south}) filter (where ${place.placed}) as south, max(${east}) filter (where ${place.placed}) as east,
        max(${north}) filter (where ${place.placed}) as north
    ${fromRows(asked, false)}`.execute(context.runtime.database.db)
  if (!found) return { total: 0, placed: 0, extent: null }
  const { total, placed, west: left, south: low, east: right, north: high } = found
  return { total, placed, extent: left === null ? null : [left, low, right, high] }
}

async function countUpTo(asked: MapRows, max: number): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from (select 1 ${fromRows(asked)} limit ${max}) as c`.execute(
    asked.context.runtime.database.db,
  )
  return rows[0]?.n ?? 0
}

/** The rows themselves, as the list has them, in the order of their ids. */
async function items(asked: MapRows, max: number): Promise<readonly JsonObject[]> {
  const {
    context,
    place: { beside, column, field },
  } = asked
  const { db } = context.runtime.database
  const { columns, joins, decode } = wireColumns(context)
  // With a space no field has such a name.
  const [at, tint, since] = [sql.id('map place'), sql.id('map colour'), sql.id('map since')]
  const more = beside
    ? sql`, ${column} as ${at}, ${beside.colour?.column ?? sql`null`} as ${tint},
      ${beside.last?.column ?? sql`null`} as ${since}`
    : sql``
  const { rows } = await sql<Row>`select ${columns}${beside ? sql`, t.${at}, t.${tint}, t.${since}` : sql``}
    from (select t.*${more} ${fromRows(asked)} order by t.id limit ${max}) as t ${joins} order by t.id`.execute(db)
  const shown = await presented(
    context,
    db,
    rows.map((row) => decode(row, context.origin.id_session)),
  )
  if (!beside) return shown
  return shown.map((item, i) => {
    const row = rows[i] ?? {}
    const read = (of: MapPlace['field'] | undefined, name: string): Json => valueOf(context, of, row[name])
    return {
      ...item,
      [PLACE_KEY]: {
        at: read(field, 'map place'),
        colour: read(beside.colour?.field, 'map colour'),
        since: read(beside.last?.field, 'map since'),
      },
    }
  })
}

function valueOf({ runtime }: RecordContext, field: MapPlace['field'] | undefined, raw: unknown): Json {
  return field === undefined || raw === null || raw === undefined
    ? null
    : sqlTypeOf(runtime.fieldSql, field).decode(raw, field)
}

/**
 * Numbers of rows by the cells of a grid, which is the same wherever the box lies; a cluster stands in the middle of
 * its rows.
 */
async function clusters(asked: MapRows, box: Box, zoom: number | null): Promise<readonly MapCluster[]> {
  const wide = box.east - box.west + (box.west > box.east ? 360 : 0)
  const across = Math.max(zoom === null ? 0 : (360 / (WORLD_PX * 2 ** zoom)) * CELL_PX, wide / MAX_CELLS, FINEST)
  // Squares on the map: further from the equator a degree of latitude is longer there. By tens, so that a step aside
  // leaves the cells where they are.
  const middle = Math.min(80, Math.round(Math.abs(box.north + box.south) / 20) * 10)
  const down = Math.max(across * Math.cos((middle * Math.PI) / 180), (box.north - box.south) / MAX_CELLS)
  const { west, south, east, north } = cornersOf(asked.place)
  const { rows } = await sql<{ col: number; line: number; n: number; lng: number; lat: number }>`
    select floor(x / ${across}::float8)::int as col, floor(y / ${down}::float8)::int as line, count(*)::int as n,
      avg(x) as lng, avg(y) as lat
    from (select (${west} + ${east}) / 2 as x, (${south} + ${north}) / 2 as y ${fromRows(asked)}) as g group by 1, 2
      order by 2 desc, 1`.execute(asked.context.runtime.database.db)
  return rows.map(({ col, line, n, lng, lat }) => ({
    n,
    lat: round(lat),
    lng: round(lng),
    box: [round(col * across), round(line * down), round((col + 1) * across), round((line + 1) * down)],
  }))
}

const round = (degrees: number): number => Number(degrees.toFixed(7)) || 0

function fromRows({ context, place, where }: MapRows, placed = true): RawBuilder<unknown> {
  return sql`from ${sql.table(context.entity.name)} as t ${place.joins}
    where ${all([where, ...(placed ? [place.placed] : [])])}`
}

function readBox(value: Json | undefined): Box | null {
  if (value === undefined || value === null || value === '') return null
  const numbers =
    typeof value === 'string' && /^[-+.,\d]{7,120}$/.test(value)
      ? value.split(',').map((one) => (/^[-+]?\d+(\.\d+)?$/.test(one) ? Number(one) : Number.NaN))
      : []
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = numbers
  const isBox =
    numbers.length === 4 &&
    [west, east].every((one) => Math.abs(one) <= 180) &&
    [south, north].every((one) => Math.abs(one) <= 90) &&
    south <= north
  if (!isBox) throw malformed('box')
  return { west, south, east, north }
}

function readZoom(value: Json | undefined): number | null {
  if (value === undefined || value === null || value === '') return null
  const zoom = Number(value)
  if (!/^\d{1,2}$/.test(String(value)) || zoom > MAX_ZOOM) throw malformed('zoom')
  return zoom
}

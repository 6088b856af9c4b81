import {
  boxValues,
  cellBox,
  commonBox,
  type GeoBox,
  type HeatAnswer,
  isObject,
  type Json,
  type JsonObject,
  readBoxValues,
} from '#engine/model'

/** A cell of the map with its place. */
export interface HeatSpot {
  readonly key: string
  readonly box: GeoBox
  readonly count: number
  readonly measured: Json
  readonly value: number
}

export const spotsOf = ({ level, cells }: HeatAnswer): readonly HeatSpot[] =>
  cells.map(([x, y, count, measured]) => ({
    key: `${level}/${x}/${y}`,
    box: cellBox(level, x, y),
    count,
    measured,
    value: Number(measured ?? 0),
  }))

export const boxMiddle = ({ west, south, east, north }: GeoBox): readonly [lat: number, lng: number] => [
  (south + north) / 2,
  (west + east) / 2,
]

/**
 * The filters of a list that has the rows of a cell; null where it is filtered by a part of the earth that one box does
 * not say together with it.
 */
export function spotFilters(filters: JsonObject | null, by: string, { box }: HeatSpot): JsonObject | null {
  if (!filters) return null
  const asked = filters[by]
  const given = isObject(asked) && Array.isArray(asked['box']) ? readBoxValues(asked['box']) : null
  const both = given ? commonBox(box, given) : box
  return both && { ...filters, [by]: { ...(isObject(asked) && asked), box: [...boxValues(both)] } }
}

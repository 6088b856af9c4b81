/**
 * Part of the earth in degrees. Where `west` is greater than `east` it crosses the date line. Its east and north edges
 * belong to the next box.
 */
export interface GeoBox {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** The least rows of a cell that is shown: one ride at night would be somebody's house. */
export const MIN_ROWS = 3
/** As many cells as an answer has. */
export const MAX_CELLS = 5000
/** Cells of 38 m at the equator. */
export const MAX_LEVEL = 20
/** Where web Mercator ends. */
const MAX_LATITUDE = 85.051129
/** Seven decimals of a degree are a centimetre: what a filter in an address says exactly. */
const DECIMALS = 7

/**
 * How far the lines of a level are moved, in its cells. Lines of two levels never meet, so that no cell is the sum of
 * smaller ones: what a large cell has more than those within it told is then nobody's in particular.
 */
const shiftOf = (level: number): number => ((level + 2) * GOLDEN) % 1
const GOLDEN = 0.618_033_988_749_895

const round = (degrees: number): number => Number(degrees.toFixed(DECIMALS)) || 0

/**
 * The west edge of a column; columns are counted from the date line eastward, and 2^level + 1 of them go around the
 * earth.
 */
function columnEdge(level: number, x: number): number {
  const across = 2 ** level
  return x <= 0 ? -180 : x > across ? 180 : round(((x - 1 + shiftOf(level)) / across) * 360 - 180)
}

/** The south edge of a line of cells, counted from the south; squares on a Mercator map. */
function lineEdge(level: number, y: number): number {
  const across = 2 ** level
  if (y <= 0) return -MAX_LATITUDE
  if (y > across) return MAX_LATITUDE
  const mercator = (2 * (y - 1 + shiftOf(level))) / across - 1
  return round((Math.atan(Math.sinh(Math.PI * mercator)) * 180) / Math.PI)
}

export const cellBox = (level: number, x: number, y: number): GeoBox => ({
  west: columnEdge(level, x),
  south: lineEdge(level, y),
  east: columnEdge(level, x + 1),
  north: lineEdge(level, y + 1),
})

type Edge = (level: number, at: number) => number

/** The cell that an edge function has a place in; beside the grid, the last one. */
function indexOf(edge: Edge, level: number, place: number, share: number): number {
  let at = Math.min(2 ** level, Math.max(0, Math.floor(share * 2 ** level - shiftOf(level)) + 1))
  // Edges are rounded, and the place may lie in between.
  while (at > 0 && place < edge(level, at)) at--
  while (at < 2 ** level && place >= edge(level, at + 1)) at++
  return at
}

const columnOf = (level: number, lng: number): number => indexOf(columnEdge, level, lng, (lng + 180) / 360)

function lineOf(level: number, lat: number): number {
  const within = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat))
  return indexOf(
    lineEdge,
    level,
    within,
    Math.log(Math.tan(Math.PI / 4 + (within * Math.PI) / 360)) / (2 * Math.PI) + 0.5,
  )
}

/**
 * Whole cells side by side: `x` and `y` of the first, and the edges from the first to the end of the last, ascending.
 */
export interface GridPart {
  readonly x: number
  readonly y: number
  readonly columns: readonly number[]
  readonly lines: readonly number[]
}

interface Grid {
  readonly level: number
  /** One, or two where the box crosses the date line. */
  readonly parts: readonly GridPart[]
}

/** The whole cells that touch a box, at a level or the next wider one that has no more than `MAX_CELLS` of them. */
export function gridOver({ west, south, east, north }: GeoBox, wanted: number): Grid {
  const spans = west <= east ? [[west, east] as const] : [[west, 180] as const, [-180, east] as const]
  for (let level = Math.min(MAX_LEVEL, Math.max(0, Math.round(wanted))); ; level--) {
    const [bottom, top] = [lineOf(level, south), lineOf(level, north)]
    const columns = spans.map(([from, to]) => [columnOf(level, from), columnOf(level, to)] as const)
    const cells = columns.reduce((sum, [first, last]) => sum + last - first + 1, 0) * (top - bottom + 1)
    if (cells > MAX_CELLS && level > 0) continue
    const lines = edges(lineEdge, level, bottom, top)
    return {
      level,
      parts: columns.map(([first, last]) => ({
        x: first,
        y: bottom,
        columns: edges(columnEdge, level, first, last),
        lines,
      })),
    }
  }
}

const edges = (edge: Edge, level: number, first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 2 }, (_edge, step) => edge(level, first + step))

/** The intersection of two boxes; null when it is empty, or when one box cannot describe it. */
export function commonBox(one: GeoBox, other: GeoBox): GeoBox | null {
  const halves = (box: GeoBox): readonly GeoBox[] =>
    box.west <= box.east
      ? [box]
      : [
          { ...box, east: 180 },
          { ...box, west: -180 },
        ]
  const found = halves(one).flatMap((left) =>
    halves(other).flatMap((right): readonly GeoBox[] => {
      const both = {
        west: Math.max(left.west, right.west),
        south: Math.max(left.south, right.south),
        east: Math.min(left.east, right.east),
        north: Math.min(left.north, right.north),
      }
      return both.west < both.east && both.south < both.north ? [both] : []
    }),
  )
  return found.length === 1 ? (found[0] ?? null) : null
}

/** A box as a filter of a list has it: west, south, east, north. */
export const boxValues = ({ west, south, east, north }: GeoBox): readonly [number, number, number, number] => [
  west,
  south,
  east,
  north,
]

/** Reads a box of a filter. @returns null when the value is no box of the earth */
export function readBoxValues(values: readonly unknown[]): GeoBox | null {
  if (values.length !== 4 || !values.every((one): one is number => typeof one === 'number' && Number.isFinite(one)))
    return null
  const [west = 0, south = 0, east = 0, north = 0] = values
  return Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90 && south <= north
    ? { west, south, east, north }
    : null
}

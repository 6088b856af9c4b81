import type { PriceEntry } from './amount'
import { cellsOf, rangeEdges, type PriceCell, type Edges, type Range } from './range'

/** Entries for cells, by `row * size + column`. */
export type Puts = ReadonlyMap<number, PriceEntry>

/** What an edit reads from the sheet. */
export interface Reads {
  /** Number of zones on each side. */
  readonly size: number
  readonly entryAt: (row: number, column: number) => PriceEntry
}

const NO_PRICE: PriceEntry = { amount: null }

/** Clears every cell of the selection. */
export const cleared = ({ size }: Reads, range: Range): Puts =>
  new Map([...cellsOf(rangeEdges(range))].map(({ row, column }) => [row * size + column, NO_PRICE]))

/**
 * The selection filled with its first row (`down`) or first column; a single row or column takes the cells before it.
 */
export function filledRange(reads: Reads, range: Range, down: boolean): Puts {
  const edges = rangeEdges(range)
  const deep = down ? edges.bottom > edges.top : edges.right > edges.left
  const first = down ? edges.top - (deep ? 0 : 1) : edges.left - (deep ? 0 : 1)
  if (first < 0) return new Map()
  const source = down ? { ...edges, top: first, bottom: first } : { ...edges, left: first, right: first }
  return repeated(reads, source, edges)
}

/** The cells of one rectangle repeated over another; the source cells stay as they are. */
export function repeated({ size, entryAt }: Reads, source: Edges, target: Edges): Puts {
  const puts = new Map<number, PriceEntry>()
  const [rows, columns] = [source.bottom - source.top + 1, source.right - source.left + 1]
  for (const { row, column } of cellsOf(target)) {
    const from = {
      row: source.top + modulo(row - source.top, rows),
      column: source.left + modulo(column - source.left, columns),
    }
    if (from.row !== row || from.column !== column) puts.set(row * size + column, entryAt(from.row, from.column))
  }
  return puts
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by

/** The rectangle up to where a fill handle was pulled: along the axis on which it went further. */
export function pulled({ top, left, bottom, right }: Edges, to: PriceCell): Edges {
  const down = to.row > bottom ? to.row - bottom : Math.min(0, to.row - top)
  const across = to.column > right ? to.column - right : Math.min(0, to.column - left)
  return Math.abs(down) >= Math.abs(across)
    ? { top: Math.min(top, to.row), left, bottom: Math.max(bottom, to.row), right }
    : { top, left: Math.min(left, to.column), bottom, right: Math.max(right, to.column) }
}

/** A table pasted over the sheet; a single value, or a table that fits a whole number of times, fills the selection. */
export function pasted(
  { size }: Reads,
  range: Range,
  table: readonly (readonly PriceEntry[])[],
): { readonly puts: Puts; readonly edges: Edges } {
  const { top, left, bottom, right } = rangeEdges(range)
  const [rows, columns] = [table.length, Math.max(0, ...table.map((line) => line.length))]
  const [deep, wide] = [bottom - top + 1, right - left + 1]
  const tiles = rows > 0 && columns > 0 && deep % rows === 0 && wide % columns === 0
  const edges = {
    top,
    left,
    bottom: Math.min(size - 1, tiles ? bottom : top + rows - 1),
    right: Math.min(size - 1, tiles ? right : left + columns - 1),
  }
  const puts = new Map<number, PriceEntry>()
  for (const { row, column } of cellsOf(edges)) {
    const entry = table[(row - top) % rows]?.[(column - left) % columns]
    if (entry) puts.set(row * size + column, entry)
  }
  return { puts, edges }
}

/** Copies the prices of the selection to the other direction. */
export function mirroredPrices({ size, entryAt }: Reads, range: Range): Puts {
  const puts = new Map<number, PriceEntry>()
  for (const { row, column } of cellsOf(rangeEdges(range)))
    if (row !== column) puts.set(column * size + row, entryAt(row, column))
  return puts
}

/** Puts and their mirror images; a pair of which both cells were put stays as it was put. */
export function bothWays(size: number, puts: Puts): Puts {
  const both = new Map(puts)
  for (const [place, entry] of puts) {
    const mirror = (place % size) * size + Math.floor(place / size)
    if (!puts.has(mirror)) both.set(mirror, entry)
  }
  return both
}

/** A cell by its place: the zone from (row) and the zone to (column). */
export interface PriceCell {
  readonly row: number
  readonly column: number
}

/** A rectangle of cells, from where it began to where it ends. */
export interface Range {
  readonly anchor: PriceCell
  readonly head: PriceCell
}

/** The same by its edges, inclusive. */
export interface Edges {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

export const at = (row: number, column: number): Range => ({ anchor: { row, column }, head: { row, column } })

export const rangeEdges = ({ anchor, head }: Range): Edges => ({
  top: Math.min(anchor.row, head.row),
  left: Math.min(anchor.column, head.column),
  bottom: Math.max(anchor.row, head.row),
  right: Math.max(anchor.column, head.column),
})

export const isOne = ({ anchor, head }: Range): boolean => anchor.row === head.row && anchor.column === head.column

export const contains = ({ top, left, bottom, right }: Edges, row: number, column: number): boolean =>
  row >= top && row <= bottom && column >= left && column <= right

/** Cells of a rectangle, row by row. */
export function* cellsOf({ top, left, bottom, right }: Edges): Generator<PriceCell> {
  for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) yield { row, column }
}

const clamp = (value: number, size: number): number => Math.max(0, Math.min(size - 1, value))

/** The selection after a step; with `extend` its other end stays. */
export function movedSelection(
  { anchor, head }: Range,
  rows: number,
  columns: number,
  size: number,
  extend: boolean,
): Range {
  const from = extend ? head : anchor
  const to = { row: clamp(from.row + rows, size), column: clamp(from.column + columns, size) }
  return { anchor: extend ? anchor : to, head: to }
}

/** The cell after a Tab, row by row; null: past the end of the sheet. */
export function tabbed({ anchor }: Range, back: boolean, size: number): Range | null {
  const place = anchor.row * size + anchor.column + (back ? -1 : 1)
  return place < 0 || place >= size * size ? null : at(Math.floor(place / size), place % size)
}

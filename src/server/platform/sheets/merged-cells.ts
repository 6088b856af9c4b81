import type { Range } from 'xlsx'
import { EMPTY, type Cell } from './sheet'

/** The merged areas of a sheet, for rows visited in ascending order. */
export class MergedCells {
  readonly #areas: readonly Range[]
  #next = 0
  /** Column → the area that extends down into the current rows, and its value. */
  readonly #open = new Map<number, { readonly last: number; readonly cell: Cell }>()

  constructor(areas: readonly Range[]) {
    this.#areas = [...areas].sort((a, b) => a.s.r - b.s.r)
  }

  /** A row with the values of merged cells from above: a group's name applies to each of its rows. */
  fill(row: number, cells: Cell[]): Cell[] {
    for (let area = this.#areas[this.#next]; area && area.s.r <= row; area = this.#areas[++this.#next]) {
      const cell = area.s.r === row ? cells[area.s.c] : undefined
      if (cell && cell.kind !== 'empty' && area.e.r > row) this.#open.set(area.s.c, { last: area.e.r, cell })
    }
    for (const [column, { last, cell }] of this.#open) {
      if (last < row) this.#open.delete(column)
      else if ((cells[column]?.kind ?? 'empty') === 'empty') {
        while (cells.length < column) cells.push(EMPTY)
        cells[column] = cell
      }
    }
    return cells
  }
}

interface Line {
  readonly row: number
  readonly cells: readonly Cell[]
}

/**
 * Column names from a header of one row, or of several where each cell of the first is merged: the upper text comes
 * first, and a group's name is repeated for all of its columns.
 * @param lines the header's first row and those below it
 * @returns the names, and how many of the lines the header takes
 */
export function mergedHeader(
  lines: readonly Line[],
  areas: readonly Range[],
): { readonly names: readonly string[]; readonly lines: number } {
  const [first, second] = lines
  if (!first) return { names: [], lines: 0 }
  const inFirst = areas.filter(({ s }) => s.r === first.row)
  const isMerged = (column: number): boolean => inFirst.some(({ s }) => s.c === column)
  const all = first.cells.every(({ kind }, column) => kind === 'empty' || isMerged(column))
  let last = Math.max(first.row, ...(all ? inFirst.map(({ e }) => e.r) : []))
  if (last === first.row && second?.row === first.row + 1 && isSubHeader(second, inFirst)) last = second.row
  const header = lines.filter(({ row }) => row <= last)
  // Over columns without names of their own, a group's name goes to the first of them.
  const groups = areas.filter(({ s, e }) => s.r >= first.row && e.r < last && e.c > s.c)
  const width = Math.max(...header.map(({ cells }) => cells.length), ...groups.map(({ e }) => e.c + 1))
  const names = Array.from({ length: width }, (_, column) => {
    const parts = header.map(({ row, cells }) => {
      const own = cells[column]?.text ?? ''
      const group = own === '' ? groups.find(({ s, e }) => s.r === row && s.c <= column && column <= e.c) : undefined
      return group ? (cells[group.s.c]?.text ?? '') : own
    })
    return parts.filter((text) => text !== '').join(' ')
  })
  return { names, lines: header.length }
}

/** Whether a row below the header has texts only under its groups. */
function isSubHeader({ cells }: Line, groups: readonly Range[]): boolean {
  const under = (column: number): boolean => groups.some(({ s, e }) => e.c > s.c && s.c <= column && column <= e.c)
  const filled = cells.flatMap(({ kind }, column) => (kind === 'empty' ? [] : [{ kind, column }]))
  return filled.length > 1 && filled.every(({ kind, column }) => kind === 'text' && under(column))
}

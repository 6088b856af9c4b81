import type { CellObject, DenseWorkSheet, Range } from 'xlsx'
import { UnreadableFile } from './decode-text'
import { bookCell } from './book-cells'
import { columnLetter, columnNames, findHeader, LOOK_ROWS } from './find-header'
import { MergedCells, mergedHeader } from './merged-cells'
import { withinLimits, type Cell, type SheetLimits, type SheetRow } from './sheet'

/** A sheet of a book as a table. */
export interface Table {
  readonly columns: readonly string[]
  readonly headerLine: number | null
  readonly rowCount: number
  /** Rows below the header, without blank ones; can be read once. */
  rows(): Iterable<SheetRow>
}

interface TableOf {
  readonly sheet: DenseWorkSheet
  readonly date1904: boolean
  /** File name, for error messages. */
  readonly name: string
  readonly limits: SheetLimits
}

interface Line {
  readonly row: number
  readonly cells: readonly Cell[]
}

/** @returns null when the sheet is empty @throws {UnreadableFile} beyond the limits */
export function bookTable(of: TableOf): Table | null {
  const { sheet, limits, name } = of
  const data = sheet['!data'] ?? []
  const filled: number[] = []
  data.forEach((cells, row) => {
    if (cells?.some(isFilled)) filled.push(row)
  })
  if (filled.length === 0) return null
  if (filled.length > limits.rows + LOOK_ROWS)
    throw new UnreadableFile('sheets.too_many_rows', { name, max: String(limits.rows) })
  const line = (row: number): Line => ({ row, cells: rowCells(of, data[row] ?? [], row) })
  const areas: readonly Range[] = sheet['!merges'] ?? []
  const first = filled.slice(0, LOOK_ROWS).map(line)
  const found = findHeader(
    first.map(({ cells }) => cells),
    true,
  )
  const header = found === null ? null : mergedHeader(first.slice(found), areas)
  const from = found === null || !header ? 0 : found + header.lines
  const width = Math.max(...first.map(({ cells }) => cells.length))
  return {
    columns: columnNames(header ? header.names : Array.from<string>({ length: width }).fill('')),
    headerLine: from === 0 ? null : (first[from - 1]?.row ?? 0) + 1,
    rowCount: filled.length - from,
    *rows() {
      const merged = new MergedCells(areas.filter(({ s, e }) => e.r > s.r && s.r >= (filled[from] ?? 0)))
      for (const row of filled.slice(from))
        yield { line: row + 1, cells: merged.fill(row, rowCells(of, data[row] ?? [], row)) }
    },
  }
}

const isFilled = (cell: CellObject | undefined): boolean => cell !== undefined && bookCell(cell, false).kind !== 'empty'

function rowCells({ date1904, limits, name }: TableOf, data: readonly (CellObject | undefined)[], row: number): Cell[] {
  const cells = Array.from(data, (cell) => bookCell(cell, date1904))
  while (cells.at(-1)?.kind === 'empty') cells.pop()
  withinLimits({ line: row + 1, cells }, limits, name, (index) => `${columnLetter(index)}${row + 1}`)
  return cells
}

import type { Encoding, TextReading } from '../../../model/values/text-encoding'
import { brokenText } from '../../../model/values/utf8-bytes'
import { hasLost } from '../../../model/values/utf16-bytes'
import { UnreadableFile } from './decode-text'

/** The type of a cell's value; a csv file has texts alone. */
type CellKind = 'empty' | 'text' | 'number' | 'date' | 'datetime' | 'time' | 'boolean' | 'error'

/**
 * One cell as the person who made the file meant it.
 *
 * `text` is what a field's `fromText` is asked to read, trimmed at its ends, lines ended by `\n`, '' when empty: number
 * `1234.5` (15 digits, plain notation; a code shown as `00123` is `00123`, a percentage `15%`), date `2026-11-21`,
 * datetime `2026-11-21 05:00:00` (a clock without a zone: the company's is meant), time `05:00:00` (a duration may pass
 * 24 h), boolean `true` or `false`, error `#DIV/0!` (a formula whose result the file does not hold: `#CALC!`).
 */
export interface Cell {
  readonly kind: CellKind
  readonly text: string
  /** Of a number: its plain digits whatever its display, `0.15` for 15 %. Absent: the same as `text`. */
  readonly number?: string
  /** Of a text with bytes that are no UTF-8: what it would be in Windows-1252; `text` has � in their places. */
  readonly guess?: string
  /** Of a text with letters that were lost, which are � in it. */
  readonly isLost?: true
}

/**
 * A cell that holds a number. Its digits are kept apart where a house whose sign of thousands is the point would read
 * them as thousands.
 */
export const numberCell = (digits: string): Cell => ({
  kind: 'number',
  text: digits,
  ...(/^-?[1-9]\d{0,2}\.\d{3}$/.test(digits) && { number: digits }),
})

export const EMPTY: Cell = { kind: 'empty', text: '' }

/** A cell of a text, trimmed; the empty cell where there are only spaces. */
export function textCell(given: string): Cell {
  const text = storable(given).trim()
  return text === '' ? EMPTY : { kind: 'text', text }
}

/** A cell of a text file, whose bytes may be wrong. */
export function fileCell(given: string): Cell {
  const broken = brokenText(given)
  if (broken) return { ...textCell(broken.shown), guess: storable(broken.guess).trim() }
  return hasLost(given) ? { ...textCell(given), isLost: true } : textCell(given)
}

/** What a header's cell most probably says: a column is not lost by one wrong byte in its name. */
export const nameIn = ({ text, guess }: Cell): string => guess ?? text

/** A database accepts no NUL and no half of a surrogate pair. */
export const storable = (text: string): string => text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD')

export interface SheetRow {
  /** Row of the sheet, line of a csv file; the first is 1. */
  readonly line: number
  /** By column; may be shorter or longer than the header. */
  readonly cells: readonly Cell[]
}

/**
 * `html` and `xml` are what older systems write and call `.xls`: a page with a table, Excel 2003's XML. `geojson` is a
 * map's file.
 */
export type SheetFormat = 'xlsx' | 'xlsb' | 'xls' | 'ods' | 'html' | 'xml' | 'csv' | 'geojson'

/** An open file: what was found, and its rows, which can be read once. Always close it. */
export interface Sheet {
  readonly format: SheetFormat
  /** How its text was read; absent: a book, which says its encoding itself. */
  readonly reading?: TextReading
  /** All sheets of the book; of a csv file one, named as the file. */
  readonly sheets: readonly { readonly name: string; readonly hidden: boolean }[]
  /** The sheet that is read: the requested one, else the first visible one that is not empty. */
  readonly name: string
  /**
   * Headers by their places in `SheetRow.cells`; '' for a blank one. A header of several merged rows is joined: `Costo
   * desde base (%)`. Names may be repeated.
   */
  readonly columns: readonly string[]
  /** Last row of the header; null: none was found (the first row holds numbers), `columns` have no names. */
  readonly headerLine: number | null
  /** Rows below the header that are not empty; null: not known before they are read (csv). */
  readonly rowCount: number | null
  /**
   * Where `rowCount` is not known: at most about so many, by the lines of the file; null: not known either (a text of
   * two bytes a letter).
   */
  readonly lines?: number | null
  /** Rows below the header in batches, without blank ones, as fast as they are consumed. @throws {UnreadableFile} */
  rows(): AsyncIterable<readonly SheetRow[]>
  close(): Promise<void>
}

/** Limits of a file; beyond them it is an `UnreadableFile` that names the limit. */
export interface SheetLimits {
  readonly fileBytes: number
  /** Of the unpacked parts of a book. */
  readonly unpackedBytes: number
  readonly rows: number
  readonly columns: number
  /** Characters of one cell: Excel's own limit. */
  readonly cellChars: number
  /** Opening and closing tags of a book's parts: its cells are made of four each. */
  readonly tags: number
  /** Merged areas of a book. */
  readonly merged: number
  /** Memory of the process that reads a book, all of it. */
  readonly memory_mb: number
  /** Until the book is open. */
  readonly time_ms: number
}

export const SHEET_LIMITS: SheetLimits = {
  fileBytes: 30 * 1024 * 1024,
  unpackedBytes: 200 * 1024 * 1024,
  rows: 200_000,
  columns: 500,
  cellChars: 32_767,
  tags: 8_000_000,
  merged: 100_000,
  memory_mb: 350,
  time_ms: 30_000,
}

/**
 * A row within the limits.
 * @param place names the cell at an index
 * @throws {UnreadableFile} for too many cells, or too long a text
 */
export function withinLimits(
  row: SheetRow,
  { columns, cellChars }: SheetLimits,
  name: string,
  place: (index: number) => string,
): SheetRow {
  if (row.cells.length > columns) throw new UnreadableFile('sheets.too_many_columns', { name, max: String(columns) })
  const long = row.cells.findIndex(({ text }) => text.length > cellChars)
  if (long >= 0) throw new UnreadableFile('sheets.cell_too_long', { name, cell: place(long), max: String(cellChars) })
  return row
}

export interface ReadSheetOptions {
  /** File name as the user knows it, for error messages; its extension is not trusted. */
  readonly name: string
  /** Sheet to read; absent: the first visible one that is not empty. */
  readonly sheet?: string
  /** How a text file is read; absent: its mark and its bytes decide. */
  readonly encoding?: Encoding | null
  readonly limits?: Partial<SheetLimits>
}

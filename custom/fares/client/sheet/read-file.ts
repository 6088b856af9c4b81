import { brokenText, decodedBytes, type Encoding, type TextReading } from '#engine/model'

/**
 * A sheet as texts: its heads and the rows below, all as wide as the heads; broken bytes are recognisable
 * (`brokenText`).
 */
export interface TypedTable {
  /** How its text was read; null: a workbook. */
  readonly reading: TextReading | null
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

type SheetError = 'empty' | 'too_large' | 'too_many' | 'unreadable'

/** A file that is not a sheet of trips; `error` names the sentence. */
export class UnreadableSheet extends Error {
  readonly error: SheetError
  constructor(error: SheetError, options?: ErrorOptions) {
    super(error, options)
    this.name = 'UnreadableSheet'
    this.error = error
  }
}

const MAX_BYTES = 5_000_000
// The signatures of a zip (xlsx, ods) and of an OLE file (xls).
const BOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/** The lines of a file, and how its text was read; null: a workbook. */
interface FileLines {
  readonly lines: readonly (readonly (string | number)[])[]
  readonly reading: TextReading | null
}

/**
 * Reads the trips' sheet of a file.
 * @param most limit for the rows below the heads
 * @throws {UnreadableSheet}
 */
export async function readSheetFile(file: Blob, max: number, encoding: Encoding | null = null): Promise<TypedTable> {
  const { lines: read, reading } = await fileLines(file, max, encoding)
  const lines = read.map((line) => line.map(String)).filter((line) => line.some((cell) => cell.trim() !== ''))
  const [heads, ...rows] = lines
  if (!heads || rows.length === 0) throw new UnreadableSheet('empty')
  if (rows.length > max) throw new UnreadableSheet('too_many')
  return {
    reading,
    heads: heads.map((head) => (brokenText(head)?.guess ?? head).trim()),
    rows: rows.map((row) => heads.map((_head, at) => (row[at] ?? '').trim())),
  }
}

/**
 * The lines of a csv, tsv, xlsx, xls or ods file from A1 on, including blank ones, read here in the browser; its type
 * is detected from its content. Numbers of a workbook are numbers; everything else is text.
 * @param encoding how a text is read; null: its mark and its bytes decide
 * @param most limit for the lines of a workbook; two more are read
 * @throws {UnreadableSheet}
 */
export async function fileLines(file: Blob, max: number, encoding: Encoding | null = null): Promise<FileLines> {
  if (file.size > MAX_BYTES) throw new UnreadableSheet('too_large')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isBook = BOOKS.some((signature) => signature.every((byte, at) => bytes[at] === byte))
  if (isBook) return { lines: await bookLines(bytes, max), reading: null }
  const { default: Papa } = await import('papaparse')
  const { text, reading } = decodedBytes(bytes, encoding)
  return { lines: Papa.parse<string[]>(text).data, reading }
}

async function bookLines(bytes: Uint8Array, max: number): Promise<(string | number)[][]> {
  const { read, utils } = await import('xlsx')
  try {
    // Two more than allowed: the heads, and one that shows that there are too many.
    const book = read(bytes, {
      type: 'array',
      dense: true,
      cellDates: true,
      UTC: true,
      sheetRows: max + 2,
      cellHTML: false,
      cellFormula: false,
    })
    for (const name of book.SheetNames) {
      const sheet = book.Sheets[name]
      const ref = sheet?.['!ref']
      if (!sheet || ref === undefined) continue
      const range = { s: { r: 0, c: 0 }, e: utils.decode_range(ref).e }
      const lines = utils.sheet_to_json<readonly unknown[]>(sheet, {
        header: 1,
        raw: true,
        defval: null,
        UTC: true,
        range,
      })
      if (lines.length > 0) return lines.map((line) => Array.from(line, cellValue))
    }
    return []
  } catch (cause) {
    throw new UnreadableSheet('unreadable', { cause })
  }
}

/** A number, or a cell as one would type it; a day and its time as a clock shows them. */
function cellValue(cell: unknown): string | number {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return cell
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 16).replace('T', ' ')
  return typeof cell === 'boolean' ? (cell ? '1' : '0') : String(cell)
}

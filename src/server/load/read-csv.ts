import Papa from 'papaparse'
import { decodedText, UnreadableFile } from './decode-text'

/** One row of a csv file; `line` is where it begins, the first one being 1. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

const DELIMITERS = [',', ';', '\t', '|']
/** A quote that is opened and never closed would make one cell of the rest of the file. */
const MOST_ROW_CHARS = 4_000_000

/**
 * Rows of a csv file one after another, blank lines left out; only the row at hand is held. The delimiter is the one that the header
 * has most of, of comma, semicolon, tab and bar.
 * @throws {UnreadableFile}
 */
export async function* csvRows(path: string): AsyncGenerator<CsvRow> {
  let parser: InstanceType<typeof Papa.Parser> | null = null
  let text = ''
  let line = 1
  const pieces = decodedText(path)
  for (let piece = await pieces.next(); ; piece = await pieces.next()) {
    text += piece.done ? '' : piece.value
    if (!parser && (piece.done || text.includes('\n')))
      parser = new Papa.Parser({ delimiter: delimiterOf(text), newline: '\n', quoteChar: '"', escapeChar: '"' })
    if (parser) {
      const { data, meta } = parser.parse(text, 0, !piece.done) as Papa.ParseResult<string[]>
      text = text.slice(meta.cursor)
      for (const cells of data) {
        if (cells.some((cell) => cell.trim() !== '')) yield { line, cells }
        line += 1 + cells.reduce((breaks, cell) => breaks + (cell.split('\n').length - 1), 0)
      }
    }
    if (piece.done) return
    if (text.length > MOST_ROW_CHARS) throw new UnreadableFile('load.open_quote', { path, line: String(line) })
  }
}

/** The delimiter of the first line that is not blank; what stands in quotes does not count. */
function delimiterOf(text: string): string {
  const header = text.split('\n').find((one) => one.trim() !== '') ?? ''
  const bare = header.replace(/"(?:[^"]|"")*"/g, '')
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

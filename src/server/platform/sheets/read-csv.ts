import Papa from 'papaparse'
import type { TextReading } from '../../../model/values/text-encoding'
import { decodedText, UnreadableFile, type FileSource } from './decode-text'

/** One row of a csv file; `line` is its first line, from 1. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** Set once, with the first row. */
export interface CsvForm {
  delimiter: string
}

const DELIMITERS = [',', ';', '\t', '|']
/** An unclosed quote would turn the rest of the file into one cell. */
const MAX_ROW_CHARS = 4_000_000
/** The beginning of the file, from which the delimiter is guessed. */
const LOOK_CHARS = 65_536
const MAX_LINES = 20

/**
 * Rows of a csv file one after another, without blank lines; only the current row is held. The delimiter (comma,
 * semicolon, tab, bar) is taken from a first line `sep=;`, as Excel writes it, or else from the majority of lines.
 * @throws {UnreadableFile}
 */
export async function* csvRows(source: FileSource, reading: TextReading, form: CsvForm): AsyncGenerator<CsvRow> {
  let parser: InstanceType<typeof Papa.Parser> | null = null
  let text = ''
  let line = 1
  const pieces = decodedText(source, reading)
  for (let piece = await pieces.next(); ; piece = await pieces.next()) {
    text += piece.done ? '' : piece.value
    if (!parser && (piece.done || text.length >= LOOK_CHARS)) {
      const said = /^sep=([,;\t|])\n/i.exec(text)
      form.delimiter = said?.[1] ?? delimiterOf(text)
      if (said) {
        text = text.slice(said[0].length)
        line++
      }
      parser = new Papa.Parser({ delimiter: form.delimiter, newline: '\n', quoteChar: '"', escapeChar: '"' })
    }
    if (parser) {
      const { data, meta } = parser.parse(text, 0, !piece.done) as Papa.ParseResult<string[]>
      text = text.slice(meta.cursor)
      for (const cells of data) {
        if (cells.some((cell) => cell.trim() !== '')) yield { line, cells }
        line += 1 + cells.reduce((breaks, cell) => breaks + (cell.split('\n').length - 1), 0)
      }
    }
    if (piece.done) return
    if (text.length > MAX_ROW_CHARS)
      throw new UnreadableFile('load.open_quote', { path: source.name, line: String(line) })
  }
}

/**
 * The delimiter that most of the first lines agree on: a title above the header has none, a decimal comma is not in
 * every line. Quoted text does not count.
 */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, LOOK_CHARS)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split('\n')
    .filter((one) => one.trim() !== '')
    .slice(0, MAX_LINES)
  const scores = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length).filter((count) => count > 1)
    const usual = mostFrequent(counts)
    return { delimiter, lines: counts.filter((count) => count === usual).length, usual }
  })
  scores.sort((a, b) => b.lines - a.lines || b.usual - a.usual)
  return scores[0]?.delimiter ?? ','
}

/** The most frequent of these numbers, of several the greatest; 0 when there is none. */
export function mostFrequent(numbers: readonly number[]): number {
  const times = new Map<number, number>()
  for (const number of numbers) times.set(number, (times.get(number) ?? 0) + 1)
  return [...times].sort(([a, x], [b, y]) => y - x || b - a)[0]?.[0] ?? 0
}

import { basename } from 'node:path'
import { countLines, textReading, UnreadableFile, type FileSource } from './decode-text'
import { csvRows, type CsvForm, type CsvRow } from './read-csv'
import { columnNames, findHeader, LOOK_ROWS } from './find-header'
import { EMPTY, fileCell, nameIn, withinLimits, type Sheet, type SheetLimits, type SheetRow } from './sheet'

const BATCH_ROWS = 500

/** A csv file as a book of one sheet, read as its rows are consumed. @throws {UnreadableFile} */
export async function openCsv(source: FileSource, limits: SheetLimits): Promise<Sheet> {
  const form: CsvForm = { delimiter: '' }
  const reading = await textReading(source)
  const rows = csvRows(source, reading, form)
  const first: SheetRow[] = []
  const take = async (): Promise<SheetRow | null> => {
    const { done, value } = await rows.next()
    return done ? null : readRow(value, source, form, limits)
  }
  for (let row = await take(); row; row = first.length < LOOK_ROWS ? await take() : null) first.push(row)
  if (first.length === 0) throw new UnreadableFile('load.empty', { path: source.name })
  const tooMany = (): UnreadableFile =>
    new UnreadableFile('sheets.too_many_rows', { name: source.name, max: String(limits.rows) })
  // Said now, and not after a minute of reading what fits.
  const lines = await countLines(source)
  if (lines !== null && lines > limits.rows + LOOK_ROWS) throw tooMany()
  const header = findHeader(
    first.map(({ cells }) => cells),
    false,
  )
  const names =
    header === null ? Array.from<string>({ length: widest(first) }).fill('') : (first[header]?.cells ?? []).map(nameIn)
  const name = basename(source.name).replace(/\.[^.]+$/, '')
  return {
    format: 'csv',
    reading,
    sheets: [{ name, hidden: false }],
    name,
    columns: columnNames(names),
    headerLine: header === null ? null : (first[header]?.line ?? null),
    rowCount: null,
    lines: lines === null ? null : Math.max(0, lines - (header === null ? 0 : header + 1)),
    async *rows() {
      let batch = first.slice(header === null ? 0 : header + 1)
      let count = batch.length
      for (let row = await take(); row; row = await take()) {
        if (++count > limits.rows) throw tooMany()
        batch.push(row)
        if (batch.length < BATCH_ROWS) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    },
    async close() {
      await rows.return(undefined)
    },
  }
}

const widest = (rows: readonly SheetRow[]): number => Math.max(...rows.map(({ cells }) => cells.length))

function readRow({ line, cells }: CsvRow, { name }: FileSource, { delimiter }: CsvForm, limits: SheetLimits): SheetRow {
  // What databases write for null into tab-separated files.
  const read = cells.map((text) => (text.trim() === '\\N' && delimiter === '\t' ? EMPTY : fileCell(text)))
  return withinLimits({ line, cells: read }, limits, name, () => String(line))
}

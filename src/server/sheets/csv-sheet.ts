import { basename } from 'node:path'
import { UnreadableFile, type FileSource } from '../load/decode-text'
import { csvRows, type CsvForm, type CsvRow } from '../load/read-csv'
import { columnsOf, findHeader, LOOK_ROWS } from './find-header'
import type { Cell, Sheet, SheetLimits, SheetRow } from './sheet'

const BATCH_ROWS = 500
const EMPTY: Cell = { kind: 'empty', text: '' }

/** A csv file as a book of one sheet; it is read as its rows are taken. @throws {UnreadableFile} */
export async function openCsv(source: FileSource, limits: SheetLimits): Promise<Sheet> {
  const form: CsvForm = { delimiter: '' }
  const rows = csvRows(source, form)
  const first: SheetRow[] = []
  const take = async (): Promise<SheetRow | null> => {
    const { done, value } = await rows.next()
    return done ? null : readRow(value, source, form, limits)
  }
  for (let row = await take(); row; row = first.length < LOOK_ROWS ? await take() : null) first.push(row)
  if (first.length === 0) throw new UnreadableFile('load.empty', { path: source.name })
  const header = findHeader(
    first.map(({ cells }) => cells),
    false,
  )
  const names = header === null ? Array.from<string>({ length: widest(first) }).fill('') : (first[header]?.cells ?? []).map(({ text }) => text)
  const name = basename(source.name).replace(/\.[^.]+$/, '')
  return {
    format: 'csv',
    sheets: [{ name, hidden: false }],
    name,
    columns: columnsOf(names),
    headerLine: header === null ? null : (first[header]?.line ?? null),
    rowCount: null,
    async *rows() {
      let batch = first.slice(header === null ? 0 : header + 1)
      let count = batch.length
      for (let row = await take(); row; row = await take()) {
        if (++count > limits.rows) throw new UnreadableFile('sheets.too_many_rows', { name: source.name, max: String(limits.rows) })
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
  if (cells.length > limits.columns) throw new UnreadableFile('sheets.too_many_columns', { name, max: String(limits.columns) })
  return {
    line,
    cells: cells.map((cell): Cell => {
      const text = cell.trim()
      if (text.length > limits.cellChars)
        throw new UnreadableFile('sheets.cell_too_long', { name, cell: String(line), max: String(limits.cellChars) })
      // What databases write for null into files of tabs.
      return text === '' || (text === '\\N' && delimiter === '\t') ? EMPTY : { kind: 'text', text }
    }),
  }
}

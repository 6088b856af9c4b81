import { columnLetter } from '../../platform/sheets/find-header'
import {
  started,
  type Batches,
  type FileDocument,
  type FileTable,
  type FileValue,
  type TypedValue,
} from './file-document'
import { zipped, type ZipPart } from './stream-zip'
import { cellXml, STYLE, textXml } from './xlsx-cells'
import { bookParts, type SheetEnd } from './xlsx-parts'

/** Rows of a sheet, without its header. */
const MAX_ROWS = 1_048_575
const MAX_NAME = 31

/**
 * A book with a sheet for each table, written as the rows come; a table with more rows than a sheet holds continues on
 * the next.
 */
export const writeXlsx = (document: FileDocument, mostRows = MAX_ROWS): AsyncGenerator<Uint8Array> =>
  zipped(bookOf(document, mostRows))

async function* bookOf(document: FileDocument, mostRows: number): AsyncGenerator<ZipPart> {
  const sheets: SheetEnd[] = []
  for (const table of document.tables) {
    const rows = new RowSource(await started(table.batches('typed')))
    try {
      do {
        const sheet = new SheetXml(table, rows, mostRows)
        yield { path: `xl/worksheets/sheet${sheets.length + 1}.xml`, content: sheet.xml() }
        sheets.push({ name: freeName(table.title, sheets), area: sheet.area })
      } while (await rows.hasMore())
    } finally {
      await rows.close()
    }
  }
  for (const [path, xml] of bookParts(document, sheets)) yield { path, content: [xml] }
}

type Row = readonly FileValue[]

/** Splits batches into rows, some of them for each sheet. */
class RowSource {
  readonly #batches: AsyncIterator<readonly Row[]>
  #held: readonly Row[] = []

  constructor(batches: Batches) {
    this.#batches = batches[Symbol.asyncIterator]()
  }

  async hasMore(): Promise<boolean> {
    while (this.#held.length === 0) {
      const next = await this.#batches.next()
      if (next.done) return false
      this.#held = next.value
    }
    return true
  }

  /** At most this many rows; none at the end. */
  async take(max: number): Promise<readonly Row[]> {
    if (!(await this.hasMore())) return []
    const taken = this.#held.slice(0, max)
    this.#held = this.#held.slice(max)
    return taken
  }

  async close(): Promise<void> {
    await this.#batches.return?.()
  }
}

class SheetXml {
  readonly #table: FileTable
  readonly #rows: RowSource
  readonly #letters: readonly string[]
  readonly #mostRows: number
  #last = 1

  constructor(table: FileTable, rows: RowSource, mostRows: number) {
    this.#mostRows = mostRows
    this.#table = table
    this.#rows = rows
    this.#letters = table.columns.map((_, at) => columnLetter(at))
  }

  get area(): string {
    return `A1:${this.#letters.at(-1) ?? 'A'}${this.#last}`
  }

  async *xml(): AsyncGenerator<string> {
    const { columns } = this.#table
    let rows = await this.#rows.take(this.#mostRows)
    const widths = columns.map(({ label }, at) =>
      widthOf([label, ...rows.slice(0, 200).map((row) => lengthText(row[at]))]),
    )
    yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('')}</cols><sheetData><row r="1">${columns.map(({ label }, at) => textXml(label, `${this.#letters[at]}1`, STYLE.header)).join('')}</row>`
    for (; rows.length > 0; rows = await this.#rows.take(this.#mostRows + 1 - this.#last)) {
      yield rows.map((row) => this.#row(row)).join('')
      if (this.#last > this.#mostRows) break
    }
    yield `</sheetData><autoFilter ref="${this.area}"/></worksheet>`
  }

  #row(row: Row): string {
    const line = ++this.#last
    return `<row r="${line}">${row.map((value, at) => cellXml(typedOf(value), `${this.#letters[at]}${line}`)).join('')}</row>`
  }
}

/** A sheet tells a picture by its name. */
const typedOf = (value: FileValue): TypedValue => (typeof value === 'object' && 'picture' in value ? value.name : value)

/** A text of about the length that the cell shows. */
function lengthText(value: FileValue | undefined): string {
  if (value === undefined || typeof value === 'string') return value ?? ''
  if ('number' in value) return value.money ? `${value.number}      ` : value.number
  if ('picture' in value) return value.name
  return 'day' in value ? value.day : value.moment
}

function widthOf(texts: readonly string[]): number {
  const longest = texts.reduce((max, text) => Math.max(max, ...text.split('\n').map((line) => line.length)), 0)
  return Math.min(60, Math.max(8, longest + 3))
}

/** A name that Excel accepts: no `[]:*?/\`, at most 31 characters, unique in the book. */
function freeName(title: string, taken: readonly SheetEnd[]): string {
  const plain =
    title
      .replace(/[\p{Cc}[\]:*?/\\]/gu, ' ')
      .replace(/^'+|'+$/g, '')
      .trim() || '1'
  const named = (name: string): boolean => taken.some((one) => one.name.toLowerCase() === name.toLowerCase())
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` (${number})`
    const name = plain.slice(0, MAX_NAME - end.length) + end
    if (!named(name)) return name
  }
}

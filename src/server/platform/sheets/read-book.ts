import { readFile } from 'node:fs/promises'
import { read, type DenseWorkSheet, type WorkBook } from 'xlsx'
import { UnreadableFile } from './decode-text'
import { isBookPart, isZip, zipFormat } from './book-format'
import { bookTable, type Table } from './book-table'
import type { Sheet, SheetFormat, SheetLimits } from './sheet'
import { openZip, unpackZip } from './unpack-zip'

export interface BookRequest {
  /** Path of the file, or its bytes. */
  readonly from: string | Uint8Array
  readonly name: string
  readonly sheet: string | null
  /** Already known for a text; null: detected by the package. */
  readonly format: 'html' | 'xml' | null
  readonly limits: SheetLimits
}

export interface OpenBook extends Pick<Sheet, 'format' | 'sheets' | 'name'> {
  readonly table: Table
}

/** Sheets that are looked at for one that is not empty: each look reads the book again. */
const MAX_TRIED = 20

/** Reads a book and finds the table in it; runs in a process that the book may end. @throws {UnreadableFile} */
export async function readBook({ from, name, sheet, format: known, limits }: BookRequest): Promise<OpenBook> {
  const bytes = typeof from === 'string' ? await readFile(from) : from
  const zip = known === null && isZip(bytes) ? await openZip(bytes) : undefined
  if (zip === null) throw new UnreadableFile('sheets.damaged', { name })
  const format = known ?? (zip ? zipFormat([...zip.entries.keys()]) : 'xls')
  if (format === null) throw new UnreadableFile('sheets.no_book', { name })
  const content = zip ? await unpackZip(zip, name, isBookPart, limits) : bytes
  const book = (which: number | string): WorkBook => parse(content, name, which, format)

  const first = book(sheet ?? 0)
  const sheets = first.SheetNames.map((one, at) => ({
    name: one,
    hidden: (first.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0,
  }))
  const wanted = sheet === null ? sheets.filter(({ hidden }) => !hidden) : sheets.filter((one) => one.name === sheet)
  if (sheet !== null && wanted.length === 0) {
    throw new UnreadableFile('sheets.no_such_sheet', {
      name,
      sheet: sheet.slice(0, 80),
      known: sheets.map((one) => one.name).join(', '),
    })
  }
  for (const one of wanted.slice(0, MAX_TRIED)) {
    const at = one.name === first.SheetNames[0] || sheet !== null ? first : book(one.name)
    const data = at.Sheets[one.name] as DenseWorkSheet | undefined
    const table = data && bookTable({ sheet: data, date1904: at.Workbook?.WBProps?.date1904 === true, name, limits })
    if (table) return { format, sheets, name: one.name, table }
  }
  throw new UnreadableFile('load.empty', { path: name })
}

function parse(content: Uint8Array, name: string, which: number | string, format: SheetFormat): WorkBook {
  try {
    return read(content, {
      type: 'buffer',
      dense: true,
      sheets: which,
      cellDates: false,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      // Texts of an html page are kept as they are: `00123` is no number there.
      raw: format === 'html',
    })
  } catch (error) {
    const isEncrypted = error instanceof Error && /password|encrypt/i.test(error.message)
    throw new UnreadableFile(isEncrypted ? 'sheets.encrypted' : 'sheets.damaged', { name }, { cause: error })
  }
}

import { read, type DenseWorkSheet, type WorkBook } from 'xlsx'
import { UnreadableFile } from './decode-text'
import { isBookPart, packageFormat } from './book-format'
import { bookTable, type Table } from './book-table'
import type { Sheet, SheetFormat, SheetLimits } from './sheet'
import { unpackZip, type Parts } from './unpack-zip'

/** A zip of parts as they are, without packing: its headers are ours, whatever those of the file they came from claimed. */
function storedZip(parts: Parts): Buffer {
  const pieces: Uint8Array[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, part] of parts) {
    const name = Buffer.from(path)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt32LE(part.length, 18)
    head.writeUInt32LE(part.length, 22)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 4)
    entry.writeUInt16LE(20, 6)
    entry.writeUInt32LE(part.length, 20)
    entry.writeUInt32LE(part.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    pieces.push(head, name, part)
    directory.push(entry, name)
    offset += head.length + name.length + part.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.size, 8)
  end.writeUInt16LE(parts.size, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...pieces, ...directory, end])
}

export interface BookRequest {
  readonly bytes: Uint8Array
  readonly name: string
  readonly sheet: string | null
  /** Known already for a text; null: told by the package. */
  readonly format: 'html' | 'xml' | null
  readonly limits: SheetLimits
}

export interface OpenBook extends Pick<Sheet, 'format' | 'sheets' | 'name'> {
  readonly table: Table
}

/** Reads a book and finds the table in it; called in a thread that may die of it. @throws {UnreadableFile} */
export function readBook({ bytes, name, sheet, format: known, limits }: BookRequest): OpenBook {
  const format = known ?? packageFormat(bytes)
  if (format === 'broken') throw new UnreadableFile('sheets.damaged', { name })
  if (format === null) throw new UnreadableFile('sheets.no_book', { name })
  const content = isZip(format) ? storedZip(unpackZip(bytes, name, isBookPart, limits.unpackedBytes)) : bytes
  const book = (which: number | string): WorkBook => parse(content, name, which, format)

  const first = book(sheet ?? 0)
  const sheets = first.SheetNames.map((one, at) => ({ name: one, hidden: (first.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0 }))
  const wanted = sheet === null ? sheets.filter(({ hidden }) => !hidden) : sheets.filter((one) => one.name === sheet)
  if (sheet !== null && wanted.length === 0) {
    throw new UnreadableFile('sheets.no_such_sheet', { name, sheet: sheet.slice(0, 80), known: sheets.map((one) => one.name).join(', ') })
  }
  for (const one of wanted) {
    const at = one.name === first.SheetNames[0] || sheet !== null ? first : book(one.name)
    const data = at.Sheets[one.name] as DenseWorkSheet | undefined
    const table = data && bookTable({ sheet: data, date1904: at.Workbook?.WBProps?.date1904 === true, name, limits })
    if (table) return { format, sheets, name: one.name, table }
  }
  throw new UnreadableFile('load.empty', { path: name })
}

const isZip = (format: SheetFormat): boolean => format === 'xlsx' || format === 'xlsb' || format === 'ods'

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
      // A page's texts are read as they are: `00123` is no number there.
      raw: format === 'html',
    })
  } catch (error) {
    const isEncrypted = error instanceof Error && /password|encrypt/i.test(error.message)
    throw new UnreadableFile(isEncrypted ? 'sheets.encrypted' : 'sheets.damaged', { name }, { cause: error })
  }
}

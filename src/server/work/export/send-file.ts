import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import { AppError } from '../../../model/errors'
import { directionOf } from '../../../model/words/direction'
import type { ExportFormat } from '../../../model/resource'
import {
  started,
  type Batches,
  type DocumentColumn,
  type FileDocument,
  type FileTable,
  type FileValue,
  type FileWriter,
} from './file-document'
import { type FileAsker, fileName } from './list-document'
import { writePdf } from '../pdf/write-pdf'
import { writeXlsx } from './write-xlsx'
import { csvLine, safeText } from './csv-cell'
import type { Json } from '../../../model/json'

/** A page to view, to print, and to open in a spreadsheet; it loads nothing and runs nothing. */
async function* writeHtml(document: FileDocument): AsyncGenerator<string> {
  const { title, brand, made, language, tables, picture } = document
  const [first, ...rest] = tables
  const rows = first && (await started(first.batches('printed')))
  yield `<!doctype html>
<html lang="${escaped(language)}"${directionOf(language) === 'rtl' ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${escaped(title)}</h1><p>${escaped([brand, made].filter(Boolean).join(' · '))}</p></header>
`
  if (first && rows) yield* writeTable(first, rows, rest.length > 0, picture)
  for (const table of rest) yield* writeTable(table, table.batches('printed'), true, picture)
  yield '</body>\n</html>\n'
}

async function* writeTable(
  { title, columns }: FileTable,
  batches: Batches,
  captioned: boolean,
  pictureAt: FileDocument['picture'],
): AsyncGenerator<string> {
  const right = columns.map(({ align }) => (align === 'right' ? ' class="n"' : ''))
  const heads = columns.map(({ label }, at) => `<th scope="col"${right[at]}>${cell(label)}</th>`).join('')
  yield `<table>\n${captioned ? `<caption>${cell(title)}</caption>\n` : ''}<thead><tr>${heads}</tr></thead>\n<tbody>\n`
  for await (const rows of batches) {
    const lines = []
    for (const row of rows) {
      const cells = []
      for (const [at, value] of row.entries()) {
        cells.push(`<td${right[at]}>${typeof value === 'string' ? cell(value) : await pictured(value, pictureAt)}</td>`)
      }
      lines.push(`<tr>${cells.join('')}</tr>\n`)
    }
    yield lines.join('')
  }
  yield '</tbody>\n</table>\n'
}

/** A picture as what it shows, as long as the page has room for it. */
async function pictured(value: Exclude<FileValue, string>, pictureAt: FileDocument['picture']): Promise<string> {
  if (!('picture' in value)) throw new TypeError('A cell of an exported page must be a text or a picture.')
  const data = await pictureAt(value.picture)
  return data === null ? cell(value.name) : `<img src="${escaped(data)}" alt="${escaped(value.name)}">`
}

/** A spreadsheet that opens the page runs none of its formulas. */
const cell = (text: string): string => escaped(safeText(text)).replaceAll('\n', '<br>')

/** Characters that markup gives a meaning, as markup writes them. */
const ESCAPES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Text escaped for markup, without control characters, which no page may contain. */
export const escaped = (text: string): string =>
  text.replace(/(?![\t\n\r])\p{Cc}/gu, '').replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

const STYLE = `
body { font: 13px/1.4 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; color: #1f2430; background: #fff; margin: 24px }
header { margin-bottom: 16px } h1 { font-size: 20px; margin: 0 } header p { color: #5b6270; margin: 2px 0 0 }
table { border-collapse: collapse; width: 100%; margin-bottom: 24px; font-variant-numeric: tabular-nums }
caption { text-align: left; font-weight: 600; font-size: 15px; padding: 4px 0 }
th, td { border-bottom: 1px solid #dde1e8; padding: 5px 8px; text-align: left; vertical-align: top; overflow-wrap: break-word; min-width: 3em; max-width: 48ch; unicode-bidi: plaintext }
th { background: #f3f5f8; font-weight: 600; overflow-wrap: normal } .n { text-align: right; white-space: nowrap }
tbody tr:nth-child(even) { background: #fafbfc }
td img { display: block; max-width: 120px; max-height: 90px; object-fit: contain; border-radius: 3px }
@media (max-width: 700px) { body { margin: 12px; overflow-x: auto } table { width: auto } }
@media print { @page { size: A4 landscape; margin: 12mm } body { margin: 0; font-size: 10px } thead { display: table-header-group } tr { break-inside: avoid } }
`

/**
 * A map's file (RFC 7946): one feature per row, with the shape of the first column that has one; the other columns are
 * its properties. Lossless, fit to be
 * imported again.
 */
async function* writeGeoJson({ tables }: FileDocument): AsyncGenerator<string> {
  const [table] = tables
  const rows = table ? await started(table.batches('exact')) : []
  yield '{"type":"FeatureCollection","features":['
  let between = '\n'
  for await (const batch of rows) {
    for (const row of batch) {
      yield between + JSON.stringify(featureOf(table?.columns ?? [], row as readonly string[]))
      between = ',\n'
    }
  }
  yield '\n]}\n'
}

function featureOf(columns: readonly DocumentColumn[], row: readonly string[]) {
  const shape = columns.findIndex(({ geometry }) => geometry)
  const properties = columns.flatMap(({ label, align }, i): [string, Json][] =>
    i === shape ? [] : [[label, valueOf(row[i] ?? '', align)]],
  )
  return {
    type: 'Feature',
    properties: Object.fromEntries(properties),
    geometry: columns[shape]?.geometry?.(row[shape] ?? '') ?? null,
  }
}

/** A number where none of its digits is lost. */
function valueOf(text: string, align: DocumentColumn['align']): Json {
  if (text === '') return null
  return align === 'right' && String(Number(text)) === text ? Number(text) : text
}

// Without it Excel reads a file in the machine's own code page.
const BOM = '\uFEFF'

/** A csv file; further tables follow below, each after a blank line and its title. */
async function* writeCsv({ tables }: FileDocument): AsyncGenerator<string> {
  for (const [at, { title, columns, batches }] of tables.entries()) {
    const rows = await started(batches('exact'))
    yield `${at === 0 ? BOM : `\r\n${csvLine([title])}`}${csvLine(columns.map(({ label }) => label))}`
    for await (const batch of rows) yield batch.map((row) => csvLine(row as readonly string[])).join('')
  }
}

interface Form {
  readonly type: string
  readonly write: FileWriter
}

const FORMS: { readonly [format in ExportFormat]: Form } = {
  csv: { type: 'text/csv; charset=utf-8', write: writeCsv },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: (document) => writeXlsx(document),
  },
  pdf: { type: 'application/pdf', write: writePdf },
  geojson: { type: 'application/geo+json', write: writeGeoJson },
  html: { type: 'text/html; charset=utf-8', write: writeHtml },
}

/** Files that are written at once in this process: each holds a database connection while its reader receives it. */
const MAX_AT_ONCE = 6
const MAX_OF_ONE_USER = 3
const RETRY_S = 10
/** A reader that receives nothing for this long is gone, even if the connection still looks open. */
const STALLED_MS = 60_000

const open = new Map<object, number>()

/** Who gets a file, and what names it. */
type FileReader = Omit<FileAsker, 'runtime'>

/**
 * Sends a document as a file, as fast as its reader receives it: memory stays flat, a reader that disconnects ends the
 * query, and an error on the way ends the connection, since a truncated file must not look complete.
 * @throws {AppError} TOO_MANY; errors of the query, before the first byte
 */
export async function sendFile(
  context: FileReader,
  document: FileDocument,
  format: ExportFormat,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendWritten(context, { title: document.title, format, write: () => FORMS[format].write(document) }, reply)
}

/** What is sent: the name of the file, and its pieces, which are first asked for once there is room. */
interface Written {
  readonly title: string
  readonly format: ExportFormat
  readonly write: () => AsyncIterable<Piece>
}

/** The same for what another writer writes. @throws {AppError} TOO_MANY; errors of the writer, before the first byte */
export async function sendWritten(
  context: FileReader,
  { title, format, write }: Written,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const ticket = takeTicket(context)
  const pieces = write()[Symbol.asyncIterator]()
  try {
    const first = await pieces.next()
    const file = Readable.from(
      allPieces(first, pieces, (error) => file.destroy(error)),
      { objectMode: false },
    )
    file.once('close', () => open.delete(ticket))
    return await reply
      .type(FORMS[format].type)
      .header('cache-control', 'no-store')
      .header('content-disposition', disposition(fileName(context, title, format)))
      .send(file)
  } catch (error) {
    open.delete(ticket)
    await pieces.return?.()
    throw error
  }
}

function takeTicket({ actor }: FileReader): object {
  const own = [...open.values()].filter((id) => id === actor.id).length
  if (open.size >= MAX_AT_ONCE || own >= MAX_OF_ONE_USER) {
    throw new AppError('TOO_MANY', { say: 'export.busy', params: { retry_s: RETRY_S } })
  }
  const ticket = {}
  open.set(ticket, actor.id)
  return ticket
}

type Piece = string | Uint8Array

async function* allPieces(
  first: IteratorResult<Piece>,
  rest: AsyncIterator<Piece>,
  stall: (error: Error) => void,
): AsyncGenerator<Piece> {
  let timer: NodeJS.Timeout | undefined
  try {
    for (let piece = first; !piece.done; piece = await rest.next()) {
      timer = setTimeout(() => stall(new Error('The reader of a file takes no more of it.')), STALLED_MS)
      yield piece.value
      clearTimeout(timer)
    }
  } finally {
    clearTimeout(timer)
    await rest.return?.()
  }
}

/** A name with letters of any script, and one for clients that know ASCII only. */
function disposition(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

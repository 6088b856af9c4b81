import { once } from 'node:events'
import { startThread } from '../../platform/threads/start-thread'
import { Turns } from '../../platform/threads/turns'
import { isOnPaper } from '../../platform/files/picture-data'
import type { FileDocument, FileValue } from '../export/file-document'
import type { PdfCell, PdfContent, PdfTable } from './pdf-page'
import type { PdfMessage, PdfWork } from './pdf-worker'

/** Laying out a page occupies one processor; a second file waits. */
const turns = new Turns(1)
const MEMORY_MB = 768
const TIME_MS = 120_000

/** Pages for print, landscape. Laid out completely in a thread of its own, then sent as they are drawn. */
export async function* writePdf(document: FileDocument): AsyncGenerator<Uint8Array> {
  const content = await contentOf(document)
  let begun = false
  try {
    for await (const piece of drawPdf({ tables: content })) {
      begun = true
      yield piece
    }
  } catch (error) {
    const tables = content.tables.map((table) => ({ ...table, rows: table.rows.map((row) => row.map(nameOf)) }))
    const isPlain = content.tables.every(({ rows }) => rows.every((row) => row.every((one) => typeof one === 'string')))
    // A picture that is broken inside keeps nobody from their file.
    if (begun || isPlain) throw error
    yield* drawPdf({ tables: { ...content, tables } })
  }
}

const nameOf = (one: PdfCell): string => (typeof one === 'string' ? one : one.name)

/** Draws a pdf in a thread of its own, when it is its turn. */
export async function* drawPdf(work: PdfWork): AsyncGenerator<Uint8Array> {
  const release = await turns.take()
  try {
    yield* pages(work)
  } finally {
    release()
  }
}

async function contentOf({ title, brand, made, language, say, tables, picture }: FileDocument): Promise<PdfContent> {
  const read: PdfTable[] = []
  for (const { title, columns, batches } of tables) {
    const rows: PdfCell[][] = []
    for await (const batch of batches('printed')) {
      for (const row of batch) rows.push(await cellsOf(row, picture))
    }
    read.push({ title, columns: columns.map(({ label, align }) => ({ label, align })), rows })
  }
  return { title: printable(title), brand: printable(brand), made, language, pageOf: say('export.page'), tables: read }
}

async function cellsOf(row: readonly FileValue[], pictureAt: FileDocument['picture']): Promise<PdfCell[]> {
  const cells: PdfCell[] = []
  // One after the other: each takes of the room that is left for pictures.
  for (const value of row) cells.push(typeof value === 'string' ? printable(value) : await pictured(value, pictureAt))
  return cells
}

/** The picture itself where a page can draw it, else its name. */
async function pictured(value: Exclude<FileValue, string>, pictureAt: FileDocument['picture']): Promise<PdfCell> {
  if (!('picture' in value)) throw new TypeError('A cell of a printed page must be a text or a picture.')
  const image = await pictureAt(value.picture)
  const name = printable(value.name)
  return image !== null && isOnPaper(image) ? { image, name } : name
}

/** Without characters that a page cannot show: control characters, marks of writing direction, invisible spaces. */
export const printable = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\p{Cs}/gu, '\uFFFD')

async function* pages(work: PdfWork): AsyncGenerator<Uint8Array> {
  const { pdfWorkerUrl } = await import('./pdf-worker')
  const worker = startThread(pdfWorkerUrl, {
    name: 'pdf',
    workerData: { pdf: work },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // pdfmake prints its warnings there.
    stdout: true,
    stderr: true,
  })
  worker.stdout.resume()
  worker.stderr.resume()
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(new Error('A pdf took longer than it may.')), TIME_MS)
  const chunks: Uint8Array[] = []
  let isDone = false
  let wake = (): void => {}
  worker.on('message', (message: PdfMessage) => {
    if ('chunk' in message) chunks.push(message.chunk)
    else isDone = true
    wake()
  })
  const failed = once(worker, 'exit', { signal: stop.signal }).then(() => {
    if (!isDone) throw new Error('The thread that lays out the PDF ended before it answered.')
  })
  failed.catch(() => {})
  try {
    for (;;) {
      const chunk = chunks.shift()
      if (chunk) yield chunk
      else if (isDone) return
      else
        await Promise.race([
          new Promise<void>((next) => {
            wake = next
          }),
          failed,
        ])
    }
  } finally {
    clearTimeout(timer)
    stop.abort()
    await worker.terminate()
  }
}

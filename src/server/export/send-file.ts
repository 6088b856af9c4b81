import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import { AppError } from '../../model/errors'
import type { ExportFormat } from '../../model/resource'
import type { RecordContext } from '../records/record-context'
import type { FileDocument, FileWriter } from './file-document'
import { fileName } from './list-document'
import { writeCsv } from './write-csv'
import { writeGeoJson } from './write-geojson'
import { writeHtml } from './write-html'
import { writePdf } from './write-pdf'
import { writeXlsx } from './write-xlsx'

interface Form {
  readonly type: string
  readonly write: FileWriter
}

const FORMS: { readonly [format in ExportFormat]: Form } = {
  csv: { type: 'text/csv; charset=utf-8', write: writeCsv },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: (document) => writeXlsx(document) },
  pdf: { type: 'application/pdf', write: writePdf },
  geojson: { type: 'application/geo+json', write: writeGeoJson },
  html: { type: 'text/html; charset=utf-8', write: writeHtml },
}

/** Files that are written at once in this process: each holds a connection to the database while its reader takes it. */
const MAX_AT_ONCE = 6
const MAX_OF_ONE_USER = 3
const RETRY_S = 10
/** A reader that takes nothing for so long is gone, though his connection may not know it. */
const STALLED_MS = 60_000

const open = new Map<object, number>()

/**
 * Sends a document as a file, as fast as its reader takes it: memory stays flat, a reader that goes away ends the query, and what fails
 * on the way ends the connection, since a file that is cut short must not look whole.
 * @throws {AppError} TOO_MANY; what is wrong with the query, before the first byte
 */
export async function sendFile(context: RecordContext, document: FileDocument, format: ExportFormat, reply: FastifyReply): Promise<FastifyReply> {
  const ticket = takeTicket(context)
  const { type, write } = FORMS[format]
  const pieces = write(document)[Symbol.asyncIterator]()
  try {
    const first = await pieces.next()
    const file = Readable.from(allPieces(first, pieces, (error) => file.destroy(error)), { objectMode: false })
    file.once('close', () => open.delete(ticket))
    return await reply
      .type(type)
      .header('cache-control', 'no-store')
      .header('content-disposition', disposition(fileName(context, document.title, format)))
      .send(file)
  } catch (error) {
    open.delete(ticket)
    await pieces.return?.()
    throw error
  }
}

function takeTicket({ actor }: RecordContext): object {
  const own = [...open.values()].filter((id) => id === actor.id).length
  if (open.size >= MAX_AT_ONCE || own >= MAX_OF_ONE_USER) {
    throw new AppError('TOO_MANY', { say: 'export.busy', params: { retry_s: RETRY_S } })
  }
  const ticket = {}
  open.set(ticket, actor.id)
  return ticket
}

type Piece = string | Uint8Array

async function* allPieces(first: IteratorResult<Piece>, rest: AsyncIterator<Piece>, stall: (error: Error) => void): AsyncGenerator<Piece> {
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

/** A name with letters of any script, and one for readers that know ASCII alone. */
function disposition(name: string): string {
  const plain = name.normalize('NFD').replace(/[^\x20-\x7e]/g, '').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

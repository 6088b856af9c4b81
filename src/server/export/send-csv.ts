import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import { AppError } from '../../model/errors'
import type { JsonObject } from '../../model/json'
import { zonedText } from '../../model/zoned-text'
import { assertSees } from '../records/list'
import { readListRequest, type ListRequest } from '../records/list-request'
import { pageRows, type RowPage } from '../records/page-rows'
import type { RecordContext } from '../records/record-context'
import { readCursor } from '../records/row-order'
import { wireColumns, type WireColumns } from '../records/wire-columns'
import { csvLine } from './csv-cell'
import { csvColumns, type CsvColumn } from './csv-columns'

/** Rows of one query: few enough to hold, many enough that a file of a million is a thousand queries. */
const BATCH_ROWS = 1000
// Excel reads a file without it in the machine's own code page.
const BOM = '\uFEFF'

/**
 * All rows of a list call's query as a csv file, in pages of one query each, made as fast as the reader takes them: memory stays flat and
 * a reader that goes away ends it.
 * @throws {AppError} FORBIDDEN, FILTER_UNKNOWN, MALFORMED before the first byte
 */
export async function sendCsv(context: RecordContext, query: JsonObject, reply: FastifyReply): Promise<FastifyReply> {
  assertSees(context)
  const { format, headers = 'labels', columns: chosen } = query
  if (!context.resource.export.some((known) => known === format)) {
    throw new AppError('MALFORMED', {
      say: 'records.format_unknown',
      params: { name: String(format).slice(0, 20), known: context.resource.export.join(', ') },
    })
  }
  if (headers !== 'names' && headers !== 'labels')
    throw new AppError('MALFORMED', { say: 'records.filter_malformed', params: { name: 'headers' } })
  const wire = wireColumns(context)
  const columns = csvColumns(
    context,
    wire,
    headers,
    typeof chosen === 'string' && chosen !== '' ? chosen.split(',').map((name) => name.trim()) : null,
  )
  const request: ListRequest = { ...readListRequest(context, query), limit: BATCH_ROWS, offset: 0, after: null }
  // The first page is asked before anything is sent, so that what is wrong is still an answer with a status.
  const first = await pageRows(context, wire, request)
  const file = Readable.from(csvText(context, wire, columns, request, first), { objectMode: false })
  return reply
    .type('text/csv; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', disposition(context))
    .send(file)
}

async function* csvText(
  context: RecordContext,
  wire: WireColumns,
  columns: readonly CsvColumn[],
  request: ListRequest,
  first: RowPage,
): AsyncGenerator<string> {
  yield BOM + csvLine(columns.map(({ header }) => header))
  for (let page = first; ; page = await pageRows(context, wire, { ...request, after: readCursor(request.order, page.next) })) {
    const lines = page.rows.map((row) => {
      const item = wire.decode(row)
      return csvLine(columns.map((column) => column.text(row, item)))
    })
    if (lines.length > 0) yield lines.join('')
    if (page.next === null) return
  }
}

/** `drivers_2026-11-21.csv`, the day in the company's zone. */
function disposition({ resource, now, settings }: RecordContext): string {
  const day = zonedText(now.toISOString(), String(settings.timezone ?? 'UTC')).slice(0, 10)
  return `attachment; filename="${resource.name}_${day}.csv"`
}

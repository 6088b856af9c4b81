import type { FastifyReply } from 'fastify'
import { AppError } from '../../../model/errors'
import type { JsonObject } from '../../../model/json'
import { EXPORT_FORMATS } from '../../../model/resource'
import type { Report } from '../../../model/report'
import { documentOf } from '../export/list-document'
import { sendFile } from '../export/send-file'
import type { Asking } from '../reports/block-context'
import { readReportQuery } from '../reports/report-query'
import { reportTables } from '../reports/report-tables'

/** Rows of one table on paper; sheets have all of them. */
const MAX_PAPER_ROWS = 5000

/**
 * All blocks of a report as one file.
 * @throws {AppError} MALFORMED for an unknown format, TOO_MANY, FILTER_UNKNOWN; NOT_FOUND where the asker sees no
 * number
 */
export async function sendWhole(
  asking: Asking,
  report: Report,
  query: JsonObject,
  asked: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const format = EXPORT_FORMATS.find((known) => known === asked)
  if (!format)
    throw new AppError('MALFORMED', {
      say: 'records.format_unknown',
      params: { name: asked.slice(0, 20), known: EXPORT_FORMATS.join(', ') },
    })
  const isPaper = format === 'pdf' || format === 'html'
  const tables = await reportTables(
    asking,
    report,
    readReportQuery(report, query, String(asking.settings.timezone ?? 'UTC'), asking.now),
    isPaper ? MAX_PAPER_ROWS : Infinity,
  )
  if (tables.length === 0) throw new AppError('NOT_FOUND')
  return sendFile(asking, documentOf(asking, report.title, tables), format, reply)
}

import type { FastifyReply } from 'fastify'
import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import type { ExportFormat } from '../../../model/resource'
import { assertSees } from '../../records/read/list'
import type { RecordContext } from '../../records/record-context'
import { listDocument } from './list-document'
import { sendFile } from './send-file'

/**
 * All rows of a list call's query as a file of `format`, with the list's own rights and scope.
 * @throws {AppError} FORBIDDEN, FILTER_UNKNOWN, MALFORMED, TOO_LARGE, TOO_MANY before the first byte
 */
export async function exportList(
  context: RecordContext,
  { format: asked, ...query }: JsonObject,
  reply: FastifyReply,
): Promise<FastifyReply> {
  assertSees(context)
  const format = knownFormat(context, asked)
  return sendFile(context, await listDocument(context, { format, query }), format, reply)
}

/** A format that the catalogue offers. @throws {AppError} MALFORMED naming the offered ones */
export function knownFormat({ resource }: RecordContext, asked: Json | undefined): ExportFormat {
  const format = resource.export.find((known) => known === asked)
  if (format) return format
  throw new AppError('MALFORMED', {
    say: 'records.format_unknown',
    params: { name: String(asked).slice(0, 20), known: resource.export.join(', ') },
  })
}

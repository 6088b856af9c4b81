import type { FastifyReply } from 'fastify'
import type { Json } from '../../model/json'
import { readRecord } from '../records/read'
import type { RecordContext } from '../records/record-context'
import { exportList, knownFormat } from './export-list'
import { recordDocument } from './record-document'
import { sendFile } from './send-file'

/** One record as a file: its fields and its own rows. @throws {AppError} FORBIDDEN, NOT_FOUND, MALFORMED, TOO_MANY */
export async function exportRecord(context: RecordContext, id: Json | undefined, asked: Json | undefined, reply: FastifyReply): Promise<FastifyReply> {
  const format = knownFormat(context, asked)
  const record = await readRecord(context, id)
  // A map's file is of shapes, whatever else stands around them.
  if (format === 'geojson') return exportList(context, { format, filters: { id: record.id ?? null } }, reply)
  return sendFile(context, recordDocument(context, record), format, reply)
}

import type { FastifyReply } from 'fastify'
import type { Json } from '../../model/json'
import { readRecord } from '../records/read'
import type { RecordContext } from '../records/record-context'
import { knownFormat } from './export-list'
import { recordDocument } from './record-document'
import { sendFile } from './send-file'

/** One record as a file: its fields and its own rows. @throws {AppError} FORBIDDEN, NOT_FOUND, MALFORMED, TOO_MANY */
export async function exportRecord(context: RecordContext, id: Json | undefined, asked: Json | undefined, reply: FastifyReply): Promise<FastifyReply> {
  const format = knownFormat(context, asked)
  return sendFile(context, recordDocument(context, await readRecord(context, id)), format, reply)
}

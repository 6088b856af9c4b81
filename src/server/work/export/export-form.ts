import type { FastifyReply } from 'fastify'
import type { JsonObject } from '../../../model/json'
import { parsedObject } from '../../records/json-object'
import type { RecordContext } from '../../records/record-context'
import { exportList } from './export-list'
import { exportRecord } from './export-record'
import { malformed } from '../../platform/answers/malformed'

/**
 * The export form (spec 1 §7): `params` (the list's query, as JSON or as separate fields), the type of the file as
 * `export`, `format` or `type`, `id` for one record. Its `token` was read before, see `authenticate`.
 * @throws {AppError} as the list's and the record's own exports do
 */
export async function exportForm(context: RecordContext, form: JsonObject, reply: FastifyReply): Promise<FastifyReply> {
  const { params, export: named, format = named, type = format, token: _token, id, ...rest } = form
  const query = params === undefined || params === '' ? {} : parsedObject(params)
  if (!query) throw malformed('params')
  const { id: inside, format: formatInside, export: typeInside, token: _inside, ...more } = query
  const record = id ?? inside
  const wanted = type ?? formatInside ?? typeInside
  if (record !== undefined && record !== '') return exportRecord(context, record, wanted, reply)
  return exportList(context, { ...rest, ...more, format: wanted ?? '' }, reply)
}

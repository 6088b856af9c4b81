import type { FastifyRequest } from 'fastify'
import { typeOf } from '../../../model/canonical'
import { AppError } from '../../../model/errors'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import type { RecordContext } from '../../records/record-context'
import { assertShallowValue, parseGiven } from '../../platform/answers/shallow-json'
import { seenFields } from '../../records/fields/seen-fields'
import { receivePart } from '../../platform/files/receive-file'
import { effectiveLimits, KB, storeUpload } from '../../platform/files/store-upload'

const MAX_FILES = 20
const MAX_FIELDS = 500
const MAX_FIELD_BYTES = 1024 * 1024

/**
 * Reads a record that came as multipart (spec 1 §7) into its JSON equivalent: texts by the type of their field, and for
 * each file the id of an upload, which the record takes when it is saved. An empty text is null; a name that occurs
 * more than once is a list.
 * @throws {AppError} VALIDATION and TOO_LARGE at the field
 */
export async function readMultipart(context: RecordContext, request: FastifyRequest): Promise<JsonObject> {
  const { runtime, actor, origin } = context
  const input: { [name: string]: Json } = {}
  const { most_kb } = await effectiveLimits(runtime, null)
  const limits = {
    fileSize: most_kb * KB,
    files: MAX_FILES,
    fields: MAX_FIELDS,
    parts: MAX_FIELDS + MAX_FILES,
    fieldSize: MAX_FIELD_BYTES,
  }
  for await (const part of request.parts({ limits })) {
    const name = part.fieldname
    if (part.type === 'field') {
      if (part.valueTruncated)
        throw new AppError('TOO_LARGE', { errors: { [name]: { key: 'too_long', params: { max: MAX_FIELD_BYTES } } } })
      const value = valueOf(context, name, partText(part.value), part.mimetype)
      input[name] = Object.hasOwn(input, name) ? [...listOf(input[name] ?? null), value] : value
      continue
    }
    // Browsers send this for a file input in which no file was chosen.
    if (part.filename === '' || part.filename === undefined) {
      part.file.resume()
      continue
    }
    const field = fileField(context, name)
    input[name] = (
      await storeUpload(
        { runtime, actor, id_session: origin.id_session },
        await receivePart(runtime, part),
        field,
        name,
      )
    ).id
  }
  return input
}

/** @throws {AppError} VALIDATION where no file is allowed */
function fileField(context: RecordContext, name: string): Field {
  const { entity, runtime } = context
  const field =
    Object.hasOwn(entity.fields, name) && seenFields(context).fields.has(name) ? entity.fields[name] : undefined
  if (field && !field.readOnly && typeOf(field, runtime.fieldTypes).file) return field
  throw new AppError('VALIDATION', { errors: { [name]: { key: field ? 'no_file_here' : 'unknown' } } })
}

/** The text of a part; one that is declared as JSON was parsed on the way. */
function partText(value: unknown): string {
  if (typeof value === 'string') return value
  assertShallowValue(value)
  return JSON.stringify(value) ?? ''
}

/**
 * A text stays one where the field holds texts; elsewhere, and where the part is declared as JSON, it is parsed as
 * JSON.
 */
function valueOf({ entity, runtime }: RecordContext, name: string, text: string, mime: string): Json {
  if (text === '') return null
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  const isText =
    field !== undefined && typeOf(field, runtime.fieldTypes).json === 'string' && mime !== 'application/json'
  if (isText) return text
  try {
    return parseGiven(text)
  } catch (error) {
    if (error instanceof AppError) throw error
    return text
  }
}

const listOf = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [value])

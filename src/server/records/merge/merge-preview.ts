import type { MergeView } from '../../../model/catalogue-answers'
import { isWritable, typeOf } from '../../../model/canonical'
import { AppError } from '../../../model/errors'
import type { JsonObject } from '../../../model/json'
import { isSame } from '../../../model/values/same'
import { presented } from '../read/presented'
import { findRecord } from '../read/read'
import { seenFields } from '../fields/seen-fields'
import { wireColumns } from '../read/wire-columns'
import type { RecordContext } from '../record-context'
import type { RecordId } from '../record-id'
import { twoOf } from './merge'
import { usesIn } from './referring'

/**
 * `GET {endpoint}/mergePreview {id, into}`. Passwords, files, rows and what people do not write are not chosen: they
 * stay as the kept record has them.
 * @throws {AppError} FORBIDDEN, NOT_FOUND; VALIDATION when the two are one
 */
export async function mergePreview(context: RecordContext, input: JsonObject): Promise<MergeView> {
  const { id, into } = twoOf(context, input)
  const { db } = context.runtime.database
  const read = async (one: RecordId): Promise<JsonObject> => {
    const item = await findRecord(context, db, wireColumns(context), one, { use: 'write' })
    if (!item) throw new AppError('NOT_FOUND')
    return (await presented(context, db, [item]))[0] ?? item
  }
  const [gone, kept] = [await read(id), await read(into)]
  const seen = seenFields(context).fields
  const fields = Object.values(context.entity.fields).filter((field) => {
    const { file, writeOnly } = typeOf(field, context.runtime.fieldTypes)
    return (
      seen.has(field.name) &&
      isWritable(field) &&
      field.name !== 'id' &&
      !file &&
      !writeOnly &&
      !field.children &&
      !field.computed &&
      !Object.hasOwn(context.resource.fixed, field.name) &&
      !isSame(gone[field.name] ?? null, kept[field.name] ?? null)
    )
  })
  return { gone, kept, fields: fields.map(({ name }) => name), ...(await usesIn(context, db, id)) }
}

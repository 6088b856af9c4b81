import type { FieldError } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import type { Tx } from '../../platform/database/database'
import { settleAnswers } from '../forms/settle-answers'
import type { RecordContext } from '../record-context'
import { settleRefs } from '../relations/write-refs'

/** Values that only the database can settle: ids of several references, and answers to forms, which are rows. */
export async function settleValues(
  context: RecordContext,
  tx: Tx,
  data: JsonObject,
  before: JsonObject | null,
): Promise<{
  readonly values: { readonly [field: string]: Json }
  readonly errors: { readonly [path: string]: FieldError }
}> {
  const several = await settleRefs(context, tx, data, before)
  const answers = await settleAnswers(context, tx, { ...before, ...data }, before)
  return { values: { ...several.values, ...answers.values }, errors: { ...several.errors, ...answers.errors } }
}

import type { FieldError } from '../../../model/field-type'
import type { JsonObject } from '../../../model/json'
import { validateRecord } from '../../../model/rules/validate'
import type { RecordContext } from '../record-context'
import { ruleContext } from '../rule-readings'

/**
 * Tells errors that a record had before, which a change that has nothing to do with them forgives.
 * @param paths values behind its references
 */
export function oldErrors(
  context: RecordContext, before: JsonObject, paths: JsonObject,
): (field: string, error: FieldError) => boolean {
  const { entity, runtime } = context
  const old = validateRecord(entity, runtime.fieldTypes, before, ruleContext(context, { ...before, ...paths }), before)
  const isCheck = (key: string): boolean => entity.checks.some(({ say }) => say === key)
  const keys = new Set(Object.values(old).map(({ key }) => key))
  // A check stands elsewhere where what is written locks its field.
  return (field, { key }) => old[field]?.key === key || (isCheck(key) && keys.has(key))
}

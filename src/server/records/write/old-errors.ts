import type { FieldError } from '../../../model/field-type'
import type { JsonObject } from '../../../model/json'
import { ruleFields } from '../../../model/rules/rule-fields'
import { validateRecord } from '../../../model/validation/validate'
import { isSame } from '../../../model/values/same'
import type { RecordContext } from '../record-context'
import { ruleContext } from '../rule-readings'

interface Old {
  /** Null: it is new. */
  readonly before: JsonObject | null
  /** The same, with the values behind the references that it had. */
  readonly stored: JsonObject | null
  /** What it becomes. */
  readonly record: JsonObject
  /** `untouched`: an error counts all the same that is about something that changes. */
  readonly forgiving: boolean | 'untouched'
}

/** Tells errors that a record had before, which a change that has nothing to do with them forgives. */
export function oldErrors(
  context: RecordContext,
  { before, stored, record, forgiving }: Old,
): (source: string, error: FieldError) => boolean {
  const { entity, runtime } = context
  if (!before || !stored || forgiving === false) return () => false
  const old = validateRecord(entity, runtime.fieldTypes, before, ruleContext(context, stored), before)
  const keys = new Set(Object.values(old).map(({ key }) => key))
  const isTouched = (names: readonly string[]): boolean =>
    forgiving === 'untouched' && names.some((name) => !isSame(record[name] ?? null, before[name] ?? null))
  return (source, { key }) => {
    const checks = entity.checks.filter(({ say }) => say === key)
    const [field = source] = source.split('.')
    if (checks.length === 0) return old[source]?.key === key && !isTouched([field])
    // A check stands elsewhere where what is written locks its field.
    const looked = checks.flatMap(({ assert, when }) => [...ruleFields(assert), ...(when ? ruleFields(when) : [])])
    return keys.has(key) && !isTouched(looked)
  }
}

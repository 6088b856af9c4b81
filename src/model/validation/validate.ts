import { typeOf } from '../canonical'
import { mayFill, toldAtReason } from './told-at-reason'
import type { Check, Entity } from '../entity'
import type { Field } from '../field'
import type { FieldTypes, FieldError } from '../field-type'
import { isEditable, isSeen, isSet, valueBefore } from '../rights/hidden'
import { holds } from '../rules/holds'
import type { JsonObject } from '../json'
import type { Rule, RuleContext } from '../rules/rule'
import { ruleFields } from '../rules/rule-fields'
import { isSame } from '../values/same'

const NO_FIELDS: ReadonlySet<string> = new Set()

/**
 * The errors of a whole canonical record, by field: types, required, `x-require`, `x-edit`, `x-set`, then the
 * cross-field checks whose fields are all valid. A hidden field is never required. The same code runs in the form, the
 * call and the import.
 * @param record every field except the engine's; absent counts as null
 * @param before the record as it was, null for a new one; undefined leaves `x-edit` and `x-set` out (a form that
 * disables those inputs itself)
 * @param context its `record` is this record with the dotted paths that rules name, its `before` the stored one with
 * them
 * @param begun what a new record has without being asked for, which needs no right to change it: its maker's own scope,
 * copies, what its tab or catalogue gave
 * @param opened fields that may change whatever their `x-edit` says: what a move asks and sets
 */
export function validateRecord(
  entity: Entity,
  fieldTypes: FieldTypes,
  record: JsonObject,
  context: RuleContext,
  before?: JsonObject | null,
  begun: JsonObject = {},
  opened: ReadonlySet<string> = NO_FIELDS,
): { [source: string]: FieldError } {
  const errors: { [source: string]: FieldError } = {}
  for (const field of Object.values(entity.fields)) {
    const error = fieldError(field, fieldTypes, record, context, begun, opened, before)
    const value = record[field.name] ?? null
    const within =
      error && error.key !== 'not_editable' && value !== null
        ? Object.entries(typeOf(field, fieldTypes).within?.(value, field) ?? {})
        : []
    for (const [path, inner] of within) errors[`${field.name}.${path}`] = inner
    if (error && within.length === 0) errors[field.name] = error
  }
  for (const check of entity.checks) {
    const at = placeOf(check, entity, context, opened)
    if (Object.hasOwn(errors, at) || !isBroken(check, entity, errors, context)) continue
    errors[at] = { key: check.say }
    // Its sentence says why; that the formula comes to too much says nothing more.
    for (const name of ruleFields(check.assert)) if (entity.fields[name]?.formula && name !== at) delete errors[name]
  }
  return toldAtReason(entity, errors, context, opened)
}

/**
 * Where a check's sentence stands: at its field, and where the asker cannot change that, or a move does not ask it, at
 * one of those it looks at; where none of them can be changed, at one that the asker sees.
 */
function placeOf(
  { at, assert, when }: Check,
  { fields }: Entity,
  context: RuleContext,
  opened: ReadonlySet<string>,
): string {
  const named = [at, ...ruleFields(assert), ...(when ? ruleFields(when) : [])].flatMap((name) => fields[name] ?? [])
  const seen = named.filter((field) => isSeen(field, context))
  const isFilled = (field: Field): boolean =>
    opened.size > 0 ? opened.has(field.name) : mayFill(field, context, opened)
  return (seen.find(isFilled) ?? seen[0])?.name ?? at
}

/** The error of one field of a record, or null. */
function fieldError(
  field: Field,
  fieldTypes: FieldTypes,
  record: JsonObject,
  context: RuleContext,
  begun: JsonObject,
  opened: ReadonlySet<string>,
  before?: JsonObject | null,
): FieldError | null {
  if (field.system || field.secret) return null
  // Rows that were not sent stay as they are; users cannot be blamed for what is computed.
  if (field.computed || (field.children && record[field.name] === undefined && before !== null)) return null
  const value = record[field.name] ?? null
  const isKept = !field.readOnly && !opened.has(field.name) && isSeen(field, context) && !isEditable(field, context)
  const kept =
    before === undefined || !isKept
      ? value
      : field.set && isSet(field, context)
        ? field.set.to
        : valueBefore(field, before)
  const isBegun = before === null && isSame(value, valueBefore(field, null, begun))
  if (!isSame(value, kept) && !isBegun) return { key: 'not_editable' }
  if (value !== null) return typeOf(field, fieldTypes).check(value, field)
  return isRequired(field, context) && !isStored(field, fieldTypes, before) ? { key: 'required' } : null
}

/** Whether the field must have a value here and now. */
export function isRequired(field: Field, context: RuleContext): boolean {
  return isSeen(field, context) && (field.required || (field.require !== undefined && holds(field.require, context)))
}

/** An empty password in a change means: keep the stored one, which nobody can read back. */
function isStored(field: Field, fieldTypes: FieldTypes, before?: JsonObject | null): boolean {
  if (typeOf(field, fieldTypes).writeOnly !== true || before === null || before === undefined) return false
  return !field.part || field.part.values.includes(String(before[field.part.by] ?? ''))
}

function isBroken(
  check: Check,
  { fields }: Entity,
  errors: { readonly [source: string]: FieldError },
  context: RuleContext,
): boolean {
  const isWrong = (rule: Rule): boolean =>
    ruleFields(rule).some(
      (field) =>
        (Object.hasOwn(errors, field) && !fields[field]?.formula) ||
        Object.keys(errors).some((path) => path.startsWith(`${field}.`)),
    )
  if (Object.keys(errors).length > 0 && (isWrong(check.assert) || (check.when && isWrong(check.when)))) return false
  return (!check.when || holds(check.when, context)) && !holds(check.assert, context)
}

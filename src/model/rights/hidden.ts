import type { Entity } from '../entity'
import type { Field } from '../field'
import { holds } from '../rules/holds'
import type { Json, JsonObject } from '../json'
import type { RuleContext } from '../rules/rule'

/** Whether the user sees the field in this record (its `x-see` rule). */
export const isSeen = (field: Field, context: RuleContext): boolean => !field.see || holds(field.see, context)

/** Whether a rule sets the field's value now (`x-set`), so that nobody can change it. */
export const isSet = (field: Field, context: RuleContext): boolean =>
  field.set !== undefined && holds(field.set.when, context)

/**
 * Whether `x-edit` lets this user change the field. A change must be allowed by the record as it is stored, and by what
 * it becomes: else one save could lift a lock and change what it locks. Its own value counts as it was, so that a field
 * may lock itself.
 */
export function isUnlocked(field: Field, context: RuleContext): boolean {
  if (!field.edit) return true
  const { before } = context
  if (!before) return holds(field.edit, context)
  const ofOthers = Object.entries(context.record).filter(([key]) => !isOwn(field, key))
  const own = Object.entries(before).filter(([key]) => isOwn(field, key))
  return (
    holds(field.edit, { ...context, record: before }) &&
    holds(field.edit, { ...context, record: Object.fromEntries([...ofOthers, ...own]) })
  )
}

/** The field's key, and those of what a rule reads through it. */
const isOwn = ({ name }: Field, key: string): boolean => key === name || key.startsWith(`${name}.`)

/**
 * Whether this user may change it in this record: seen, writable, set by no rule, and its `x-edit` holds. A given id
 * cannot be changed.
 */
export const isEditable = (field: Field, context: RuleContext): boolean =>
  !field.system &&
  !(field.name === 'id' && (context.record.version ?? null) !== null) &&
  !field.readOnly &&
  !field.secret &&
  isSeen(field, context) &&
  !isSet(field, context) &&
  isUnlocked(field, context)

/** Names of the fields that must not leave the server for this record. */
export function hiddenFields(entity: Entity, context: RuleContext): string[] {
  return Object.values(entity.fields)
    .filter((field) => field.secret || !isSeen(field, context))
    .map((field) => field.name)
}

/**
 * A record about to be written, with every hidden field kept as it was (in a new record: as it began, or at its
 * default).
 */
export function keepHidden(
  entity: Entity,
  record: JsonObject,
  before: JsonObject | null,
  context: RuleContext,
  begun: JsonObject = {},
): { [field: string]: Json } {
  const kept: { [field: string]: Json } = { ...record }
  for (const field of Object.values(entity.fields)) {
    if (isSeen(field, context) || !Object.hasOwn(record, field.name)) continue
    // Rows that were not sent stay as they are.
    if (field.children) delete kept[field.name]
    else kept[field.name] = valueBefore(field, before, begun)
  }
  return kept
}

/** The field's value until now: the old value; of a new record what it began with, or else the default. */
export function valueBefore(field: Field, before: JsonObject | null, begun: JsonObject = {}): Json {
  return (before ? before[field.name] : Object.hasOwn(begun, field.name) ? begun[field.name] : field.default) ?? null
}

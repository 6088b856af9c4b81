import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { Operand, Rule, RuleValue } from '../../../model/rules/rule'
import { settleRule, varies } from '../../../model/rules/settle'
import type { RecordContext } from '../record-context'
import { ruleHolds } from '../rule-readings'

/** The fields an asker sees of one entity. */
export interface SeenFields {
  /**
   * Field name → the rule a row must meet to show it; null: every row shows it. A field that is missing is never shown.
   */
  readonly fields: ReadonlyMap<string, Rule | null>
  /**
   * Askers with the same key see the same fields under the same rules; null: what a rule asks of a row names the asker,
   * a setting or the present.
   */
  readonly key: string | null
}

/**
 * The fields of an entity that the asker may see. What a `see` rule asks of the user and the settings is decided here,
 * once; what it asks of the row is kept and evaluated for every row.
 */
export function seenFields(context: RecordContext, entity: Entity = context.entity): SeenFields {
  const rules = ruledFields(entity)
  if (rules.length === 0) return everyField(context, entity)
  const asked = askedOnce.get(context.actor) ?? new Map<Entity, { settings: unknown; seen: SeenFields }>()
  askedOnce.set(context.actor, asked)
  const known = asked.get(entity)
  // An actor object is replaced when the user's rights change, the settings object when a setting does.
  if (known && known.settings === context.settings && known.seen.key !== null) return known.seen
  const seen = decide(context, entity, rules)
  asked.set(entity, { settings: context.settings, seen })
  return seen
}

const askedOnce = new WeakMap<object, Map<Entity, { settings: unknown; seen: SeenFields }>>()

function decide(context: RecordContext, entity: Entity, rules: readonly Field[]): SeenFields {
  const fields = new Map<string, Rule | null>(everyField(context, entity).fields)
  const keys: string[] = []
  let isLasting = true
  for (const { name, see } of rules) {
    if (!see || !fields.has(name)) continue
    const left = settleRule(see, { user: context.actor.facts, setting: context.settings })
    if (typeof left !== 'boolean' && varies(left)) isLasting = false
    if (left === true) fields.set(name, null)
    else if (left === false || (!looksAtRow(left) && !ruleHolds(context, left, {}))) fields.delete(name)
    else fields.set(name, looksAtRow(left) ? left : null)
    keys.push(typeof left === 'boolean' ? String(Number(left)) : JSON.stringify(left))
  }
  return { fields, key: isLasting ? keys.join() : null }
}

/** Every field but secrets, as the server itself sees them. */
export function everyField(context: RecordContext, entity: Entity = context.entity): SeenFields {
  const known = every.get(entity)
  if (known) return known
  // Answers contain living rows only, so the removal date is always empty.
  const names = Object.values(entity.fields).filter(
    (field) => !isHidden(context, field) && field.name !== 'date_deleted',
  )
  const seen: SeenFields = { fields: new Map(names.map(({ name }) => [name, null])), key: '*' }
  every.set(entity, seen)
  return seen
}

/** Whether a field's value never leaves the server, whoever asks. */
const isHidden = ({ runtime }: RecordContext, field: Field): boolean =>
  field.secret || runtime.fieldTypes[field.type]?.writeOnly === true

/** Whether a rule's outcome differs from row to row. */
function looksAtRow(rule: Rule): boolean {
  if ('all' in rule) return rule.all.some(looksAtRow)
  if ('any' in rule) return rule.any.some(looksAtRow)
  if ('not' in rule) return looksAtRow(rule.not)
  return isOfRow(rule.operand) || isOfRow(rule.value)
}

const isOfRow = (value: Operand | RuleValue): boolean =>
  value.kind === 'field' || value.kind === 'inner' || value.kind === 'path'

// Entities live as long as their Model, and so do these entries.
const every = new WeakMap<Entity, SeenFields>()
const ruled = new WeakMap<Entity, readonly Field[]>()

function ruledFields(entity: Entity): readonly Field[] {
  const known = ruled.get(entity)
  if (known) return known
  const fields = Object.values(entity.fields).filter((field) => field.see !== undefined)
  ruled.set(entity, fields)
  return fields
}

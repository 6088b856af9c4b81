import type { SetRule } from '../field'
import type { FieldType } from '../field-type'
import type { Json } from '../json'
import { parseRule, type RuleRoom } from '../parse-rule'
import { ruleFields } from '../rule-fields'
import type { EntityDraft, FieldDraft } from './entity-draft'
import type { Place } from './fault'

/** The value that `x-set` gives a field, canonical, and the rule for it; what cannot be given is told as M041. */
export function setRuleOf({ field, isDoubtful }: FieldDraft, room: RuleRoom, place: Place): SetRule {
  const { to = null, when = null } = field.schema['x-set'] as { readonly to?: Json; readonly when?: Json }
  const type = room.fieldTypes[field.type]
  if (field.virtual || field.readOnly || field.secret || type?.writeOnly || type?.file) {
    place.fault('M041', `nobody writes "${field.name}" in a form. Remove "x-set".`)
  } else if (to === null && field.required) {
    place.in('to').fault('M041', `"${field.name}" is required and cannot be emptied. Write a value.`)
  } else if (to !== null && field.ref) {
    place.in('to').fault('M041', 'a reference can only be emptied: which records there are, metadata does not know. Write null.')
  }
  return { to: to === null || !type || isDoubtful ? to : valueOf(to, field, type, place), when: parseRule(when, room, place.in('when')) }
}

function valueOf(to: Json, field: FieldDraft['field'], type: FieldType, place: Place): Json {
  const value = type.canonical(to, field)
  const fault = value === null ? { key: 'required' } : type.check(value, field)
  if (fault) place.in('to').fault('M041', `${JSON.stringify(to)} is no valid value of the ${field.type} "${field.name}" (${fault.key}). Change it.`)
  return value
}

/** A field whose rule looks, through the rules of other such fields, at itself has no certain value: M041. */
export function checkSetOrder({ fields }: EntityDraft): void {
  const looksAt = new Map([...fields.values()].flatMap(({ field }) => (field.set ? [[field.name, ruleFields(field.set.when)] as const] : [])))
  const reaches = (from: string, to: string, passed: ReadonlySet<string>): boolean =>
    (looksAt.get(from) ?? []).some((next) => next === to || (!passed.has(next) && reaches(next, to, new Set([...passed, next]))))
  for (const name of looksAt.keys()) {
    if (!reaches(name, name, new Set([name]))) continue
    fields.get(name)?.place?.in('x-set', 'when').fault('M041', `whether "${name}" is set depends on "${name}" itself. Look at other fields.`)
  }
}

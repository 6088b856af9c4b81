import type { Entity } from '../entity'
import type { Field } from '../field'
import { didYouMean } from '../values/did-you-mean'
import type { CheckId, ErrorPlace } from '../loader/metadata-error'
import { excuse, type RuleRoom } from '../rules/parse-rule'
import type { Rule } from '../rules/rule'

/** What a formula may look at, and the field that it fills. */
export interface FormulaRoom extends RuleRoom {
  readonly target: Field
}

/** Whether a rule names more than records: who asks, a setting, the present. */
export function asksMore(rule: Rule): boolean {
  if ('all' in rule) return rule.all.some(asksMore)
  if ('any' in rule) return rule.any.some(asksMore)
  if ('not' in rule) return asksMore(rule.not)
  return [rule.operand, rule.value].some(({ kind }) => kind === 'user' || kind === 'setting' || kind === 'now')
}

/** A field by name. @returns null where the error was reported here, or follows from another */
export function operandOf(
  { name: entity, fields }: Entity,
  name: string,
  room: RuleRoom,
  place: ErrorPlace,
): Field | null {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!field)
    return none(place, 'M071', `no field "${name}" in the entity "${entity}".${didYouMean(name, Object.keys(fields))}`)
  if (room.excused?.fields.has(excuse(entity, name))) return null
  const isSecret = field.secret || room.fieldTypes[field.type]?.writeOnly === true
  if (isSecret)
    return none(place, 'M016', `"${name}" is secret, and a formula would tell it. Count with something else.`)
  return field
}

/** Reports an error. */
export function none(place: ErrorPlace, id: CheckId, sentence: string): null {
  place.error(id, sentence)
  return null
}

import type { UniqueWhen } from '../entity'
import type { Json, JsonObject } from '../json'
import { parseRule, type RuleRoom } from '../parse-rule'
import type { Rule } from '../rule'
import { namedField, type EntityDraft } from './entity-draft'
import type { Place } from './fault'

/** Reads one item of `x-unique-when`; what an index cannot hold is told as M042. */
export function uniqueWhenOf(json: JsonObject, draft: EntityDraft, room: RuleRoom, place: Place): UniqueWhen {
  const fields = (Array.isArray(json.fields) ? json.fields : []).map(String)
  fields.forEach((name, i) => {
    const field = namedField(draft, name, place.in('fields', i))
    if (field && (field.virtual || field.dynamic)) place.in('fields', i).fault('M042', `"${name}" has no column. Name a field of the table.`)
  })
  const when = parseRule((json.when ?? null) as Json, room, place.in('when'))
  if (!asksOwnColumns(when)) {
    place.in('when').fault('M042', 'an index looks at the row alone. Compare its own fields with written values, not with the time, the user, a setting or another record.')
  }
  return { fields, when }
}

function asksOwnColumns(rule: Rule): boolean {
  if ('all' in rule) return rule.all.every(asksOwnColumns)
  if ('any' in rule) return rule.any.every(asksOwnColumns)
  if ('not' in rule) return asksOwnColumns(rule.not)
  return rule.operand.kind === 'field' && rule.value.kind === 'literal'
}

import type { Entity } from '../../model/entity'
import type { Json, JsonObject } from '../../model/json'
import type { RepresentPart } from '../../model/field'
import { represent } from '../../model/represent'
import { labelKey } from './fields/row-columns'

/**
 * What the activity log calls a record: its label, or where that is only a number, what the record refers to. Everybody
 * who reads the log sees titles, so they contain nothing that a rule hides from some users.
 */
export function recordTitle(entity: Entity, whole: JsonObject): string {
  const ruled = Object.values(entity.fields)
    .filter(({ see }) => see)
    .flatMap(({ name }) => [name, labelKey(name)])
  const record =
    ruled.length === 0 ? whole : Object.fromEntries(Object.entries(whole).filter(([name]) => !ruled.includes(name)))
  const titled = entity.titled && titleBy(entity.titled, record)
  if (titled !== undefined) return titled
  if (entity.represent.some((part) => 'field' in part && part.field !== 'id')) return represent(entity, record)
  const labels = Object.keys(entity.fields)
    .map((name) => record[labelKey(name)])
    .filter((label) => typeof label === 'string')
  return labels.join(' · ') || represent(entity, record)
}

/** Whether the log calls a record by more than its number; services are known by theirs (`"x-titled": "{id}"`). */
export const hasTitle = ({ titled = [] }: Entity): boolean =>
  titled.some((part) => 'field' in part && part.field !== 'id')

/** Undefined where none of its fields has a value. */
function titleBy(parts: readonly RepresentPart[], record: JsonObject): string | undefined {
  const textOf = (value: Json | undefined): string =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const texts = parts.map((part) =>
    'text' in part ? part.text : textOf(record[labelKey(part.field)] ?? record[part.field]),
  )
  return texts.some((text, at) => text !== '' && parts[at] && 'field' in parts[at]) ? texts.join('') : undefined
}

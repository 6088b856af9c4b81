import type { Entity } from '../../model/entity'
import type { JsonObject } from '../../model/json'
import { represent } from '../../model/represent'
import { labelKey } from './read/row-columns'

/**
 * What the activity log calls a record: its label, or where that is only a number, what the record refers to. Everybody who reads the log sees titles, so they
 * contain nothing that a rule hides from some users.
 */
export function recordTitle(entity: Entity, whole: JsonObject): string {
  const ruled = Object.values(entity.fields).filter(({ see }) => see).flatMap(({ name }) => [name, labelKey(name)])
  const record = ruled.length === 0 ? whole : Object.fromEntries(Object.entries(whole).filter(([name]) => !ruled.includes(name)))
  if (entity.represent.some((part) => 'field' in part && part.field !== 'id')) return represent(entity, record)
  const labels = Object.keys(entity.fields).map((name) => record[labelKey(name)]).filter((label) => typeof label === 'string')
  return labels.join(' · ') || represent(entity, record)
}

import type { Entity } from '../../model/entity'
import type { JsonObject } from '../../model/json'
import { represent } from '../../model/represent'
import { labelKey } from './read/row-columns'

/**
 * How the activity log calls a record: the text that stands for it; one that has a number alone is called by what it refers to. A title is
 * read by everybody who reads the log, so nothing that a rule hides from some stands in it.
 */
export function recordTitle(entity: Entity, whole: JsonObject): string {
  const ruled = Object.values(entity.fields).filter(({ see }) => see).flatMap(({ name }) => [name, labelKey(name)])
  const record = ruled.length === 0 ? whole : Object.fromEntries(Object.entries(whole).filter(([name]) => !ruled.includes(name)))
  if (entity.represent.some((part) => 'field' in part && part.field !== 'id')) return represent(entity, record)
  const labels = Object.keys(entity.fields).map((name) => record[labelKey(name)]).filter((label) => typeof label === 'string')
  return labels.join(' · ') || represent(entity, record)
}

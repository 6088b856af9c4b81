import { fieldTypes } from '../../fields/data'
import { typeOf } from '../../model/canonical'
import type { Entity } from '../../model/entity'
import type { Field } from '../../model/field'
import type { Json, JsonObject } from '../../model/json'
import { represent } from '../../model/represent'
import type { Resource } from '../../model/resource'
import { dateTimeText } from '../../ui/show/date-text'

/**
 * The name of a record. A record with only a number, which the list does not show, is named by its first reference and
 * moment: `Ana Ruiz · 21/11/2026 01:06 PM`.
 * @param zone IANA zone that the moment is written in
 */
export function recordName(resource: Pick<Resource, 'list'>, entity: Entity, record: JsonObject, zone: string): string {
  const parts = factsInName(resource, entity)
    .map((field) => field.ref ? record[`${field.name}__label`] : momentText(record[field.name], zone))
  const name = parts.filter((part) => typeof part === 'string' && part !== '').join(' · ')
  return name || represent(entity, withLabels(entity, record))
}

/** The title of a card: the first part of the name, as the rest is among its facts; and the fields it is made of. */
export function cardName(
  resource: Pick<Resource, 'list'>, entity: Entity, record: JsonObject,
): { readonly title: string; readonly fields: readonly string[] } {
  const [who] = factsInName(resource, entity)
  const label = who?.ref && record[`${who.name}__label`]
  if (who && typeof label === 'string' && label !== '') return { title: label, fields: [who.name] }
  const fields = entity.represent.flatMap((part) => ('field' in part ? [part.field] : []))
  return { title: represent(entity, withLabels(entity, record)), fields }
}

/** The first reference and the first moment of the list, where its records have no other name. */
function factsInName({ list }: Pick<Resource, 'list'>, entity: Entity): readonly Field[] {
  const isNumbered = entity.represent.every((part) => !('field' in part) || part.field === 'id')
  if (!isNumbered || list.columns.some(({ f }) => f === 'id')) return []
  const fields = list.columns.flatMap(({ f }) => entity.fields[f] ?? [])
  return [fields.find(({ ref }) => ref), fields.find((field) => typeOf(field, fieldTypes).isMoment)].filter((field) => field !== undefined)
}

const momentText = (value: Json | undefined, zone: string): string => (typeof value === 'string' ? dateTimeText(value, zone) : '')

// In a record's name a reference appears as its label.
function withLabels(entity: Entity, record: JsonObject): JsonObject {
  const labels: { [name: string]: Json } = {}
  for (const part of entity.represent) {
    if (!('field' in part)) continue
    const label = record[`${part.field}__label`]
    if (typeof label === 'string') labels[part.field] = label
  }
  return { ...record, ...labels }
}

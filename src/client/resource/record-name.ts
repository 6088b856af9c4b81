import { fieldTypes } from '../../fields/data'
import { typeOf } from '../../model/canonical'
import type { Entity } from '../../model/entity'
import type { Field } from '../../model/field'
import type { Json, JsonObject } from '../../model/json'
import { represent } from '../../model/represent'
import { choices } from '../../model/rules/choices'
import type { Resource } from '../../model/resource'
import { dateTimeText } from '../../ui/show/date-text'

/**
 * The name of a record. A record with only a number, which the list does not show, is named by its first reference and
 * moment (`Ana Ruiz · 21/11/2026 01:06 PM`), in a list without moments by its first choice (`Ana Ruiz · Billetera`).
 * @param zone IANA zone that the moment is written in
 * @param wordOf a choice in the asker's language
 */
export function recordName(
  resource: Pick<Resource, 'list'>,
  entity: Entity,
  record: JsonObject,
  zone: string,
  wordOf: (field: Field, value: string) => string = (_, value) => value,
): string {
  const { who, when, what } = factsInName(resource, entity, record)
  const choice = what && record[what.name]
  const parts = [
    who && record[`${who.name}__label`],
    when && momentText(record[when.name], zone),
    !when && what && typeof choice === 'string' ? wordOf(what, choice) : null,
  ]
  const name = parts.filter((part) => typeof part === 'string' && part !== '').join(' · ')
  return name || represent(entity, withLabels(entity, record))
}

/**
 * The title of a card: the first part of the name, as the rest is among its facts; and the fields it is made of.
 * @param name of the record, where it may be called by its choice alone
 */
export function cardName(
  resource: Pick<Resource, 'list'>,
  entity: Entity,
  record: JsonObject,
  name?: string,
): { readonly title: string; readonly fields: readonly string[] } {
  const { who, when, what } = factsInName(resource, entity, record)
  const label = who?.ref && record[`${who.name}__label`]
  if (who && typeof label === 'string' && label !== '') return { title: label, fields: [who.name] }
  if (what && !when && name !== undefined) return { title: name, fields: [what.name] }
  const fields = entity.represent.flatMap((part) => ('field' in part ? [part.field] : []))
  return { title: represent(entity, withLabels(entity, record)), fields }
}

interface FactsInName {
  readonly who?: Field
  readonly when?: Field
  readonly what?: Field
}

/**
 * What the list says first: the reference that the record has, the moment and the choice; only where it has no other
 * name.
 */
function factsInName({ list }: Pick<Resource, 'list'>, entity: Entity, record: JsonObject): FactsInName {
  const isNumbered = entity.represent.every((part) => !('field' in part) || part.field === 'id')
  if (!isNumbered || list.columns.some(({ f }) => f === 'id')) return {}
  const fields = list.columns.flatMap(({ f }) => entity.fields[f] ?? [])
  const references = fields.filter(({ ref }) => ref)
  const [who] = [...references.filter(({ name }) => record[`${name}__label`]), ...references]
  const when = fields.find((field) => typeOf(field, fieldTypes).isMoment)
  const what = fields.find((field) => choices(field).length > 0)
  return { ...(who && { who }), ...(when && { when }), ...(what && { what }) }
}

const momentText = (value: Json | undefined, zone: string): string =>
  typeof value === 'string' ? dateTimeText(value, zone) : ''

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

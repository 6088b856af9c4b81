import { readSites } from '../../custom/widgets/model/allowed-sites'
import { fieldTypes } from '../../src/fields/data'
import { typeOf } from '../../src/model/canonical'
import type { Entity } from '../../src/model/entity'
import type { Field } from '../../src/model/field'
import { holds } from '../../src/model/rules/holds'
import type { Json, JsonObject } from '../../src/model/json'
import type { Operator } from '../../src/model/rules/rule'
import { compareIds, type RecordId } from '../../src/server/records/record-id'

/** The id of an item, a number or the text that was given. */
export const idIn = ({ id }: JsonObject): RecordId => (typeof id === 'string' ? id : Number(id))

/** Ids of the items that a filter must find, by the predicate's reading in JavaScript. */
export function foundBy(items: readonly JsonObject[], field: Field, op: Operator, value: Json): RecordId[] {
  const rule = { operand: { kind: 'field', field: field.name }, op, value: { kind: 'literal', value } } as const
  return items
    .filter((record) => holds(rule, { record, user: {}, setting: {}, now_ms: 0 }))
    .map(idIn)
    .sort(compareIds)
}

/**
 * Of what a field's type cannot know: an allowed site is kept as the origin that it is, in small letters and without a
 * slash.
 */
const KEPT_AS: { readonly [field: string]: (value: Json) => Json } = {
  'widgets.sites': (value) => (typeof value === 'string' ? readSites(value).sites.join('\n') || null : value),
}

/** What a field has that was given a value: another one, where a rule sets it in such a record. */
export const keptValue = (field: Field, value: Json, record: JsonObject): Json =>
  field.set && holds(field.set.when, { record, user: { operator: true, root: true }, setting: {}, now_ms: 0 })
    ? field.set.to
    : (KEPT_AS[`${field.entity}.${field.name}`]?.(value) ?? value)

/** Every question worth asking of a field whose value is `value`. */
export function questions(field: Field, value: Json): readonly (readonly [op: Operator, value: Json])[] {
  return typeOf(field, fieldTypes).operators.flatMap((op): (readonly [Operator, Json])[] => {
    if (op === 'isNull')
      return [
        [op, true],
        [op, false],
      ]
    if (value === null) return []
    if (op === 'in' || op === 'nin')
      return [
        [op, [value]],
        [op, []],
      ]
    if (op !== 'contains') return [[op, value]]
    // Of several choices one is asked for.
    if (Array.isArray(value)) return value.slice(0, 1).map((one: Json) => [op, one])
    const piece = [...String(value)].slice(0, 3).join('').trim()
    return piece === '' ? [] : [[op, piece]]
  })
}

/** Ids in the order of a field: empty values last in rising order, then `id`; falling is the exact reverse. */
export function sortedBy(items: readonly JsonObject[], field: Field, direction: 'asc' | 'desc'): RecordId[] {
  const type = typeOf(field, fieldTypes)
  const of = (item: JsonObject): Json => item[field.name] ?? null
  const sorted = [...items]
    .sort((a, b) => {
      const [left, right] = [of(a), of(b)]
      // An id that people give is in the order of its characters, as every id is in its own.
      if (field.name === 'id') return compareIds(idIn(a), idIn(b))
      const byValue =
        left === null || right === null ? Number(left === null) - Number(right === null) : type.compare(left, right)
      return byValue || compareIds(idIn(a), idIn(b))
    })
    .map(idIn)
  return direction === 'asc' ? sorted : sorted.reverse()
}

/** Fields whose values an answer may show. */
export const shownFields = (entity: Entity): Field[] =>
  Object.values(entity.fields).filter(
    (field) => !field.secret && !typeOf(field, fieldTypes).writeOnly && field.name !== 'date_deleted',
  )

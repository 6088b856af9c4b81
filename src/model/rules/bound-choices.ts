import type { Entity } from '../entity'
import type { Field } from '../field'
import type { Json, JsonObject } from '../json'
import type { Rule } from './rule'

/**
 * A rule of `x-choices` with `{ "form": ... }` replaced by the values of the referring record; a comparison with an
 * empty one is false.
 */
export function boundChoices(rule: Rule, record: JsonObject): Rule {
  if ('all' in rule) return { all: rule.all.map((part) => boundChoices(part, record)) }
  if ('any' in rule) return { any: rule.any.map((part) => boundChoices(part, record)) }
  if ('not' in rule) return { not: boundChoices(rule.not, record) }
  if (rule.value.kind !== 'form') return rule
  const value = record[rule.value.field] ?? null
  return isEmpty(value) ? { any: [] } : { ...rule, value: { kind: 'literal', value } }
}

/**
 * The fields of the record itself that a rule of `x-choices` depends on: of a value behind a reference
 * (`id_trip.id_house`) the reference.
 */
export const choiceSources = (rule: Rule): readonly string[] => [
  ...new Set(choiceFields(rule).map((name) => name.split('.')[0] ?? name)),
]

/**
 * Whether a rule of `x-choices` compares with nothing: what is behind a chosen reference is not known here, and may be
 * anything.
 */
export function isBlank(form: JsonObject, name: string): boolean {
  const [link = name, far] = name.split('.')
  return isEmpty((far === undefined || Object.hasOwn(form, name) ? form[name] : form[link]) ?? null)
}

/**
 * The record's values that a rule of `x-choices` looks at, by their names there: `id_trip.id_house` is behind a
 * reference.
 */
export function choiceFields(rule: Rule): readonly string[] {
  if ('all' in rule) return rule.all.flatMap(choiceFields)
  if ('any' in rule) return rule.any.flatMap(choiceFields)
  if ('not' in rule) return choiceFields(rule.not)
  return rule.value.kind === 'form' ? [rule.value.field] : []
}

/**
 * What choices look at behind a reference, such as that of a row to its record: `id_order.id_store` is the field
 * `id_store` there.
 */
export const outerFields = ({
  ref,
}: Pick<Field, 'ref'>): readonly { readonly key: string; readonly link: string; readonly name: string }[] =>
  (ref?.choices ? choiceFields(ref.choices) : []).flatMap((key) => {
    const [link = '', name] = key.split('.')
    return name === undefined ? [] : [{ key, link, name }]
  })

/** Values of a record under the names that the choices of its rows have for them. */
export const outerValues = (rows: Entity | undefined, link: string, record: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.values(rows?.fields ?? {})
      .flatMap(outerFields)
      .filter((outer) => outer.link === link)
      .map(({ key, name }) => [key, record[name] ?? null]),
  )

const isEmpty = (value: Json): boolean => value === null || value === ''

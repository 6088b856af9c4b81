import { choiceFields, choiceSources, isBlank } from '../../model/rules/bound-choices'
import type { Field } from '../../model/field'
import type { Json, JsonObject } from '../../model/json'
import type { Rule } from '../../model/rules/rule'

/**
 * Names of the form's fields that the choices of a reference depend on (`x-choices`), each once; of a row those of its
 * record as they are known in it.
 */
export const dependencies = (field: Field): readonly string[] =>
  field.ref?.choices ? [...new Set([...choiceFields(field.ref.choices), ...choiceSources(field.ref.choices)])] : []

/** The values of the form that are sent with a look-up: the server knows what is behind a reference. */
export const formValues = (field: Field, form: JsonObject): JsonObject =>
  Object.fromEntries(
    (field.ref?.choices ? choiceFields(field.ref.choices) : []).map((name) => [
      sourceIn(form, name),
      form[sourceIn(form, name)] ?? null,
    ]),
  )

const sourceIn = (form: JsonObject, name: string): string =>
  Object.hasOwn(form, name) ? name : (name.split('.')[0] ?? name)

/**
 * The empty fields that must be filled before anything can be chosen; none when something can be. A comparison with an
 * empty field is false, the others may be true: where the rule cannot hold, those fields are the cause.
 */
export function missingFields(field: Field, form: JsonObject): readonly string[] {
  const rule = field.ref?.choices
  if (!rule || readings(rule, form).includes(true)) return []
  return [
    ...new Set(
      choiceFields(rule)
        .filter((name) => isBlank(form, name))
        .map((name) => sourceIn(form, name)),
    ),
  ]
}

/** Values that the rule gives to every choice: the initial values of a record created in place. */
export function fixedByRule(rule: Rule | undefined, form: JsonObject): JsonObject {
  if (!rule) return {}
  if ('all' in rule) return Object.assign({}, ...rule.all.map((part) => fixedByRule(part, form))) as JsonObject
  if ('any' in rule || 'not' in rule || rule.operand.kind !== 'field' || rule.op !== 'eq') return {}
  const value =
    rule.value.kind === 'form' ? form[rule.value.field] : rule.value.kind === 'literal' ? rule.value.value : undefined
  return isEmpty(value) ? {} : { [rule.operand.field]: value ?? null }
}

type Readings = readonly boolean[]
const EITHER: Readings = [true, false]
const NEVER: Readings = [false]

/**
 * The results that the rule can have for some record: a comparison with an empty field of the form is false for all.
 */
function readings(rule: Rule, form: JsonObject): Readings {
  if ('not' in rule) return readings(rule.not, form).map((one) => !one)
  if ('operand' in rule) return rule.value.kind === 'form' && isBlank(form, rule.value.field) ? NEVER : EITHER
  const isAll = 'all' in rule
  const parts = (isAll ? rule.all : rule.any).map((part) => readings(part, form))
  return EITHER.filter((one) =>
    one === isAll ? parts.every((part) => part.includes(one)) : parts.some((part) => part.includes(one)),
  )
}

const isEmpty = (value: Json | undefined): boolean => value === undefined || value === null || value === ''

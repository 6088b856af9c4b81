import type { Entity } from '../../../model/entity'
import type { FieldError } from '../../../model/field-type'
import type { JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import type { Rule } from '../../../model/rules/rule'
import { ruleFields, rulePaths } from '../../../model/rules/rule-fields'
import { dependentsOf } from './dependents'

export type Errors = { readonly [source: string]: FieldError }
const NO_FIELDS: ReadonlySet<string> = new Set()

/** Fields of an entity whose values are known only once rows are written. */
export const lateOf = (model: Model, { name }: Entity): ReadonlySet<string> =>
  dependentsOf(model).late.get(name) ?? NO_FIELDS

/**
 * The errors without those that a value decides which is known only once rows are written: `settleSaved` reports them.
 */
export function withoutLate(
  { model, entity }: { readonly model: Model; readonly entity: Entity },
  errors: Errors,
): { [source: string]: FieldError } {
  const late = lateOf(model, entity)
  return late.size === 0
    ? { ...errors }
    : Object.fromEntries(Object.entries(errors).filter(([source, error]) => !isLate(entity, late, source, error)))
}

/**
 * The record with its late values as they are stored: what would be counted of them before its rows are written may
 * break a limit of the table that the true value keeps, and a refusal of the table names no field. `settleSaved` counts
 * them.
 */
export function withStoredLate<R extends JsonObject>(
  { model, entity }: { readonly model: Model; readonly entity: Entity },
  record: R,
  before: JsonObject | null,
): R {
  const late = lateOf(model, entity)
  return late.size === 0
    ? record
    : { ...record, ...Object.fromEntries([...late].map((name) => [name, before?.[name] ?? null])) }
}

/** The errors of a new row without those that its formulas and copies decide, which are made when the row is saved. */
export function withoutUncounted(entity: Entity, row: JsonObject, errors: Errors): Errors {
  const counted = new Set(
    Object.values(entity.fields).flatMap(({ name, formula, copy }) =>
      formula || (copy && row[name] === undefined) ? [name] : [],
    ),
  )
  return counted.size === 0
    ? errors
    : Object.fromEntries(Object.entries(errors).filter(([source, error]) => !isLate(entity, counted, source, error)))
}

/**
 * The errors of a new row without those that a value behind a reference decides, which is read when the row is saved.
 */
export function withoutBehind({ fields, checks }: Entity, errors: Errors): Errors {
  const looks = (...rules: readonly (Rule | undefined)[]): boolean =>
    rules.some((rule) => rule && rulePaths(rule).length > 0)
  const isBehind = (source: string, { key }: FieldError): boolean => {
    const { see, edit, require, set } = fields[source] ?? {}
    if (key === 'required' || key === 'not_editable') return looks(see, edit, require, set?.when)
    // A check may stand at another field than its own.
    return looks(set?.when) || checks.some(({ say, assert, when }) => say === key && looks(assert, when))
  }
  return Object.fromEntries(Object.entries(errors).filter(([source, error]) => !isBehind(source, error)))
}

/** Whether an error is about a late value: its own, a check's that looks at it, a value's that it requires. */
export function isLate(
  { fields, checks }: Entity,
  late: ReadonlySet<string>,
  source: string,
  { key, params }: FieldError,
): boolean {
  const looks = (names: readonly string[]): boolean => names.some((name) => late.has(name))
  if (late.has(source) || (key === 'formula_beyond' && late.has(String(params?.formula)))) return true
  if (key === 'required')
    return !fields[source]?.required && looks(fields[source]?.require ? ruleFields(fields[source].require) : [])
  // It may stand at another field than its own.
  const isAbout = (rule: Rule | undefined): boolean => rule !== undefined && looks(ruleFields(rule))
  return checks.some(({ say, assert, when }) => say === key && (isAbout(assert) || isAbout(when)))
}

/** Whether a rule decides by a late value what a record may be. */
export const asksLate = ({ fields, checks }: Entity, late: ReadonlySet<string>): boolean =>
  [
    ...checks.flatMap(({ assert, when }) => [assert, when]),
    ...Object.values(fields).map(({ require }) => require),
  ].some((rule) => rule && ruleFields(rule).some((name) => late.has(name)))

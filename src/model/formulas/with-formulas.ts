import type { Entity } from '../entity'
import type { Field } from '../field'
import type { JsonObject } from '../json'
import type { RuleContext } from '../rules/rule'
import { withSetValues } from '../rules/set-values'
import { isSame } from '../values/same'
import { evaluate, type Sources } from './evaluate'
import { readsOf, type Formula } from './formula'

export type FormulaField = Field & { readonly formula: Formula }

const known = new WeakMap<Entity, readonly FormulaField[]>()

/** The fields of an entity that formulas fill, each after those that it reads. */
export function formulaFields(entity: Entity): readonly FormulaField[] {
  const found = known.get(entity)
  if (found) return found
  const left = new Map(Object.values(entity.fields).flatMap((field) => (isFormula(field) ? [[field.name, field] as const] : [])))
  const ordered: FormulaField[] = []
  const take = (field: FormulaField): void => {
    // The loader refuses formulas that wait for themselves.
    if (!left.delete(field.name)) return
    for (const name of readsOf(field.formula).fields) {
      const before = left.get(name)
      if (before) take(before)
    }
    ordered.push(field)
  }
  for (const field of [...left.values()]) take(field)
  known.set(entity, ordered)
  return ordered
}

const isFormula = (field: Field): field is FormulaField => field.formula !== undefined

/** The record with the values of its formulas; the same object if nothing changes. What cannot be known here keeps its value. */
export function withFormulas<T extends JsonObject>(entity: Entity, record: T, far: JsonObject = {}, rows?: Sources['rows']): T {
  let values = record
  for (const { name, formula } of formulaFields(entity)) {
    const value = evaluate(formula, { record: { ...values, ...far }, ...(rows && { rows }) })
    if (value !== undefined && !isSame(values[name] ?? null, value)) values = { ...values, [name]: value }
  }
  return values
}

/** The record with what its formulas come to and what rules set (`x-set`), each of which the other may read. */
export function withOwnValues<T extends JsonObject>(entity: Entity, record: T, contextOf: (record: JsonObject) => RuleContext, far: JsonObject): T {
  if (formulaFields(entity).length === 0) return withSetValues(entity, record, contextOf)
  let values = record
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = withSetValues(entity, withFormulas(entity, values, far), contextOf)
    if (next === values) break
    values = next
  }
  return withFormulas(entity, values, far)
}

/** A value that a rule sets may make a formula come to what undoes the rule. */
const MAX_ROUNDS = 4

import type { Entity } from '../entity'
import type { Field } from '../field'
import { readsOf, type Formula } from './formula'

export type FormulaField = Field & { readonly formula: Formula }

const known = new WeakMap<Entity, readonly FormulaField[]>()

/** The fields of an entity that formulas fill, each after those that it reads. */
export function formulaFields(entity: Entity): readonly FormulaField[] {
  const found = known.get(entity)
  if (found) return found
  const left = new Map(
    Object.values(entity.fields).flatMap((field) => (isFormula(field) ? [[field.name, field] as const] : [])),
  )
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
  for (const field of left.values()) take(field)
  known.set(entity, ordered)
  return ordered
}

const isFormula = (field: Field): field is FormulaField => field.formula !== undefined

import type { Entity } from '../../../model/entity'
import { formulasInOrder, rowFields } from '../../../model/formulas/dependencies'
import { readsOf } from '../../../model/formulas/formula'
import { formulaFields, type FormulaField } from '../../../model/formulas/formula-fields'
import type { Model } from '../../../model/model'

/** A field that a formula fills, in a table. */
export interface FilledField {
  readonly entity: Entity
  readonly field: FormulaField
  /** It counts rows, or with a field that does: its value is known only once they are written. */
  readonly isLate: boolean
}

/** Why a change of an entity's rows changes what a formula comes to. */
type Trigger =
  /** Own fields of the same row. */
  | { readonly kind: 'own'; readonly at: number; readonly fields: ReadonlySet<string> }
  /** Fields of the row that rows with this reference read. */
  | { readonly kind: 'path'; readonly at: number; readonly ref: string; readonly fields: ReadonlySet<string> }
  /** The row is one of those counted for the record that it refers to. */
  | { readonly kind: 'rows'; readonly at: number; readonly by: string; readonly fields: ReadonlySet<string> }

/** All formulas of a Model, each after those that it reads, and what a change of an entity's rows touches. */
export interface Dependents {
  readonly counted: readonly FilledField[]
  readonly triggers: ReadonlyMap<string, readonly Trigger[]>
  /** References by which rows are counted, of each entity. */
  readonly links: ReadonlyMap<string, readonly string[]>
  /** Fields of each entity whose values are known only once rows are written. */
  readonly late: ReadonlyMap<string, ReadonlySet<string>>
}

const known = new WeakMap<Model['entities'], Dependents>()

export function dependentsOf({ entities }: Model): Dependents {
  const found = known.get(entities)
  if (found) return found
  const late = new Map<string, Set<string>>()
  const counted = formulasInOrder(entities).order.flatMap((node) => {
    const entity = entities[node.entity]
    const field = entity && formulaFields(entity).find(({ name }) => name === node.field)
    if (!entity || !field) return []
    const { fields, paths, rows } = readsOf(field.formula)
    const names = late.get(entity.name) ?? new Set<string>()
    const isBehind = paths.some((path) => late.get(entity.fields[path.ref]?.ref?.to ?? '')?.has(path.field))
    const isLate = rows.length > 0 || isBehind || fields.some((one) => names.has(one))
    if (isLate) late.set(entity.name, names.add(field.name))
    return [{ entity, field, isLate }]
  })
  const triggers = new Map<string, Trigger[]>()
  const put = (name: string, trigger: Trigger): void =>
    void triggers.set(name, [...(triggers.get(name) ?? []), trigger])
  counted.forEach(({ entity, field }, at) => {
    const { fields, paths, rows } = readsOf(field.formula)
    if (fields.length > 0) put(entity.name, { kind: 'own', at, fields: new Set(fields) })
    for (const ref of new Set(paths.map((path) => path.ref))) {
      const to = entity.fields[ref]?.ref?.to
      if (to !== undefined)
        put(to, {
          kind: 'path',
          at,
          ref,
          fields: new Set(paths.filter((path) => path.ref === ref).map((path) => path.field)),
        })
    }
    for (const part of rows) put(part.of, { kind: 'rows', at, by: part.by, fields: new Set(rowFields(part)) })
  })
  const links = new Map(
    [...triggers].map(([name, list]) => [
      name,
      [...new Set(list.flatMap((one) => (one.kind === 'rows' ? [one.by] : [])))],
    ]),
  )
  const all = { counted, triggers, links, late }
  known.set(entities, all)
  return all
}

import type { Entity } from '../entity'
import type { Field } from '../field'
import type { FieldError } from '../field-type'
import { isEditable } from '../rights/hidden'
import type { RuleContext } from '../rules/rule'
import { readsOf } from '../formulas/formula'

const NO_FIELDS: ReadonlySet<string> = new Set()

/**
 * Errors with those of formulas, whose results nobody can change, at the first field that each is counted from and that
 * the asker may fill.
 * @param opened fields that may be filled whatever their `x-edit` says: what a move asks
 */
export function toldAtReason(
  entity: Entity,
  errors: { readonly [source: string]: FieldError },
  context: RuleContext,
  opened: ReadonlySet<string> = NO_FIELDS,
): { [source: string]: FieldError } {
  const told = { ...errors }
  for (const field of Object.values(entity.fields)) {
    const { name, title, formula } = field
    if (!formula || !Object.hasOwn(told, name)) continue
    const source = reasonOf(entity, field, (read) => mayFill(read, context, opened))
    if (source === undefined) continue
    delete told[name]
    told[source] ??= { key: 'formula_beyond', params: { field: title, formula: name } }
  }
  return told
}

export const mayFill = (field: Field, context: RuleContext, opened: ReadonlySet<string>): boolean =>
  !field.formula && !field.computed && (opened.has(field.name) || isEditable(field, context))

/**
 * The first field that a formula is counted from, by its own fields, by rows and through other formulas, and that may
 * be filled.
 */
function reasonOf(entity: Entity, field: Field, mayFill: (field: Field) => boolean): string | undefined {
  if (!field.formula) return undefined
  const { fields } = entity
  const reads = readsOf(field.formula)
  const own = reads.fields.flatMap((name) => fields[name] ?? [])
  const lists = Object.values(fields).filter(({ children }) =>
    reads.rows.some(({ of, by }) => children?.of === of && children.link === by),
  )
  const filled = [...own, ...lists].find(mayFill)
  if (filled) return filled.name
  // The loader refuses formulas that wait for themselves.
  return own.map((read) => reasonOf(entity, read, mayFill)).find((name) => name !== undefined)
}

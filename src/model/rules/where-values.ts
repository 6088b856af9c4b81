import type { Json } from '../json'
import type { Rule } from './rule'

/**
 * The values that a field can have in the rows of a resource, as far as its `where` says so plainly (`eq` or `in` of
 * literals, alone or below `all`); null: any.
 */
export function whereValues(where: Rule | undefined, field: string): readonly Json[] | null {
  if (where === undefined) return null
  if ('all' in where) return where.all.map((part) => whereValues(part, field)).reduce(common, null)
  if (
    !('operand' in where) ||
    where.operand.kind !== 'field' ||
    where.operand.field !== field ||
    where.value.kind !== 'literal'
  )
    return null
  const {
    op,
    value: { value },
  } = where
  if (op === 'eq') return [value]
  return op === 'in' && Array.isArray(value) ? value : null
}

/** The values that both allow. */
function common(one: readonly Json[] | null, other: readonly Json[] | null): readonly Json[] | null {
  if (one === null || other === null) return one ?? other
  return one.filter((value) => other.includes(value))
}

import type { Json } from '../json'
import type { FormError } from './compile-form'
import type { FormField } from './form'

/**
 * Values that a condition compares with: each is looked at again at every answer, and each name that is wrong is looked
 * up among all fields.
 */
const MAX_VALUES = { one: 200, all: 1000 } as const

/**
 * Conditions that ask for more than a person would read, one error for each; asked before a form is published, so that
 * what is in force stays.
 */
export function conditionErrors(fields: readonly FormField[]): FormError[] {
  let all = 0
  return fields.flatMap(({ key, condition }): FormError[] => {
    const own = condition === undefined ? 0 : leaves(condition)
    all += own
    if (own > MAX_VALUES.one) return [{ key, at: 'condition', say: 'condition_long', what: String(MAX_VALUES.one) }]
    return all > MAX_VALUES.all ? [{ key, at: 'condition', say: 'conditions_long', what: String(MAX_VALUES.all) }] : []
  })
}

function leaves(value: Json): number {
  const inner = typeof value === 'object' && value !== null ? Object.values(value) : []
  return inner.length === 0 ? 1 : inner.reduce<number>((sum, one) => sum + leaves(one), 0)
}

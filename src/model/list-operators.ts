import type { Field } from './field'
import type { FieldType } from './field-type'
import type { Operator } from './rules/rule'

/** The operators that a list's filter offers for a field: those of rules, and those only a list has. */
export const listOperators = ({ operators, onlyInLists = [] }: FieldType): readonly Operator[] => [
  ...operators,
  ...onlyInLists,
]

/** Whether a list can stand in the order of a field; a number over rows is computed for all of them. */
export const isSortable = (field: Field, { sortable }: FieldType): boolean =>
  !field.dynamic && (sortable || field.computed?.kind === 'rollup')

/** What a number over rows is compared and sorted as; null: the field is none. */
export function rollupNumber(field: Field): Field | null {
  const { computed, virtual: _virtual, ...rest } = field
  return computed?.kind === 'rollup'
    ? { ...rest, type: computed.what === 'count' ? 'integer' : computed.money ? 'money' : 'decimal' }
    : null
}

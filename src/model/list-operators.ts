import type { FieldType } from './field-type'
import type { Operator } from './rules/rule'

/** The operators that a list's filter offers for a field: those of rules, and those only a list has. */
export const listOperators = ({ operators, onlyInLists = [] }: FieldType): readonly Operator[] => [...operators, ...onlyInLists]

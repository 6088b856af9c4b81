import type { FieldType } from './field-type'
import type { Operator } from './rules/rule'

/** What a list's filter may ask of a field: what rules may, and what only a list can. */
export const listOperators = ({ operators, onlyInLists = [] }: FieldType): readonly Operator[] => [...operators, ...onlyInLists]

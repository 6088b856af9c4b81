import type { Rule, RuleValue } from './rules/rule'

/** The life of a record: moves between the values of one enum field, which nothing else changes (`x-flow`). */
export interface Flow {
  /** The states; null: its records have none, and its moves only write. */
  readonly field: string | null
  /** The state of a new record. */
  readonly start: string | null
  readonly moves: { readonly [name: string]: Move }
  /** What people may still do to a record in a state; in a state without a lock, everything. */
  readonly locked: { readonly [state: string]: Lock }
}

export interface Lock {
  /** Fields that can be changed, the rows of `children` fields among them. */
  readonly edit: readonly string[]
  readonly remove: boolean
}

export interface Move {
  /** Spanish; in other languages `entities.<entity>.moves.<move>`. */
  readonly title: string
  readonly icon: string
  /** Something is lost by it. */
  readonly tone?: 'danger'
  readonly from: readonly string[]
  /** Null: the record stays in its state. */
  readonly to: string | null
  /** Where it is offered; nowhere, if it is automatic. */
  readonly on: readonly ('row' | 'bulk')[]
  readonly needs: 'see' | 'edit'
  /** A right of its own that roles give, below the module of the catalogue. */
  readonly right?: string
  readonly when?: Rule
  /** What the program says of each record that is read: the move is offered where it is 1. */
  readonly offer?: string
  /** Fields of the record that are asked first; those `required` must be answered. */
  readonly ask?: { readonly fields: readonly string[]; readonly required: readonly string[]; readonly tone?: 'danger' }
  /** True, or the sentence that the mover confirms. */
  readonly confirm: boolean | string
  /** Values that the move gives other fields. */
  readonly set: { readonly [field: string]: RuleValue }
  /** The field that gets its number of a series. */
  readonly series?: string
  /** The program makes it as soon as its rule holds, and nobody else does. */
  readonly automatic?: true
  /** Seconds within which the mover may take it back; absent: only where several were moved at once; 0: never. */
  readonly undo_s?: number
}

/** The states in which people cannot change a field. */
export const closedIn = ({ locked }: Flow, field: string): readonly string[] =>
  Object.entries(locked).flatMap(([state, { edit }]) => (edit.includes(field) ? [] : [state]))

/** The state of a record; one without any is at the start. Null: its flow has no states. */
export function stateOf({ field, start }: Flow, record: { readonly [field: string]: unknown }): string | null {
  const state = field === null ? null : record[field]
  return typeof state === 'string' ? state : start
}

/** Whether a move leads from the state that a record is in. */
export const leadsFrom = ({ from }: Move, state: string | null): boolean => state === null || from.includes(state)

/** The module under which roles give the right to a move. */
export const moveModule = (module: string, right: string): string => `${module}.${right}`

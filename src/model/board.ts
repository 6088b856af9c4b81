import type { Field } from './field'
import type { FieldType } from './field-type'
import type { Json, JsonObject } from './json'

/** Since when a card of a board waits, and from when on it waits long. */
export interface BoardAge {
  /** The date or moment since which it waits. */
  readonly f: string
  readonly late_s: number
  readonly very_late_s: number
  /**
   * Until when a card of a column is promised, by the column's value: late at most of that time, very late from its end
   * on.
   */
  readonly until?: { readonly [column: string]: string }
  /** The columns whose cards wait; absent: all but the ends of a flow. */
  readonly in?: readonly string[]
}

/** What `GET {endpoint}/board` answers: the list of the same filters, divided by the values of a field. */
export interface BoardAnswer {
  /** The field whose values are the columns. */
  readonly by: string
  /** The records of all columns. */
  readonly total: number
  readonly columns: readonly BoardColumn[]
  /** Columns beyond those that a board shows, and their records; absent: there are none. */
  readonly others?: { readonly columns: number; readonly count: number }
}

export interface BoardColumn {
  /** Null: the records without a value. */
  readonly value: string | number | null
  readonly label: string
  /** `#rrggbb` or a tone's name; absent: it has none. */
  readonly color?: string
  readonly count: number
  /** What the number of the board comes to in all its records; absent: none is summed. */
  readonly sum?: Json
  /** The first records, in the list's order. */
  readonly items: readonly JsonObject[]
  /** Where the list filtered by this value goes on; absent: these are all. */
  readonly after?: string
}

/** The text by which a call names a column: that of its value, empty for the records without one. */
export const columnKey = (value: Json | undefined): string =>
  value === null || value === undefined ? '' : String(value)

/** Whether the values of a field can be the columns of a board: a choice, a flag or a reference. */
export const isDivider = (field: Field, { name }: FieldType): boolean =>
  !field.virtual && !field.secret && (name === 'enum' || name === 'flag' || field.ref !== undefined)

/** Whether a number can be summed for each column. */
export const isSummable = ({ virtual, secret }: Field, { counts }: FieldType): boolean =>
  !virtual && !secret && (counts?.as === 'number' || counts?.as === 'duration')

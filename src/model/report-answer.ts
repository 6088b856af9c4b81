import type { JsonObject } from './json'
import type { StatAnswer } from './stat-answer'

/** What `GET /api/admin/<report>` answers. */
export interface ReportAnswer {
  /** The answer of each block that the asker sees, by its id. */
  readonly dash: { readonly [block: string]: BlockAnswer }
  /** When it was counted. */
  readonly as_of: string
  /** The days that it is about, on the company's clock; null: all. */
  readonly from: string | null
  readonly to: string | null
  /** Of a report whose first block is a table: its rows, as a list answers. */
  readonly items?: readonly JsonObject[]
  readonly total?: number
}

export type BlockAnswer = StatAnswer | TableAnswer | RowsAnswer

/** Numbers for each value of a field. */
export interface TableAnswer {
  readonly id: string
  /**
   * `id` (of time: its start), `name`, the columns by their names; `filters`: the list's filters that find its rows,
   * `parts` those of columns that count some of them; `lacking`: rows that hide what a column adds up, by its name.
   */
  readonly items: readonly JsonObject[]
  /** How many values there are. */
  readonly total: number
  /** The numbers over the rows of all values. */
  readonly totals: JsonObject
  readonly lacking?: { readonly [column: string]: number }
  /** The list's filters that find the rows of all values; null where no address says it. */
  readonly filters: JsonObject | null
}

/** The first records of a list. */
export interface RowsAnswer {
  readonly id: string
  /** As the list has them. */
  readonly items: readonly JsonObject[]
  readonly total: number
  /** The list's filters that find all of them. */
  readonly filters: JsonObject
}

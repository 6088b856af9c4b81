import type { Json, JsonObject } from './json'
import type { Each } from './stat'

/** A number, as `GET {endpoint}/stats` answers it. */
export interface StatAnswer {
  readonly id: string
  /** Over all rows: a number, for a field its type's value; null where there is nothing to take a mean of. */
  readonly value: Json
  /** Rows that it is over. */
  readonly count: number
  /**
   * How many of them hide from the asker what is added up, where some do: the value is of the others, and null where
   * there are none.
   */
  readonly lacking?: number
  /** The list's filters that find those rows (of a share, those that it counts); null where no address says it. */
  readonly filters: JsonObject | null
  /** The same over the like time before; absent: none was asked for, or the list has no first day. */
  readonly before?: Json
  readonly parts?: readonly StatPart[]
  /** The lengths of time that were taken: longer ones where those of metadata would be too many. */
  readonly each?: Each
  /**
   * Of a map: what contains all cells that are told; null where there are none. The cells are asked for by box (`GET
   * {endpoint}/heat`).
   */
  readonly extent?: readonly [west: number, south: number, east: number, north: number] | null
  /** Of a reference with more values than are named. */
  readonly others?: {
    readonly parts: number
    readonly value: Json
    readonly count: number
    readonly lacking?: number
    readonly filters: JsonObject | null
  }
}

export interface StatPart {
  /**
   * A choice, an id, the start of a length of time (`2026-11-23`; an hour as an instant; the number of an hour of the
   * week); null: rows without a value.
   */
  readonly key: string | null
  /** Null: it has no name of its own. */
  readonly label: string | null
  readonly value: Json
  readonly count: number
  readonly lacking?: number
  readonly filters: JsonObject | null
  /** The part divided again. */
  readonly split?: readonly Omit<StatPart, 'split'>[]
}

/** The cells of a map, as `GET {endpoint}/heat` answers them. */
export interface HeatAnswer {
  /** 2^level cells go around the earth: the one asked for, or a wider one where those would be too many. */
  readonly level: number
  /** Column and line (see `heat-grid`), rows, and what is measured. Cells of fewer than three rows are not told. */
  readonly cells: readonly HeatCell[]
  readonly as_of: string
}

export type HeatCell = readonly [x: number, y: number, n: number, value: Json]

import type { JsonObject } from './json'

/** Wire key of the place of a row that other rows keep: `{ at, colour, since }`. */
export const PLACE_KEY = '__place'

/** Rows that lie close together: how many, the middle of them, and the cell they are counted in. */
export interface MapCluster {
  readonly n: number
  readonly lat: number
  readonly lng: number
  readonly box: readonly [west: number, south: number, east: number, north: number]
}

/** The answer of `GET {endpoint}/map`. */
export interface MapAnswer {
  /** Rows of the list; absent where it was not asked for. */
  readonly total?: number
  /** Those of them that have a place. */
  readonly placed?: number
  /** What contains all places; null: there is none. */
  readonly extent?: readonly [west: number, south: number, east: number, north: number] | null
  /** The rows, where they are few. */
  readonly items?: readonly JsonObject[]
  /** In place of them, where they are many. */
  readonly clusters?: readonly MapCluster[]
}

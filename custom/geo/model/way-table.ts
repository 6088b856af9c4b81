/**
 * Ways between all places of a list, row by row: from `a` to `b` at `a * places + b`. Each place is no seconds and
 * metres from itself.
 */
export interface WayTable {
  readonly seconds: Float64Array
  readonly metres: Float64Array
  /** Who measured them: `osrm`, `valhalla`, `google`, a street graph, or `straight`. */
  readonly source: string
}

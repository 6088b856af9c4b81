/** Counts and sums of an entity's rows, gathered by lengths of time and by the values of some fields. */
export interface Rollup {
  readonly each: 'hour' | 'day'
  /** The moment or day by which rows are gathered. */
  readonly at: string
  readonly by: readonly string[]
  readonly sum: readonly string[]
}

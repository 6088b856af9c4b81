/** The ids of the records that have all words of a search (`all`; null: too many to name), or one of them (by the word, where few have it). */
export interface FoundIn {
  readonly all: readonly number[] | null
  readonly each: ReadonlyMap<string, readonly number[]>
}

/** What is known of a search before its list is read. */
export interface SearchFound {
  readonly text: string
  /** Few records match: they are found by their indexes first and put in order then. Of a common word the newest that match are soon met along the order. */
  readonly isRare: boolean
  /** By the reference that is searched. */
  readonly by: ReadonlyMap<string, FoundIn>
}

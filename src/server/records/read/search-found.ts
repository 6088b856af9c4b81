/**
 * The ids of the records that have all words of a search (`all`; null: too many to name), or one of them (by the word,
 * where few have it).
 */
export interface FoundIn {
  readonly all: readonly number[] | null
  readonly each: ReadonlyMap<string, readonly number[]>
}

/** What was looked up of the records that are referred to: a search of many catalogues asks each of them once. */
export type LookedUp = Map<string, Promise<FoundIn>>

/** What is known of a search before its list is read. */
export interface SearchFound {
  readonly text: string
  /**
   * Few records match, and all of them are gathered. Of a common word the newest that match are soon met along the
   * order.
   */
  readonly isRare: boolean
  /** Records found by their own texts, or where it is rare by any way; null: not gathered. */
  readonly gathered: readonly number[] | null
  /** Words that many records have in their own texts: an index would name half the table for them. */
  readonly common: ReadonlySet<string>
  /** By the reference that is searched. */
  readonly by: ReadonlyMap<string, FoundIn>
}

import type { Tx } from '../../platform/database/database'

/** Whose account: the house's without `of`. */
export interface BookedAccount {
  readonly kind: string
  readonly of?: { readonly entity: string; readonly id: number }
}

/** What a record enters into the books. */
export interface BooksEntry {
  /** The same for every try. */
  readonly key: string
  readonly kind: string
  readonly source: { readonly table: string; readonly id: number }
  /** Null: the house's. */
  readonly currency: string | null
  readonly text: string | null
  /** Amounts in the currency's units, with two decimals at most. */
  readonly lines: readonly { readonly amount: string; readonly from: BookedAccount; readonly to: BookedAccount }[]
  readonly now: Date
  /** Row of `users`; null: the program itself. */
  readonly who: number | null
}

/** How a feature keeps the books that metadata enters into (`x-posts`), in the transaction of the write. */
export interface BooksKeeper {
  /** What comes to nothing is no entry; the same key twice is one. */
  enter(tx: Tx, entry: BooksEntry): Promise<void>
  /** An entry that is not there has nothing to take back. */
  takeBack(tx: Tx, entry: Pick<BooksEntry, 'key' | 'now' | 'who'>): Promise<void>
  /** Whether an entry is there. */
  stands(tx: Tx, key: string): Promise<boolean>
}

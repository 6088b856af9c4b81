import type { Db, KeptRows } from '#engine/server'
import type { FareBook } from './book'
import { BOOK_TABLES, readFareBook } from './read-book'

// A change notice may get lost with a connection: the book is then stale for this long at most.
const KEEP_MS = 60_000

const books = new WeakMap<Db, { readonly book: Promise<FareBook>; readonly read_ms: number }>()

/** The book of a database, read again after one of its tables has changed. */
export function bookOf(db: Db): Promise<FareBook> {
  const kept = books.get(db)
  if (kept && performance.now() - kept.read_ms < KEEP_MS) return kept.book
  const book = readFareBook(db)
  books.set(db, { book, read_ms: performance.now() })
  // A failure is not kept: the next call asks again.
  book.catch(() => {
    if (books.get(db)?.book === book) books.delete(db)
  })
  return book
}

/** Which tables make a kept book stale. */
export const keptBook: KeptRows = {
  tables: BOOK_TABLES,
  forget: (db) => {
    books.delete(db)
  },
}

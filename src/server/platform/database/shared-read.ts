import type { Db } from './database'

/**
 * A value that is read once for all who ask, and kept until it is forgotten or old. Who asks by another connection than
 * the one that is reading does not wait for it: a transaction that holds the only connection would wait for a reader
 * who waits for its end.
 */
export class SharedRead<T> {
  readonly #read: (from: Db) => Promise<T>
  readonly #keep_ms: number
  #kept: { readonly value: T; readonly read_ms: number } | null = null
  #reading: { readonly from: Db; readonly value: Promise<T> } | null = null

  /** @param keep_ms a notice of a change may get lost with a connection: what is kept is renewed after this long */
  constructor(read: (from: Db) => Promise<T>, keep_ms: number) {
    this.#read = read
    this.#keep_ms = keep_ms
  }

  /** A failure is not kept: the next call asks again. */
  by(from: Db): Promise<T> {
    if (this.#kept && Date.now() - this.#kept.read_ms < this.#keep_ms) return Promise.resolve(this.#kept.value)
    if (this.#reading?.from === from) return this.#reading.value
    const mine = { from, value: this.#read(from) }
    const read_ms = Date.now()
    this.#reading = mine
    // What was forgotten while it was read, or is read anew by somebody else, is not kept.
    const settle = (value: T | null): void => {
      if (this.#reading !== mine) return
      this.#reading = null
      this.#kept = value === null ? null : { value, read_ms }
    }
    mine.value.then(settle, () => settle(null))
    return mine.value
  }

  forget(): void {
    this.#kept = null
    this.#reading = null
  }
}

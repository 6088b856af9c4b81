import type { Kysely, Transaction } from 'kysely'
import type { DatabaseContext, TransactionContext } from './database-context'

/** Tables come from metadata, so their names and columns are checked against the Model, not by the compiler. */
export type Tables = { [table: string]: { [column: string]: unknown } }
export type Db = Kysely<Tables> & { readonly context: DatabaseContext }
/** A write takes this as its first, required argument. */
export type Tx = Transaction<Tables> & { readonly context: TransactionContext }

export interface Database {
  readonly db: Db
  readonly engine: 'pglite' | 'postgres'
  /**
   * One transaction, READ COMMITTED; a throw rolls back. Never use `db` inside it: on PGlite that would wait forever.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Rows in keyset-sized batches without holding them all; `text` is compiled SQL. */
  stream(
    text: string,
    params: readonly unknown[],
    batchRows: number,
  ): AsyncIterable<readonly { [column: string]: unknown }[]>
  /**
   * NOTIFY payloads of a channel; returns how to stop. After a lost connection the listener gets '' once: some payloads
   * may have been missed, so anything cached because of them must be read again.
   */
  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>
  /**
   * A lock by name that one process at a time holds until it releases it, closes the database or dies; null: it is
   * taken. It keeps no transaction and no pooled connection open.
   */
  tryLock(name: string): Promise<HeldLock | null>
  close(): Promise<void>
}

export interface HeldLock {
  /** Aborts when the lock was lost with its connection: another process may have it now. */
  readonly lost: AbortSignal
  release(): Promise<void>
}

/** `postgres://...`, a folder for PGlite, or `memory:` (PGlite without a folder, for tests). */
export type DatabaseAddress = string

import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Client, PoolClient } from 'pg'
import { opensOrEnds, runPrepared } from './prepared'

/** A connection for as long as one holder has it. */
export class Turn implements PostgresPoolClient {
  readonly #client: Client | PoolClient
  #pass: (() => void) | null
  #inTransaction = false

  constructor(client: Client | PoolClient, pass: () => void) {
    this.#client = client
    this.#pass = pass
  }

  query<R>(text: string, params: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(
    query: string | PostgresCursor<R>,
    params: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof query !== 'string') throw new Error('The connection takes no driver cursors: use Database.stream.')
    if (!this.#pass) throw new Error('This connection was already returned to the pool.')
    const inTransaction = this.#inTransaction
    this.#inTransaction = opensOrEnds(query, inTransaction)
    return runPrepared<PostgresQueryResult<R>>(this.#client, query, params, inTransaction)
  }

  release(): void {
    this.#pass?.()
    this.#pass = null
  }
}

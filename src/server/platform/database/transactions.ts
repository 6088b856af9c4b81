import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Db } from './database'
import type { TransactionContext } from './database-context'
import { isOutdatedPlan } from './prepared'
import { withContext } from './with-context'

/** `db` was used inside a transaction of the same database, where only `tx` may be. */
export class NestedUseError extends Error {
  constructor() {
    super(
      '`db` was used inside a transaction: pass the transaction `tx` down instead. With one connection this would wait for itself for ever.',
    )
    this.name = 'NestedUseError'
  }
}

/** Which transaction the running code is in; one per database. */
export class TransactionScope {
  readonly #inside: AsyncLocalStorage<{ open: boolean }> | null

  /** @param checks false: nothing is followed, and nothing refused */
  constructor(checks = true) {
    this.#inside = checks ? new AsyncLocalStorage() : null
  }

  /** @throws {NestedUseError} when called from within the work of an open transaction. */
  assertOutside(): void {
    if (this.#inside?.getStore()?.open) throw new NestedUseError()
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#inside) return work()
    const here = { open: true }
    try {
      return await this.#inside.run(here, work)
    } finally {
      // What the work left running (a late log line) may use `db` again.
      here.open = false
    }
  }
}

const RETRIES = 3
/** serialization_failure, deadlock_detected: nothing was written, the same work may be retried. */
const WORTH_RETRYING = new Set(['40001', '40P01'])

/** Also where another server has altered a table that a statement was prepared for: it is prepared again. */
const isWorthRetrying = (error: unknown): boolean =>
  WORTH_RETRYING.has(String((error as { code?: unknown }).code)) || isOutdatedPlan(error)

export function transactionsOf(db: Db, scope: TransactionScope): Database['transaction'] {
  return async (work) => {
    for (let attempt = 0; ; attempt++) {
      try {
        const context: TransactionContext = { ...db.context }
        return await db.transaction().execute((tx) => scope.run(() => work(withContext(tx, context))))
      } catch (error) {
        if (attempt === RETRIES || !isWorthRetrying(error)) throw error
        await sleep(10 + Math.random() * 50 * (attempt + 1))
      }
    }
  }
}

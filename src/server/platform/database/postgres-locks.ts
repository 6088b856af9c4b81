import type { Client, ClientConfig } from 'pg'
import type { HeldLock } from './database'
import { OwnConnection } from './own-connection'

/**
 * Advisory locks by name on a connection of their own, opened with the first lock: a lock lives as long as its holder's
 * process, not as long as a transaction, and a killed process releases it with its connection.
 */
export class PostgresLocks {
  readonly #connection: OwnConnection
  readonly #held = new Map<string, AbortController>()
  // One statement after another, as the driver requires.
  #last: Promise<unknown> = Promise.resolve()

  constructor(config: ClientConfig, log: (line: string) => void) {
    this.#connection = new OwnConnection(config, {
      failed: (error) => {
        if (!this.#connection.isClosed) log(`the connection that holds locks failed: ${error.message}`)
      },
      lost: () => this.#lost(),
    })
  }

  readonly tryLock = async (name: string): Promise<HeldLock | null> => {
    // PostgreSQL would give the same connection the same lock twice.
    if (this.#connection.isClosed || this.#held.has(name)) return null
    const lost = new AbortController()
    this.#held.set(name, lost)
    try {
      const client = await this.#connection.connected()
      if (!(await this.#ask(client, 'pg_try_advisory_lock', name))) {
        this.#held.delete(name)
        return null
      }
      return { lost: lost.signal, release: () => this.#release(client, name, lost) }
    } catch (error) {
      this.#held.delete(name)
      throw error
    }
  }

  readonly close = (): Promise<void> => this.#connection.close()

  async #release(client: Client, name: string, lost: AbortController): Promise<void> {
    if (this.#held.get(name) !== lost) return
    await this.#ask(client, 'pg_advisory_unlock', name).catch(() => {})
    this.#held.delete(name)
  }

  #ask(client: Client, verb: 'pg_try_advisory_lock' | 'pg_advisory_unlock', name: string): Promise<boolean> {
    const asked = this.#last.then(async () => {
      const { rows } = await client.query<{ done: boolean }>(`select ${verb}(hashtextextended($1, 0)) as done`, [name])
      return rows[0]?.done === true
    })
    this.#last = asked.catch(() => {})
    return asked
  }

  #lost(): void {
    const lost = [...this.#held.values()]
    this.#held.clear()
    for (const controller of lost) controller.abort()
  }
}

import { Client, type ClientConfig } from 'pg'
import type { HeldLock } from './database'

/**
 * Advisory locks by name on a connection of their own, opened with the first lock: a lock lives as long as its holder's process,
 * not as long as a transaction, and a killed process releases it with its connection.
 */
export class PostgresLocks {
  readonly #config: ClientConfig
  readonly #log: (line: string) => void
  readonly #held = new Map<string, AbortController>()
  #client: Promise<Client> | null = null
  #closed = false
  // One statement after another, as the driver requires.
  #last: Promise<unknown> = Promise.resolve()

  constructor(config: ClientConfig, log: (line: string) => void) {
    this.#config = config
    this.#log = log
  }

  readonly tryLock = async (name: string): Promise<HeldLock | null> => {
    // PostgreSQL would give the same connection the same lock twice.
    if (this.#closed || this.#held.has(name)) return null
    const lost = new AbortController()
    this.#held.set(name, lost)
    try {
      const client = await this.#connected()
      if (!await this.#ask(client, 'pg_try_advisory_lock', name)) {
        this.#held.delete(name)
        return null
      }
      return { lost: lost.signal, release: () => this.#release(client, name, lost) }
    } catch (error) {
      this.#held.delete(name)
      throw error
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#client?.then((client) => client.end(), () => {})
  }

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

  #connected(): Promise<Client> {
    this.#client ??= this.#connect().catch((error: unknown) => {
      this.#client = null
      throw error
    })
    return this.#client
  }

  async #connect(): Promise<Client> {
    const client = new Client(this.#config)
    client.on('error', (error) => { if (!this.#closed) this.#log(`the connection that holds locks failed: ${error.message}`) })
    client.on('end', () => this.#lost())
    await client.connect()
    return client
  }

  #lost(): void {
    this.#client = null
    const lost = [...this.#held.values()]
    this.#held.clear()
    for (const controller of lost) controller.abort()
  }
}

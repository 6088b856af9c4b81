import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Client } from 'pg'
import type { TransactionScope } from './transactions'
import { Turn } from './turn'

/** A pool of one connection: who asks waits for his turn, so nobody gets into another's open transaction. */
export class OneConnection implements PostgresPool {
  readonly #client: Client
  readonly #scope: TransactionScope
  readonly #waiting: (() => void)[] = []
  #taken = false
  #closed = false
  #lastUse_ms = Date.now()

  constructor(client: Client, scope: TransactionScope) {
    this.#client = client
    this.#scope = scope
  }

  /** How long nobody has asked for the connection; 0 while it is taken. */
  get idle_ms(): number {
    return this.#taken ? 0 : Date.now() - this.#lastUse_ms
  }

  async connect(): Promise<PostgresPoolClient> {
    this.#scope.assertOutside()
    if (this.#closed) throw new Error('The database is closed.')
    if (this.#taken) await new Promise<void>((turn) => this.#waiting.push(turn))
    this.#taken = true
    return new Turn(this.#client, () => this.#pass())
  }

  get taken(): boolean {
    return this.#taken
  }

  /** Waits for everyone who asked before; who asks later is refused. */
  async close(): Promise<void> {
    const turn = this.connect()
    this.#closed = true
    await turn
  }

  async end(): Promise<void> {}

  #pass(): void {
    this.#lastUse_ms = Date.now()
    const next = this.#waiting.shift()
    if (next) next()
    else this.#taken = false
  }
}

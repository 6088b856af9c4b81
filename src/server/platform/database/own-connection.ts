import { Client, type ClientConfig } from 'pg'

/** What is done with a connection of its own. */
interface Uses {
  /** Before it connects. */
  prepare?(client: Client): void
  /** It failed while it was open. */
  failed(error: Error): void
  /** It ended: the next use makes another. */
  lost(): void
}

/** A connection beside the pool, opened at first use and again after it was lost. */
export class OwnConnection {
  readonly #config: ClientConfig
  readonly #uses: Uses
  #client: Promise<Client> | null = null
  #isClosed = false

  constructor(config: ClientConfig, uses: Uses) {
    this.#config = config
    this.#uses = uses
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  connected(): Promise<Client> {
    this.#client ??= this.#connect().catch((error: unknown) => {
      this.#client = null
      throw error
    })
    return this.#client
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client?.then(
      (client) => client.end(),
      () => {},
    )
  }

  async #connect(): Promise<Client> {
    const client = new Client(this.#config)
    this.#uses.prepare?.(client)
    client.on('error', (error) => this.#uses.failed(error))
    await client.connect()
    client.on('end', () => {
      this.#client = null
      this.#uses.lost()
    })
    return client
  }
}

import { Client, type ClientConfig } from 'pg'
import { Channels } from './channels'
import type { Database } from './database'

/** LISTEN on a connection of its own, opened at first use and opened again whenever it is lost. */
export class PostgresListener {
  readonly #config: ClientConfig
  readonly #log: (line: string) => void
  readonly #channels: Channels
  #client: Promise<Client> | null = null
  #retry: NodeJS.Timeout | undefined
  #closed = false

  constructor(config: ClientConfig, log: (line: string) => void) {
    this.#config = config
    this.#log = log
    this.#channels = new Channels(async (statement) => (await this.#connected()).query(statement), log)
  }

  readonly listen: Database['listen'] = (channel, hear) => this.#channels.listen(channel, hear)

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    await this.#client?.then((client) => client.end(), () => {})
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
    client.on('notification', ({ channel, payload }) => this.#channels.tell(channel, payload ?? ''))
    client.on('error', (error) => this.#log(`the listening connection failed: ${error.message}`))
    await client.connect()
    client.on('end', () => this.#lost())
    return client
  }

  #lost(): void {
    this.#client = null
    if (this.#closed) return
    this.#retry = setTimeout(() => this.#channels.renew().catch(() => this.#lost()), 2000).unref()
  }
}

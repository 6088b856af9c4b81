import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { type ClientConfig, Pool } from 'pg'
import { batchesOnOwnConnection } from './cursor'
import type { Database, Tables } from './database'
import { OwnConnection } from './own-connection'
import { PostgresLocks } from './postgres-locks'
import { rawForms } from './raw-forms'
import { TransactionScope, transactionsOf } from './transactions'
import { Turn } from './turn'
import { withContext } from './with-context'
import { Channels } from './channels'

/** LISTEN on a connection of its own, opened at first use and reopened whenever it is lost. */
class PostgresListener {
  readonly #channels: Channels
  readonly #connection: OwnConnection
  #retry: NodeJS.Timeout | undefined

  constructor(config: ClientConfig, log: (line: string) => void) {
    this.#connection = new OwnConnection(config, {
      prepare: (client) =>
        void client.on('notification', ({ channel, payload }) => this.#channels.notify(channel, payload ?? '')),
      failed: (error) => log(`the listening connection failed: ${error.message}`),
      lost: () => this.#lost(),
    })
    this.#channels = new Channels(async (statement) => (await this.#connection.connected()).query(statement), log)
  }

  readonly listen: Database['listen'] = (channel, listener) => this.#channels.listen(channel, listener)

  async close(): Promise<void> {
    clearTimeout(this.#retry)
    await this.#connection.close()
  }

  #lost(): void {
    if (this.#connection.isClosed) return
    this.#retry = setTimeout(() => this.#channels.renew().catch(() => this.#lost()), 2000).unref()
  }
}

interface PostgresOptions {
  readonly log: (line: string) => void
  /** Connections of the pool; one more listens, one more holds locks. */
  readonly poolSize: number
  /** The server ends a single statement of a request that takes longer. */
  readonly statementTimeout_s: number
  /** Whether a use of `db` inside a transaction is an error. */
  readonly checksNesting: boolean
}

/**
 * What every connection begins with. Compiling a statement takes a second where a query joins much and reads little.
 * What random_page_cost says where nobody has set it is of turning disks: sixteen names of a page were looked for by
 * reading all of two thousand.
 */
const SETTINGS = `set time zone 'UTC'; set jit = off;
  select set_config('random_page_cost', '1.1', false) from pg_settings where name = 'random_page_cost' and source = 'default'`

/** A PostgreSQL server behind a pool. @throws when it cannot be reached, refuses the account, or is not UTF-8. */
export async function openPostgres(url: string, options: PostgresOptions): Promise<Database> {
  const config: ClientConfig = {
    connectionString: url,
    application_name: 'admin-server',
    types: rawForms,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  }
  const pool = new Pool({
    ...config,
    max: options.poolSize,
    statement_timeout: options.statementTimeout_s * 1000,
    // A request that died between two statements of its transaction releases its locks.
    idle_in_transaction_session_timeout: 60_000,
    onConnect: (client) => client.query(SETTINGS),
  })
  // Without a listener, a lost connection would end the process: the pool listens for idle ones, the client for taken
  // ones.
  let closing = false
  pool.on('error', (error) => {
    if (!closing) options.log(`an idle database connection failed: ${error.message}`)
  })
  pool.on('connect', (client) => client.on('error', () => {}))
  await assertUsable(pool).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })

  const scope = new TransactionScope(options.checksNesting)
  const guarded: PostgresPool = {
    connect: async () => {
      scope.assertOutside()
      const client = await pool.connect()
      return new Turn(client, () => {
        // Whoever got it next would work inside of it, and fail for ever where it has failed.
        const isOpen = client.getTransactionStatus() !== 'I'
        if (isOpen) options.log('a connection came back with its transaction open, and was closed')
        client.release(isOpen)
      })
    },
    end: () => pool.end(),
  }
  const db = withContext(new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guarded }) }), {})
  const listener = new PostgresListener(config, options.log)
  const locks = new PostgresLocks(config, options.log)
  return {
    db,
    engine: 'postgres',
    transaction: transactionsOf(db, scope),
    stream: (text, params, batchRows) => batchesOnOwnConnection(guarded, text, params, batchRows),
    listen: listener.listen,
    tryLock: locks.tryLock,
    close: async () => {
      closing = true
      await Promise.all([listener.close(), locks.close()])
      await db.destroy()
      if (!pool.ended) await pool.end()
    },
  }
}

async function assertUsable(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ server_encoding: string }>('show server_encoding')
  const encoding = rows[0]?.server_encoding
  if (encoding !== 'UTF8') throw new Error(`The database has the encoding ${encoding}; create it with encoding UTF8.`)
}

import { Kysely, PostgresDialect, type PostgresPoolClient, type PostgresPool } from 'kysely'
import { join, dirname } from 'node:path'
import { Client, escapeIdentifier } from 'pg'
import { Channels } from './channels'
import { batchesBetweenOthers } from './cursor'
import type { Database, Tables } from './database'
import { lockFolder } from './folder-lock'
import { PgliteWire } from './pglite-wire'
import { rawForms } from './raw-forms'
import { TransactionScope, transactionsOf } from './transactions'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Turn } from './turn'
import { withContext } from './with-context'

/** A pool of one connection: callers wait for their turn, so nobody gets into another's open transaction. */
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

  /** How long the connection has been idle; 0 while it is taken. */
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

  /** Waits for all earlier callers; later ones are refused. */
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

const LOOK_EVERY_MS = 30_000
const IDLE_MS = 3_000

/**
 * Does what autovacuum does on a server and PGlite lacks: vacuums and analyses a table after many changes, one table at
 * a time, when nobody is waiting. Returns how to stop.
 */
function vacuumWhenIdle(connection: OneConnection, log: (line: string) => void): () => void {
  let running = false
  const look = async () => {
    if (running || connection.idle_ms < IDLE_MS) return
    running = true
    await vacuumDue(connection).catch((error: unknown) => log(`vacuum failed: ${String(error)}`))
    running = false
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref()
  return () => clearInterval(timer)
}

/** Vacuums and analyses the tables that are due, one per turn, until somebody else needs the connection. */
export async function vacuumDue(connection: OneConnection): Promise<readonly string[]> {
  const done: string[] = []
  for (const table of await withTurn(connection, tablesDue)) {
    if (connection.taken) break
    await withTurn(connection, (client) => client.query(`vacuum (analyze) ${escapeIdentifier(table)}`, []))
    done.push(table)
  }
  return done
}

/** Tables past PostgreSQL's own autovacuum thresholds (50 rows + 20 % dead, 50 + 10 % changed), most changed first. */
async function tablesDue(client: PostgresPoolClient): Promise<string[]> {
  // Otherwise this session's changes are counted only later.
  await client.query('select pg_stat_force_next_flush()', [])
  const { rows } = await client.query<{ relname: string }>(
    `select relname from pg_stat_user_tables where schemaname = 'public'
      and (n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup)
      order by n_mod_since_analyze desc`,
    [],
  )
  return rows.map((row) => row.relname)
}

async function withTurn<T>(connection: OneConnection, work: (client: PostgresPoolClient) => Promise<T>): Promise<T> {
  const client = await connection.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

/** Locks within one process: for a database that no other process can open. */
function ownLocks(): Database['tryLock'] {
  const held = new Set<string>()
  // Never lost: there is no connection to lose it with.
  const lost = new AbortController().signal
  return async (name) => {
    if (held.has(name)) return null
    held.add(name)
    let released = false
    return {
      lost,
      async release() {
        // A second release must not free somebody else's lock.
        if (!released) held.delete(name)
        released = true
      },
    }
  }
}

/**
 * Where an empty initialised database is kept for memory databases (tests), named by the version of PGlite that made
 * it.
 */
export function templatePath(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const home = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  return join(dirname(dirname(home)), '.cache', `pglite-${version}-empty.tar`)
}

/**
 * The embedded PostgreSQL in a worker thread: data in `folder` (locked against a second process, which would destroy
 * it), or in memory.
 * @throws {FolderInUseError} when another process has the folder
 */
export async function openPglite(folder: string | null, log: (line: string) => void): Promise<Database> {
  const lock = folder === null ? null : await lockFolder(folder)
  const wire = await PgliteWire.open(folder && join(folder, 'pg'), folder === null ? templatePath() : null).catch(
    async (error: unknown) => {
      await lock?.release()
      throw error
    },
  )
  const client = new Client({ stream: () => wire, user: 'postgres', database: 'postgres', types: rawForms })
  client.on('error', (error) => log(error.message))
  await client.connect()
  await client.query("set time zone 'UTC'")

  const scope = new TransactionScope()
  const connection = new OneConnection(client, scope)
  const db = withContext(new Kysely<Tables>({ dialect: new PostgresDialect({ pool: connection }) }), {})
  const channels = new Channels(async (statement) => {
    const turn = await connection.connect()
    await turn.query(statement, []).finally(() => turn.release())
  }, log)
  client.on('notification', ({ channel, payload }) => channels.notify(channel, payload ?? ''))
  const stopVacuum = folder === null ? () => {} : vacuumWhenIdle(connection, log)

  const close = async () => {
    stopVacuum()
    // Takes the last turn: earlier callers are served first.
    await connection.close()
    const ended = client.end()
    await wire.close()
    await ended
    await lock?.release()
  }
  let closing: Promise<void> | undefined
  return {
    db,
    engine: 'pglite',
    transaction: transactionsOf(db, scope),
    stream: (text, params, batchRows) => batchesBetweenOthers(connection, text, params, batchRows),
    listen: (channel, listener) => channels.listen(channel, listener),
    // No other process can have the folder.
    tryLock: ownLocks(),
    close: () => (closing ??= close()),
  }
}

import type { PostgresPoolClient } from 'kysely'
import { escapeIdentifier } from 'pg'
import type { OneConnection } from './one-connection'

const LOOK_EVERY_MS = 30_000
const IDLE_MS = 3_000

/**
 * Does what autovacuum does on a server and PGlite has not: cleans and measures a table after many changes, one table a time, when
 * nobody is waiting. Returns how to stop.
 */
export function vacuumWhenIdle(connection: OneConnection, log: (line: string) => void): () => void {
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

/** Vacuums and analyses the tables that are due, one a turn, until somebody else wants the connection. */
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
  // What this session changed is counted a while later otherwise.
  await client.query('select pg_stat_force_next_flush()', [])
  const { rows } = await client.query<{ relname: string }>(
    `select relname from pg_stat_user_tables where schemaname = 'public'
      and (n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup)
      order by n_mod_since_analyze desc`, [])
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

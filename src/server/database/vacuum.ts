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
    try {
      for (const table of await withTurn(connection, tablesDue)) {
        if (connection.waiting) return
        await withTurn(connection, (client) => client.query(`vacuum (analyze) ${escapeIdentifier(table)}`, []))
      }
    } catch (error) {
      log(`vacuum failed: ${String(error)}`)
    } finally {
      running = false
    }
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref()
  return () => clearInterval(timer)
}

/** Tables past PostgreSQL's own autovacuum thresholds (50 rows + 20 % dead, 50 + 10 % changed), most changed first. */
export async function tablesDue(client: PostgresPoolClient): Promise<string[]> {
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

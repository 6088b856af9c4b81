import type { PostgresPool, PostgresPoolClient } from 'kysely'

type Rows = readonly { [column: string]: unknown }[]
let count = 0

/** Batches of one query from a cursor in a read-only transaction, which holds a connection of its own meanwhile. */
export async function* batchesOnOwnConnection(
  pool: PostgresPool,
  text: string,
  params: readonly unknown[],
  batchRows: number,
): AsyncGenerator<Rows> {
  const client = await pool.connect()
  try {
    await client.query('begin read only', [])
    // Enough for the longest export and a slow reader between two batches; a forgotten one still ends.
    await client.query("set local statement_timeout = '30min'", [])
    await client.query("set local idle_in_transaction_session_timeout = '10min'", [])
    // All rows are needed, not the first ones quickly.
    await client.query('set local cursor_tuple_fraction = 1', [])
    await client.query(`declare batches no scroll cursor for ${text}`, params)
    for (;;) {
      const rows = await fetchRows(client, 'batches', batchRows)
      if (rows.length > 0) yield rows
      if (rows.length < batchRows) return
    }
  } finally {
    await client.query('rollback', []).catch(() => {})
    client.release()
  }
}

/**
 * Batches of one query from a cursor that outlives its transaction (the rows are materialised at its start), so that
 * the single connection serves others between two batches.
 */
export async function* batchesBetweenOthers(
  pool: PostgresPool,
  text: string,
  params: readonly unknown[],
  batchRows: number,
): AsyncGenerator<Rows> {
  const name = `batches_${++count}`
  await withClient(pool, (client) => client.query(`declare ${name} no scroll cursor with hold for ${text}`, params))
  try {
    for (;;) {
      const rows = await withClient(pool, (client) => fetchRows(client, name, batchRows))
      if (rows.length > 0) yield rows
      if (rows.length < batchRows) return
    }
  } finally {
    await withClient(pool, (client) => client.query(`close ${name}`, []))
  }
}

async function withClient<T>(pool: PostgresPool, work: (client: PostgresPoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

async function fetchRows(client: PostgresPoolClient, name: string, rows: number): Promise<Rows> {
  return (await client.query<{ [column: string]: unknown }>(`fetch ${Math.trunc(rows)} from ${name}`, [])).rows
}

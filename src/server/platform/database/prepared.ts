import { createHash } from 'node:crypto'
import { type Compilable, sql } from 'kysely'
import type { Client, QueryConfig } from 'pg'
import type { Db, Tx } from './database'

/**
 * Prefix for a statement that PostgreSQL must plan once per connection, not at every run: planning takes half of the
 * time of a page with four references. Only for statements whose plan suits all values; a pattern or a filter needs a
 * plan of its own.
 */
export const PREPARED = sql.raw('/* prepared */ ')
const MARK = '/* prepared */'

/**
 * Runs a query as a prepared statement, planned once for each connection. Use it for a frequent query whose plan suits
 * all values.
 */
export async function plannedOnce<Row>(db: Db | Tx, query: Compilable<Row>): Promise<Row[]> {
  const compiled = query.compile()
  return (await db.executeQuery<Row>({ ...compiled, sql: `${MARK} ${compiled.sql}` })).rows
}

/** A statement without the mark, for people to read. */
export const withoutMark = (text: string): string =>
  text.startsWith(MARK) ? text.slice(MARK.length).trimStart() : text

/** A server keeps each of them as long as the connection lives. */
const MAX_NAMES = 400

type Connection = Pick<Client, 'query'>

/**
 * What a connection has prepared: statements by their text, and how often an altered table has made all of them
 * useless.
 */
interface Prepared {
  generation: number
  readonly names: Map<string, string>
}
const prepared = new WeakMap<Connection, Prepared>()

function preparedOn(client: Connection): Prepared {
  const known = prepared.get(client) ?? { generation: 0, names: new Map<string, string>() }
  prepared.set(client, known)
  return known
}

/** A query as the driver takes it, with a name if it is marked. */
function named(client: Connection, text: string, values: unknown[]): QueryConfig {
  if (!text.startsWith(MARK)) return { text, values }
  const { generation, names } = preparedOn(client)
  const known = names.get(text)
  if (known !== undefined) return { name: known, text, values }
  if (names.size >= MAX_NAMES) return { text, values }
  const name = `p${generation}_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
  names.set(text, name)
  return { name, text, values }
}

/**
 * Runs a query on a connection; if its table was altered, a prepared one is prepared again. A transaction that failed
 * with it is begun again by whoever began it.
 */
export async function runPrepared<Result>(
  client: Connection,
  text: string,
  params: readonly unknown[],
  inTransaction: boolean,
): Promise<Result> {
  try {
    return (await client.query(named(client, text, [...params]))) as unknown as Result
  } catch (error) {
    if (!isOutdatedPlan(error)) throw error
    const outdated = preparedOn(client)
    outdated.generation++
    outdated.names.clear()
    if (inTransaction) throw error
    return (await client.query(named(client, text, [...params]))) as unknown as Result
  }
}

/**
 * `cached plan must not change result type` (feature_not_supported), or the server no longer has the statement
 * (invalid_sql_statement_name).
 */
export const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ((error.code === '0A000' && error.message.includes('cached plan')) || error.code === '26000')

/** Whether a transaction is open after a statement, given whether one was before. */
export function opensOrEnds(text: string, before: boolean): boolean {
  if (/^(begin|start transaction)/i.test(text)) return true
  return /^(commit|rollback$)/i.test(text) ? false : before
}

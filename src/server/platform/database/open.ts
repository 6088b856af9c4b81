import { resolve } from 'node:path'
import type { Database, DatabaseAddress } from './database'
import { openPglite } from './pglite'
import { openPostgres } from './postgres'

export { FolderInUseError } from './folder-lock'
export { NestedUseError } from './transactions'

export interface OpenOptions {
  /** Errors of idle connections and background work, one per line; default standard error. */
  readonly log?: (line: string) => void
  readonly poolSize?: number
  readonly statementTimeout_s?: number
  /**
   * Whether a use of `db` inside a transaction is an error on PostgreSQL too, where it does not wait for itself;
   * default true. Following every promise for it takes a tenth of a short answer, so a server leaves it to the tests.
   */
  readonly checksNesting?: boolean
}

/**
 * Opens `postgres://...`, `memory:` (embedded, in memory), or a folder (embedded; created if missing).
 * @throws {FolderInUseError} when another process has the folder
 */
export function openDatabase(address: DatabaseAddress, options: OpenOptions = {}): Promise<Database> {
  const {
    log = (line) => void process.stderr.write(`${line}\n`),
    poolSize = 10,
    statementTimeout_s = 30,
    checksNesting = true,
  } = options
  if (/^postgres(ql)?:/.test(address))
    return openPostgres(address, { log, poolSize, statementTimeout_s, checksNesting })
  return openPglite(address === 'memory:' ? null : resolve(address), log)
}

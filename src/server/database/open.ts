import { resolve } from 'node:path'
import type { Database, DatabaseAddress } from './database'
import { openPglite } from './pglite'
import { openPostgres } from './postgres'

export { FolderInUseError } from './folder-lock'
export { NestedUseError } from './transactions'

export interface OpenOptions {
  /** Faults of idle connections and background work, a line each; default standard error. */
  readonly log?: (line: string) => void
  readonly poolSize?: number
  readonly statementTimeout_s?: number
}

/**
 * Opens `postgres://...`, `memory:` (embedded, in memory), or a folder (embedded; made when it is not there).
 * @throws {FolderInUseError} when another process has the folder
 */
export function openDatabase(address: DatabaseAddress, options: OpenOptions = {}): Promise<Database> {
  const { log = (line) => void process.stderr.write(`${line}\n`), poolSize = 10, statementTimeout_s = 30 } = options
  if (/^postgres(ql)?:/.test(address)) return openPostgres(address, { log, poolSize, statementTimeout_s })
  return openPglite(address === 'memory:' ? null : resolve(address), log)
}

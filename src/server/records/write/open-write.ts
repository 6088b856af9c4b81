import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import { databaseError } from '../../answers/database-error'
import { writeLog, type LogEntry } from '../../audit'
import type { Tx } from '../../database/database'
import type { Runtime } from '../../runtime'

/** One open transaction of writes, and what waits for its end. */
export interface Write {
  readonly tx: Tx
  /** Lines of the activity log, put in together before the commit. */
  readonly log: LogEntry[]
  /** Entities whose rows changed. */
  readonly changed: Set<string>
  /** The outside world, told after the commit. */
  readonly afterCommit: (() => Promise<void>)[]
}

/** Runs writes in one transaction: a throw leaves nothing behind; the log stands with what it tells of or not at all. */
export async function inOneWrite<T>({ runtime }: { readonly runtime: Runtime }, work: (write: Write) => Promise<T>): Promise<T> {
  const { write, answer } = await runtime.database.transaction(async (tx) => {
    const open: Write = { tx, log: [], changed: new Set(), afterCommit: [] }
    const done = await work(open)
    await writeLog(tx, ...open.log)
    return { write: open, answer: done }
  })
  for (const name of write.changed) runtime.changed(name)
  for (const tell of write.afterCommit) {
    // What was committed stays so, whatever the outside world says to it.
    await tell().catch((error: unknown) => process.emitWarning(new Error(`afterCommit of ${[...write.changed].join(', ')} failed`, { cause: error })))
  }
  return answer
}

/**
 * Runs one row's part of a write behind a savepoint, so that its failure leaves the other rows as they are.
 * @returns what was wrong with it, null when it went well
 * @throws what is nobody's mistake: a lost connection, a deadlock, a fault of the program
 */
export async function inSavepoint(write: Write, work: () => Promise<void>): Promise<AppError | null> {
  const lines = write.log.length
  const tellings = write.afterCommit.length
  await sql`savepoint one_row`.execute(write.tx)
  try {
    await work()
    await sql`release savepoint one_row`.execute(write.tx)
    return null
  } catch (error) {
    const known = error instanceof AppError ? error : databaseError(error)
    if (!known || known.code === 'UNAVAILABLE' || known.code === 'INTERNAL') throw error
    await sql`rollback to savepoint one_row`.execute(write.tx)
    // Rows are written within rows: left standing, it would be taken for the savepoint of the row around it.
    await sql`release savepoint one_row`.execute(write.tx)
    write.log.length = lines
    write.afterCommit.length = tellings
    return known
  }
}

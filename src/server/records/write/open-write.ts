import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Actor } from '../../../model/rights/actor'
import { databaseError } from '../../platform/answers/database-error'
import { loggedByKey, writeLog, type LogEntry } from '../../language/audit'
import type { Tx } from '../../platform/database/database'
import type { Runtime } from '../../language/runtime'
import type { Keeping } from './keep'

/** One open transaction of writes, and the work to do at its end. */
export interface Write {
  readonly tx: Tx
  /** Lines of the activity log, inserted together before the commit. */
  readonly log: LogEntry[]
  /** Entities whose rows changed. */
  readonly changed: Set<string>
  /** Calls to the outside world, made after the commit. */
  readonly afterCommit: (() => Promise<void>)[]
  /** Lines of the activity log that stay whatever becomes of the writes. */
  readonly refused: LogEntry[]
  /** Present while what is written can be taken back. */
  keeping?: Keeping
}

/**
 * Runs writes in one transaction: a throw leaves nothing behind; the log is stored together with its changes or not at
 * all.
 */
export async function inOneWrite<T>(
  { runtime, actor }: { readonly runtime: Runtime; readonly actor?: Actor },
  work: (write: Write) => Promise<T>,
): Promise<T> {
  const { write, answer } = await loggingRefusals(
    runtime,
    (refused) =>
      runtime.database.transaction(async (tx) => {
        loggedByKey(tx, actor?.key?.id)
        const open: Write = { tx, log: [], changed: new Set(), afterCommit: [], refused }
        const done = await work(open)
        await writeLog(tx, ...open.log)
        return { write: open, answer: done }
      }),
    actor,
  )
  for (const name of write.changed) runtime.changed(name)
  for (const notify of write.afterCommit) {
    // The commit stands, whatever the outside world answers.
    await notify().catch((error: unknown) =>
      process.emitWarning(new Error(`afterCommit of ${[...write.changed].join(', ')} failed`, { cause: error })),
    )
  }
  return answer
}

/** Runs a transaction and afterwards, kept or not, stores what it refused. */
export async function loggingRefusals<T>(
  { database }: Runtime,
  work: (refused: LogEntry[]) => Promise<T>,
  actor?: Actor,
): Promise<T> {
  const refused: LogEntry[] = []
  try {
    return await work(refused)
  } finally {
    if (refused.length > 0) {
      await database.transaction((tx) => {
        loggedByKey(tx, actor?.key?.id)
        return writeLog(tx, ...refused)
      })
    }
  }
}

/**
 * Runs one row's part of a write behind a savepoint, so that its failure leaves the other rows as they are.
 * @returns its error, null when it succeeded
 * @throws what is no user's mistake: a lost connection, a deadlock, a bug in the program
 */
export async function inSavepoint(write: Write, work: () => Promise<void>): Promise<AppError | null> {
  const lines = write.log.length
  const tellings = write.afterCommit.length
  const kept = write.keeping?.rows.length ?? 0
  await sql`savepoint one_row`.execute(write.tx)
  try {
    await work()
    await sql`release savepoint one_row`.execute(write.tx)
    return null
  } catch (error) {
    const known = error instanceof AppError ? error : databaseError(error)
    if (!known || !isRefusal(known)) throw error
    await sql`rollback to savepoint one_row`.execute(write.tx)
    // Rows are written within rows: if this savepoint stayed, it would be taken for that of the enclosing row.
    await sql`release savepoint one_row`.execute(write.tx)
    write.log.length = lines
    write.afterCommit.length = tellings
    if (write.keeping) write.keeping.rows.length = kept
    return known
  }
}

/** Whether an error is about what was to be written, and not the server's own. */
export const isRefusal = ({ code }: AppError): boolean => code !== 'UNAVAILABLE' && code !== 'INTERNAL'

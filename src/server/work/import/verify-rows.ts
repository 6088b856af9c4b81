import { AppError } from '../../../model/errors'
import { databaseError } from '../../platform/answers/database-error'
import type { FileRow } from './read-row'
import { loggingRefusals, type Write } from '../../records/write/open-write'
import type { RecordContext } from '../../records/record-context'
import { importErrors } from './error-text'
import type { RowVerifier } from './row-verifier'
import type { Verdict } from './staged-rows'

/**
 * At most this many rows of a file are also saved on trial; for later rows, only the real saving finds what a feature
 * refuses after the save.
 */
export const REHEARSED_ROWS = 1000

/**
 * Verifies rows in a transaction that leaves nothing behind. A row that makes the database fail is found by halving and
 * reported as an error; no other row is affected.
 */
export async function verifyRows(
  context: RecordContext,
  verifier: RowVerifier,
  rows: readonly FileRow[],
  rehearse: boolean,
): Promise<readonly Verdict[]> {
  try {
    return await dryRun(context, (write) => verifier.verify(write, rows, rehearse))
  } catch (error) {
    const known = error instanceof AppError ? error : databaseError(error)
    if (!known || known.code === 'UNAVAILABLE') throw error
    const [only, ...more] = rows
    if (!only) return []
    if (more.length === 0)
      return [
        {
          row: only.line,
          state: 'wrong',
          errors: importErrors(context, known),
          warnings: {},
          changes: {},
          blanks: 0,
          keys: [],
        },
      ]
    const middle = Math.ceil(rows.length / 2)
    return [
      ...(await verifyRows(context, verifier, rows.slice(0, middle), rehearse)),
      ...(await verifyRows(context, verifier, rows.slice(middle), rehearse)),
    ]
  }
}

class RolledBack<T> extends Error {
  constructor(readonly answer: T) {
    super('rolled back')
  }
}

/** Runs writes in a transaction that is rolled back; the outside world is not notified. */
async function dryRun<T>({ runtime }: RecordContext, work: (write: Write) => Promise<T>): Promise<T> {
  try {
    return await loggingRefusals(runtime, (refused) =>
      runtime.database.transaction(async (tx) => {
        throw new RolledBack(await work({ tx, log: [], changed: new Set(), afterCommit: [], refused }))
      }),
    )
  } catch (error) {
    if (error instanceof RolledBack) return error.answer as T
    throw error
  }
}

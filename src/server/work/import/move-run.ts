import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../model/errors'
import { isUnderWay, type ImportState } from '../../../model/import-answer'
import { wakeJob } from '../../platform/jobs/wake-job'
import type { RecordContext } from '../../records/record-context'
import { IMPORT_JOB } from './import-jobs'
import { mayUndo } from './import-view'
import { holdRun, ownRun, setRun, type ImportRunRow } from './run'
import { countStaged } from './staged-rows'

/** How long a call waits for its work; then it answers with the progress so far. */
export const WAIT_MS = 4000
const FIRST_LOOK_MS = 25
const MAX_LOOK_MS = 250

/** The run when nothing is under way any more, or as it is when the time is over. */
export async function runWhenSettled(context: RecordContext, id: number, most_ms: number): Promise<ImportRunRow> {
  const { db } = context.runtime.database
  const until = performance.now() + most_ms
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 1.5, MAX_LOOK_MS)) {
    const run = await ownRun(db, context, id)
    if (!isUnderWay(run.state) || performance.now() > until) return run
    await sleep(pause)
  }
}

/**
 * Starts saving the rows without errors.
 * @throws {AppError} CONFLICT while something is under way, VALIDATION when there is no such row
 */
export async function beginSaving(context: RecordContext, { id }: ImportRunRow): Promise<void> {
  await context.runtime.database.transaction(async (tx) => {
    await holdRun(tx, id, ['verified', 'saved'])
    if ((await countStaged(tx, id)).ok === 0) throw new AppError('VALIDATION', { say: 'import.nothing_to_save' })
    await setRun(tx, id, { state: 'saving', error: null, date_saved: context.now.toISOString() })
    await wakeJob(tx, IMPORT_JOB)
  })
}

/**
 * Starts to undo what was saved.
 * @throws {AppError} CONFLICT while something is under way, VALIDATION when it is too late or nothing was saved
 */
export async function beginUndoing(context: RecordContext, { id }: ImportRunRow): Promise<void> {
  await context.runtime.database.transaction(async (tx) => {
    const run = await holdRun(tx, id, ['verified', 'saved'])
    if (!mayUndo(context, run)) throw new AppError('VALIDATION', { say: 'import.too_late' })
    await setRun(tx, id, { state: 'undoing', error: null })
    await wakeJob(tx, IMPORT_JOB)
  })
}

/** The state after cancelling: before anything was saved the run ends, while saving it stops between two batches. */
const CANCELLED: { readonly [state in ImportState]?: ImportState } = {
  reading: 'cancelled',
  verifying: 'cancelled',
  verified: 'cancelled',
  saving: 'saved',
  undoing: 'saved',
}

/** Stops what is under way, or gives up a run that has saved nothing. @throws {AppError} CONFLICT when it is over */
export async function cancelRun(context: RecordContext, { id }: ImportRunRow): Promise<void> {
  await context.runtime.database.transaction(async (tx) => {
    const run = await holdRun(tx, id, ['reading', 'verifying', 'verified', 'saving', 'undoing'])
    const isTouched = run.date_saved !== null
    const state = isTouched && run.state !== 'reading' ? 'saved' : CANCELLED[run.state]
    if (state) await setRun(tx, id, { state, error: null })
    // Rows not verified again before the stop must be looked at before they are saved.
    if (run.state === 'verifying' && isTouched)
      await sql`update import_rows set state = 'wrong' where id_import = ${id} and state = 'read'`.execute(tx)
  })
}

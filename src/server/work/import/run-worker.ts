import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import { WHOLE_ROW, type ImportState } from '../../../model/import-answer'
import { loadActor } from '../../language/actor/actor'
import { askedBefore } from './asked-before'
import { ReferenceFinder } from './find-reference'
import { inOneWrite } from '../../records/write/open-write'
import { recordContext, type RecordContext } from '../../records/record-context'
import { assertEdits } from '../../records/write/save'
import { mayGoTogether } from '../../records/write/save-each'
import { logWrite } from '../../records/log/log-write'
import { refsFields } from '../../records/relations/write-refs'
import type { Db } from '../../platform/database/database'
import type { Hooks } from '../../language/feature/hooks'
import type { Runtime } from '../../language/runtime'
import { importOf, matchedColumns } from './import-columns'
import { RowVerifier } from './row-verifier'
import { lockRun, setRun, type ImportRunRow } from './run'
import { saveImportRows } from './save-rows'
import { fileRow, findRows, putOutcomes, putVerdicts, WAITS_FOR_SAVING, WAITS_FOR_VERIFICATION } from './staged-rows'
import { undoRows } from './undo-rows'
import { REHEARSED_ROWS, verifyRows } from './verify-rows'

/** Rows verified at a time; more make each query cheaper and the progress coarser. */
const VERIFIED_ROWS = 500
/**
 * Rows saved in one transaction, whose commit stores the records and that they were saved: a third of a second, or as
 * many as that takes one by one.
 */
const ROWS_TOGETHER = 1000
const ROWS_ALONE = 200
const BROKE = { key: 'import_broke' }

/**
 * Continues one run, a batch at a time, as the user who began it; what it keeps between batches may be lost without
 * harm.
 */
export class RunWorker {
  readonly #runtime: Runtime
  #phase: ImportState | null = null
  #references: ReferenceFinder | null = null
  #verifier: RowVerifier | null = null
  /** The last row saved: the rows above need not be looked through for each batch. */
  #savedTo = 0

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  /** One batch. The run's row is locked while anything of it is written, so that no two processes do the same twice. */
  async step(run: ImportRunRow): Promise<void> {
    if (run.state !== this.#phase)
      [this.#phase, this.#references, this.#verifier, this.#savedTo] = [run.state, null, null, 0]
    const context = await this.#contextOf(run)
    if (!context) return
    if (run.state === 'verifying') await this.#verify(context, run)
    else if (run.state === 'saving') await this.#save(context, run)
    else if (run.state === 'undoing') await this.#undo(context, run)
  }

  /** The user with their current rights; a run whose owner may no longer write waits with the reason. */
  async #contextOf(run: ImportRunRow): Promise<RecordContext | null> {
    const { database } = this.#runtime
    const actor = await loadActor(database.db, this.#runtime, run.id_user)
    try {
      if (!actor) throw new AppError('FORBIDDEN')
      const context = await recordContext(this.#runtime, actor, run.resource, {
        id_session: run.id_session,
        platform: 'web',
        confirmed: true,
      })
      assertEdits(context)
      this.#references ??= new ReferenceFinder(context)
      return context
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      await setRun(database.db, run.id, { state: restOf(run), error: { key: 'import.no_right' } })
      return null
    }
  }

  async #verify(context: RecordContext, run: ImportRunRow): Promise<void> {
    const { database } = this.#runtime
    const verifier = (this.#verifier ??= await startVerifier(context, run))
    const rows = await findRows(database.db, run.id, WAITS_FOR_VERIFICATION, { limit: VERIFIED_ROWS })
    await askedBefore(context, run.columns, rows.map(fileRow))
    const verdicts = await verifyRows(context, verifier, rows.map(fileRow), (rows[0]?.row ?? 0) <= REHEARSED_ROWS)
    await database.transaction(async (tx) => {
      if (!(await lockRun(tx, run.id, ['verifying']))) return
      if (verdicts.length > 0) await putVerdicts(tx, run.id, verdicts)
      await setRun(tx, run.id, rows.length < VERIFIED_ROWS ? { state: restOf(run) } : {})
    })
    // The user may assign other columns before this worker looks again.
    if (rows.length < VERIFIED_ROWS) this.#verifier = null
  }

  async #save(context: RecordContext, run: ImportRunRow): Promise<void> {
    try {
      await this.#saveBatch(context, run, savedRows(context))
    } catch (error) {
      this.#savedTo = 0
      if (error instanceof AppError && error.code === 'UNAVAILABLE') throw error
      await this.#saveAlone(context, run, error)
    }
  }

  async #saveBatch(context: RecordContext, run: ImportRunRow, limit: number): Promise<void> {
    const after = this.#savedTo
    const waiting = await findRows(this.#runtime.database.db, run.id, WAITS_FOR_SAVING, { limit, after })
    await askedBefore(context, run.columns, waiting.map(fileRow))
    const followed = context.runtime.hooks(context.entity.name).filter(({ afterRows }) => afterRows)
    // What followed a batch may have died with its process: it is told of all rows once more.
    if (followed.length > 0 && waiting.length === 0 && after === 0)
      await followedBy(context, followed, await savedRecords(this.#runtime.database.db, run.id))
    const saved: number[] = []
    this.#savedTo = await inOneWrite(context, async (write) => {
      saved.length = 0
      const held = await lockRun(write.tx, run.id, ['saving'])
      if (!held) return 0
      const rows = await findRows(write.tx, run.id, WAITS_FOR_SAVING, { limit, after })
      const references = (this.#references ??= new ReferenceFinder(context))
      const file = {
        columns: matchedColumns(context, held.columns),
        match: importOf(context).match,
        empties: held.empties,
        references,
        note: noteOf(run),
      }
      if (rows.length > 0) {
        const outcomes = await saveImportRows(context, write, file, rows.map(fileRow))
        await putOutcomes(write.tx, run.id, outcomes)
        saved.push(...outcomes.flatMap(({ id }) => (typeof id === 'number' ? [id] : [])))
      }
      // Only a look from the first row on tells that none is left.
      const isEnd = rows.length < limit && after === 0 && (rows.length === 0 || followed.length === 0)
      if (isEnd) {
        await logWrite(context, write, {
          type_log: 'import',
          id_target: null,
          title: run.file_name,
          note: noteOf(run),
          changes: null,
        })
      }
      await setRun(write.tx, run.id, isEnd ? { state: 'saved' } : {})
      return rows.length < limit ? 0 : (rows.at(-1)?.row ?? 0)
    })
    await followedBy(context, followed, saved)
  }

  /**
   * Where a batch fails for another reason than its rows' errors, its rows are tried one by one; the one that fails
   * again is set aside with the reason.
   */
  async #saveAlone(context: RecordContext, run: ImportRunRow, cause: unknown): Promise<void> {
    process.emitWarning(new Error(`A batch of the import ${run.id} failed; its rows are saved one by one.`, { cause }))
    const { database } = this.#runtime
    const rows = await findRows(database.db, run.id, WAITS_FOR_SAVING, { limit: savedRows(context) })
    for (const { row } of rows) {
      try {
        await this.#saveBatch(context, run, 1)
      } catch (error) {
        if (error instanceof AppError && error.code === 'UNAVAILABLE') throw error
        await database.transaction(async (tx) => {
          if (await lockRun(tx, run.id, ['saving']))
            await putOutcomes(tx, run.id, [{ row, state: 'wrong', errors: { [WHOLE_ROW]: BROKE }, error: BROKE }])
        })
      }
    }
  }

  async #undo(context: RecordContext, run: ImportRunRow): Promise<void> {
    await inOneWrite(context, async (write) => {
      if (!(await lockRun(write.tx, run.id, ['undoing']))) return
      const rows = await findRows(write.tx, run.id, sql`state = 'saved'`, { limit: ROWS_ALONE, back: true })
      if (rows.length > 0) await putOutcomes(write.tx, run.id, await undoRows(context, write, run, rows))
      if (rows.length < ROWS_ALONE) {
        await logWrite(context, write, {
          type_log: 'import_undo',
          id_target: null,
          title: run.file_name,
          note: noteOf(run),
          changes: null,
        })
      }
      await setRun(write.tx, run.id, rows.length < ROWS_ALONE ? { state: 'undone' } : {})
    })
  }
}

async function followedBy(context: RecordContext, hooks: readonly Hooks[], ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  for (const { afterRows } of hooks) await afterRows?.(context.runtime.callOf(context), ids)
}

async function savedRecords(db: Db, run: number): Promise<readonly number[]> {
  const { rows } = await sql<{
    id: number
  }>`select id_record::float8 as id from import_rows where id_import = ${run} and state = 'saved'
    and id_record is not null order by row`.execute(db)
  return rows.map(({ id }) => id)
}

/** The activity log's note on every record that a run wrote. */
const noteOf = ({ id }: ImportRunRow): string => `import:${id}`

/** Rows with ids in other tables are saved one by one. */
const savedRows = (context: RecordContext): number =>
  mayGoTogether(context) && refsFields(context.entity).length === 0 ? ROWS_TOGETHER : ROWS_ALONE

/** States in which a run waits for its user. */
const restOf = ({ date_saved, state }: ImportRunRow): ImportState =>
  state === 'undoing' ? 'saved' : date_saved === null ? 'verified' : 'saved'

/** A verifier that knows the unique values of the rows verified before. */
async function startVerifier(context: RecordContext, run: ImportRunRow): Promise<RowVerifier> {
  const verifier = new RowVerifier(
    context,
    matchedColumns(context, run.columns),
    new ReferenceFinder(context),
    run.empties,
  )
  const { rows } = await sql<{ row: number; keys: readonly string[] }>`select row, keys from import_rows
    where id_import = ${run.id} and state <> 'read' and not excluded and jsonb_array_length(keys) > 0
    order by row`.execute(context.runtime.database.db)
  for (const { row, keys } of rows) verifier.learn(row, keys)
  return verifier
}

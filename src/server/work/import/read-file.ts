import { sql } from 'kysely'
import type { FieldError } from '../../../model/field-type'
import type { ImportState } from '../../../model/import-answer'
import type { Db } from '../../platform/database/database'
import { UnreadableFile } from '../../platform/sheets/decode-text'
import { ReferenceFinder } from './find-reference'
import type { RecordContext } from '../../records/record-context'
import { readSheet } from '../../platform/sheets/read-sheet'
import { textCell, type Sheet } from '../../platform/sheets/sheet'
import { matchedColumns, readHeader } from './import-columns'
import { askedBefore } from './asked-before'
import { RowVerifier } from './row-verifier'
import { lockRun, setRun } from './run'
import { putRows } from './staged-rows'
import { MAX_BYTES, type Upload } from './upload'
import { REHEARSED_ROWS, verifyRows } from './verify-rows'
import { engineTables } from '../../platform/database/engine-tables'

/**
 * Reads an uploaded file into a run: its columns, then its rows, each batch verified before it is stored. An unreadable
 * file ends the run with the reason; so does a stop, since the file is not kept.
 */
export async function readIntoRun(
  context: RecordContext,
  id: number,
  file: Upload,
  signal: AbortSignal,
): Promise<void> {
  const { db } = context.runtime.database
  let sheet: Sheet | null = null
  try {
    // While it waited its user may have cancelled it, or the process may be ending.
    if (signal.aborted || !(await isReading(context, id))) return
    sheet = withFixedColumns(
      await readSheet(file.path, {
        name: file.name,
        encoding: file.encoding ?? null,
        limits: { fileBytes: MAX_BYTES },
      }),
      file.values,
    )
    await readRowsInto(context, id, sheet, file.empties ?? false, signal)
  } catch (error) {
    await fail(
      context,
      id,
      error instanceof UnreadableFile ? { key: error.key, params: error.params } : { key: 'import.broke' },
    )
    if (!(error instanceof UnreadableFile))
      process.emitWarning(new Error(`The file of the import ${id} was not read.`, { cause: error }))
  } finally {
    await sheet?.close()
    if (signal.aborted) await setInterrupted(db, id)
  }
}

async function readRowsInto(
  context: RecordContext,
  id: number,
  sheet: Sheet,
  empties: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { database } = context.runtime
  const columns = readHeader(context, sheet.columns)
  await setRun(database.db, id, {
    columns,
    total: sheet.rowCount ?? sheet.lines ?? null,
    reading: sheet.reading ?? null,
    error: null,
  })
  const verifier = new RowVerifier(context, matchedColumns(context, columns), new ReferenceFinder(context), empties)
  let read = 0
  for await (const batch of sheet.rows()) {
    if (signal.aborted) return
    // Values beyond the header's columns are ignored.
    const rows = batch.map(({ line, cells }) => ({ line, cells: cells.slice(0, columns.length) }))
    await askedBefore(context, columns, rows)
    const verdicts = await verifyRows(context, verifier, rows, read < REHEARSED_ROWS)
    read += rows.length
    const isReading = await database.transaction(async (tx) => {
      if (!(await lockRun(tx, id, ['reading']))) return false
      await putRows(tx, id, rows, verdicts)
      await setRun(tx, id, {})
      return true
    })
    if (!isReading) return
  }
  if (read === 0) throw new UnreadableFile('import.empty', {})
  await database.transaction(async (tx) => {
    if (await lockRun(tx, id, ['reading'])) await setRun(tx, id, { state: 'verified', total: read })
  })
}

/** A sheet with additional columns before its own, which have the same text in every row. */
function withFixedColumns(sheet: Sheet, values: Upload['values']): Sheet {
  const fixed = Object.values(values).map(textCell)
  return {
    ...sheet,
    columns: [...Object.keys(values), ...sheet.columns],
    async *rows() {
      for await (const batch of sheet.rows())
        yield batch.map(({ line, cells }) => ({ line, cells: [...fixed, ...cells] }))
    },
  }
}

async function fail({ runtime }: RecordContext, id: number, error: FieldError): Promise<void> {
  await runtime.database.transaction(async (tx) => {
    if (await lockRun(tx, id, ['reading'])) await setRun(tx, id, { state: 'failed', error })
  })
}

const isReading = ({ runtime }: RecordContext, id: number): Promise<boolean> =>
  runtime.database.transaction(async (tx) => (await lockRun(tx, id, ['reading'])) !== null)

/** Marks a run whose file waits for others to be read. */
export const setWaiting = (db: Db, id: number): Promise<void> =>
  setReading(db, id, { error: { key: 'import.waiting' } })

/** Ends a run whose file is gone with the process that was reading it. */
const setInterrupted = (db: Db, id: number): Promise<void> =>
  setReading(db, id, { state: 'failed', error: { key: 'import.interrupted' } })

/** Changes a run that is still being read. */
async function setReading(
  db: Db,
  id: number,
  { error, ...values }: { readonly state?: ImportState; readonly error: FieldError },
): Promise<void> {
  await engineTables(db)
    .updateTable('imports')
    .set({ ...values, error: JSON.stringify(error), date_updated: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .execute()
}

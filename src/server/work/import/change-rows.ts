import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import type { Tx } from '../../platform/database/database'
import { wakeJob } from '../../platform/jobs/wake-job'
import type { RecordContext } from '../../records/record-context'
import { IMPORT_JOB } from './import-jobs'
import { assignedColumns, targetsOf } from './import-columns'
import { holdRun, setRun, type ImportRunRow } from './run'
import { storable } from '../../platform/sheets/sheet'
import { fillCells } from './staged-rows'
import { emptiesOf } from './upload'

/** What a cell of a spreadsheet can hold. */
const MAX_CHARS = 32_767
const MAX_ROWS = 1000

/** Runs a user's change of staged rows; rows that it resets are then verified again. */
async function change(
  context: RecordContext,
  id: number,
  work: (tx: Tx, run: ImportRunRow) => Promise<void>,
): Promise<void> {
  await context.runtime.database.transaction(async (tx) => {
    const run = await holdRun(tx, id, ['verified', 'saved'])
    await work(tx, run)
    // A row that shared a value with a changed row, or refers to it, may now be right.
    const { entity } = context
    const isSelf = Object.values(entity.fields).some(({ ref }) => ref?.to === entity.name)
    await sql`update import_rows set state = 'read'
      where id_import = ${id} and state = 'wrong'
        and errors::text ~ ${isSelf ? 'import_twice|ref_unknown|ref_ambiguous' : 'import_twice'}`.execute(tx)
    await setRun(tx, id, { state: 'verifying', error: null })
    await wakeJob(tx, IMPORT_JOB)
  })
}

/**
 * Puts texts into cells of one unsaved row.
 * @throws {AppError} MALFORMED, NOT_FOUND, CONFLICT while the run is under way
 */
export async function fixRow(context: RecordContext, { id }: ImportRunRow, { row, cells }: JsonObject): Promise<void> {
  if (typeof cells !== 'object' || cells === null || Array.isArray(cells) || Object.keys(cells).length === 0)
    throw new AppError('MALFORMED')
  const number = rowNumber(row)
  await change(context, id, async (tx, run) => {
    let held = run
    for (const [key, text] of Object.entries(cells as JsonObject)) {
      const column = await columnOf(context, tx, held, key)
      held = column.run
      const filled = await fillCells(
        tx,
        id,
        sql`row = ${number} and state in ('read', 'ok', 'wrong')`,
        column.index,
        storedText(text),
      )
      if (filled === 0) throw new AppError('NOT_FOUND')
    }
  })
}

/**
 * Puts one text into the cells of a column that have errors, all or those with one text, and into no others.
 * @throws {AppError} MALFORMED, VALIDATION at `value` when it is blank: that would wipe what people could still read,
 * CONFLICT
 */
export async function assignColumn(
  context: RecordContext,
  { id }: ImportRunRow,
  { key, value, was }: JsonObject,
): Promise<void> {
  if (typeof key !== 'string' || (was !== undefined && typeof was !== 'string')) throw new AppError('MALFORMED')
  const text = storedText(value).trim()
  if (text === '') throw new AppError('VALIDATION', { errors: { value: { key: 'required' } } })
  await change(context, id, async (tx, run) => {
    const { index } = await columnOf(context, tx, run, key)
    // A cell is a text, or an object with one.
    const same =
      was === undefined
        ? sql`true`
        : sql`btrim(coalesce(cells -> ${index}::int ->> 'text', cells ->> ${index}::int)) = ${was}`
    await fillCells(
      tx,
      id,
      sql`state = 'wrong' and not excluded and jsonb_exists(errors, ${key}) and ${same}`,
      index,
      text,
    )
  })
}

/**
 * Excludes rows, or includes them again.
 * @param input `rows`: their numbers, or `'errors'` for all that have errors
 * @throws {AppError} MALFORMED, CONFLICT
 */
export async function excludeRows(
  context: RecordContext,
  { id }: ImportRunRow,
  { rows, excluded = true }: JsonObject,
): Promise<void> {
  if (typeof excluded !== 'boolean') throw new AppError('MALFORMED')
  const numbers = Array.isArray(rows) ? rows.map(rowNumber) : null
  if (numbers ? numbers.length === 0 || numbers.length > MAX_ROWS : rows !== 'errors') throw new AppError('MALFORMED')
  const which = numbers ? sql`row = any(${numbers}::bigint[])` : sql`state = 'wrong'`
  await change(context, id, async (tx) => {
    await sql`update import_rows set excluded = ${excluded}, state = 'read'
      where id_import = ${id} and state in ('read', 'ok', 'wrong') and ${which}`.execute(tx)
  })
}

/**
 * Chooses what a blank cell does to the value of an existing record: the value stays, or is emptied.
 * @throws {AppError} VALIDATION at `blanks`, CONFLICT
 */
export async function chooseBlanks(
  context: RecordContext,
  { id }: ImportRunRow,
  { blanks }: JsonObject,
): Promise<void> {
  const empties = emptiesOf(blanks ?? null)
  await change(context, id, async (tx) => {
    await setRun(tx, id, { empties })
    await sql`update import_rows set state = 'read' where id_import = ${id} and state in ('ok', 'wrong')
      and blanks > 0`.execute(tx)
  })
}

/**
 * Assigns the file's columns to other fields. `keys` has one for each of them, null for none.
 * @throws {AppError} MALFORMED, CONFLICT
 */
export async function mapColumns(context: RecordContext, { id }: ImportRunRow, { keys }: JsonObject): Promise<void> {
  await change(context, id, async (tx, run) => {
    await setRun(tx, id, { columns: assignedColumns(context, run.columns, keys) })
    await sql`update import_rows set state = 'read' where id_import = ${id} and state in ('ok', 'wrong')`.execute(tx)
  })
}

/** The place of a key's cells; a field without a column in the file gets one after the last. */
async function columnOf(
  context: RecordContext,
  tx: Tx,
  run: ImportRunRow,
  key: string,
): Promise<{ readonly run: ImportRunRow; readonly index: number }> {
  const index = run.columns.findIndex((column) => column.key === key)
  if (index >= 0) return { run, index }
  const target = targetsOf(context).find((one) => one.key === key)
  if (!target)
    throw new AppError('MALFORMED', {
      say: 'records.column_unknown',
      params: {
        name: key.slice(0, 80),
        known: targetsOf(context)
          .map(({ name }) => name)
          .join(', '),
      },
    })
  const columns = [...run.columns, { header: target.name, key }]
  await setRun(tx, run.id, { columns })
  return { run: { ...run, columns }, index: run.columns.length }
}

function storedText(value: Json | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') throw new AppError('MALFORMED')
  const text = storable(String(value)).trim()
  if (text.length > MAX_CHARS) throw new AppError('MALFORMED')
  return text
}

function rowNumber(value: Json | undefined): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < 1 || number > 10_000_000) throw new AppError('MALFORMED')
  return number
}

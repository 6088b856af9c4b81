import { sql, type RawBuilder } from 'kysely'
import type { FieldError } from '../../../model/field-type'
import type { ImportCounts, ImportItem, ImportOnly } from '../../../model/import-answer'
import type { JsonObject } from '../../../model/json'
import type { FieldChange } from '../../language/audit'
import type { Db, Tx } from '../../platform/database/database'
import type { FileCell, FileRow } from './read-row'
import type { RecordId } from '../../records/record-id'
import { living } from '../../records/fields/in-scope'

/** Errors or warnings, by key of column. */
export type FieldErrors = { readonly [key: string]: FieldError }

/** The result of verifying a row. */
export interface Verdict {
  readonly row: number
  readonly state: 'ok' | 'wrong'
  readonly errors: FieldErrors
  readonly warnings: FieldErrors
  /** What it changes in its record. */
  readonly changes: { readonly [field: string]: FieldChange }
  /** Values of its record whose cell is blank. */
  readonly blanks: number
  /** Its unique values, one text for each group of fields; where rows refer to one another also its names. */
  readonly keys: readonly string[]
}

/** The result of saving or undoing a row. */
export interface RowOutcome {
  readonly row: number
  readonly state: ImportItem['state']
  readonly errors?: FieldErrors
  readonly done?: 'created' | 'changed' | 'unchanged'
  readonly id?: RecordId
  /** Of a changed record: the values that the file replaced. */
  readonly before?: JsonObject
  /** Of a changed record: its values whose cell was blank. */
  readonly blanks?: number
  readonly version_after?: number
  readonly error?: FieldError
}

/** A row of a file as the table `import_rows` has it; a cell that has only its text is a text. */
export interface StagedRow {
  readonly row: number
  readonly cells: readonly (string | FileCell)[]
  readonly excluded: boolean
  readonly state: ImportItem['state']
  readonly errors: FieldErrors | null
  readonly warnings: FieldErrors | null
  readonly changes: Verdict['changes'] | null
  readonly keys: readonly string[] | null
  readonly done: NonNullable<RowOutcome['done']> | null
  readonly id_record: number | null
  /** Where users give the ids, they are texts. */
  readonly key_record: string | null
  readonly before: JsonObject | null
  readonly version_after: number | null
  readonly error: FieldError | null
}

/** The record that a row wrote. */
export const recordOf = ({ id_record, key_record }: StagedRow): RecordId | null => key_record ?? id_record

/** Condition over `import_rows`. */
type Which = RawBuilder<boolean>

export const WAITS_FOR_VERIFICATION: Which = sql`state = 'read'`
export const WAITS_FOR_SAVING: Which = sql`state = 'ok' and not excluded`

/** The rows that a user asks to see. */
export const SHOWN_ROWS: { readonly [only in ImportOnly]: Which } = {
  errors: sql`state = 'wrong' and not excluded`,
  warnings: sql`warnings is not null`,
  ok: WAITS_FOR_SAVING,
  saved: sql`state in ('saved', 'undone', 'kept')`,
  excluded: sql`excluded`,
  kept: sql`state = 'kept'`,
}

/** Stores verified rows of a file. */
export async function putRows(
  tx: Tx,
  id: number,
  rows: readonly FileRow[],
  verdicts: readonly Verdict[],
): Promise<void> {
  const list = rows.map(({ line, cells }, i) => ({
    row: line,
    cells: cells.map(stagedCell),
    ...asColumns(verdicts[i]),
  }))
  await sql`insert into import_rows (id_import, row, cells, state, errors, warnings, changes, blanks, keys)
    select ${id}, r.row, r.cells, r.state, r.errors, r.warnings, r.changes, r.blanks, r.keys
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
      as r (row int, cells jsonb, state text, errors jsonb, warnings jsonb, changes jsonb, blanks int,
        keys jsonb)`.execute(tx)
}

/** Replaces the result of verification. */
export async function putVerdicts(tx: Tx, id: number, verdicts: readonly Verdict[]): Promise<void> {
  const list = verdicts.map((verdict) => ({ row: verdict.row, ...asColumns(verdict) }))
  await sql`update import_rows as t set state = r.state, errors = r.errors, warnings = r.warnings, changes = r.changes,
    blanks = r.blanks,
      keys = r.keys, error = null
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
      as r (row int, state text, errors jsonb, warnings jsonb, changes jsonb, blanks int, keys jsonb)
    where ${isOneOf(id, verdicts)}`.execute(tx)
}

/** Stores the outcomes of rows; columns that an outcome does not name stay. */
export async function putOutcomes(tx: Tx, id: number, outcomes: readonly RowOutcome[]): Promise<void> {
  const list = outcomes.map(({ id, ...one }) => ({
    ...one,
    ...(typeof id === 'string' ? { key_record: id } : { id_record: id }),
  }))
  await sql`update import_rows as t set state = r.state, errors = coalesce(r.errors, t.errors),
    done = coalesce(r.done, t.done),
      id_record = coalesce(r.id_record, t.id_record), key_record = coalesce(r.key_record, t.key_record),
      before = coalesce(r.before, t.before),
      version_after = coalesce(r.version_after, t.version_after), error = r.error
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as r (row int, state text, errors jsonb, done text,
      id_record bigint,
      key_record text, before jsonb, version_after bigint, error jsonb)
    where ${isOneOf(id, outcomes)}`.execute(tx)
}

/**
 * The row `t` of an import that `r` names. The bounds keep to a part of the index whatever the planner thinks: a table
 * that was just filled has no statistics.
 */
function isOneOf(id: number, all: readonly { readonly row: number }[]): RawBuilder<boolean> {
  const [first, last] = all.reduce(
    ([least, most], { row }) => [Math.min(least, row), Math.max(most, row)],
    [Infinity, -Infinity],
  )
  return sql<boolean>`t.id_import = ${id} and t.row between ${first}::bigint and ${last}::bigint and t.row = r.row
    and ${living('t')}`
}

/** Rows in their order, or in reverse order. */
export async function findRows(
  tx: Db | Tx,
  id: number,
  which: Which,
  { limit, skip = 0, back = false, after = 0 }: { limit: number; skip?: number; back?: boolean; after?: number },
): Promise<readonly StagedRow[]> {
  const { rows } =
    await sql<StagedRow>`select row, cells, excluded, state, errors, warnings, changes, keys, done, id_record,
      key_record, before, version_after, error
    from import_rows where id_import = ${id} and row > ${after} and date_deleted is null and ${which}
    order by row ${back ? sql`desc` : sql`asc`} limit ${limit} offset ${skip}`.execute(tx)
  return rows
}

/** Changes one cell of the selected rows, which then wait for verification. @returns how many */
export async function fillCells(tx: Tx, id: number, which: Which, index: number, text: string): Promise<number> {
  // A row may be shorter than its header: the cells in between are empty.
  const padded = sql`(select jsonb_agg(coalesce(cells -> n, '""'::jsonb) order by n)
    from generate_series(0, greatest(jsonb_array_length(cells) - 1, ${index}::int)) as n)`
  const { numAffectedRows } =
    await sql`update import_rows set cells = jsonb_set(${padded}, array[${String(index)}], to_jsonb(${text}::text)),
      state = 'read'
    where id_import = ${id} and ${which}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export async function countStaged(db: Db | Tx, id: number): Promise<ImportCounts> {
  const count = (condition: RawBuilder<unknown>) => sql`(count(*) filter (where ${condition}))::int`
  const isSaved = sql`state in ('saved', 'undone', 'kept')`
  const { rows } = await sql<ImportCounts>`select count(*)::int as total,
      ${count(sql`${WAITS_FOR_VERIFICATION} and not excluded`)} as read,
      ${count(WAITS_FOR_SAVING)} as ok, ${count(SHOWN_ROWS.errors)} as wrong, ${count(SHOWN_ROWS.warnings)} as warned,
      ${count(SHOWN_ROWS.excluded)} as excluded,
      ${count(isSaved)} as saved, ${count(sql`${isSaved} and done = 'created'`)} as created,
      ${count(sql`${isSaved} and done = 'changed'`)} as changed,
      ${count(sql`${isSaved} and done = 'unchanged'`)} as unchanged,
      (coalesce(sum(blanks) filter (where not excluded and state in ('ok', 'wrong', 'read')), 0))::int as blanks,
      ${count(sql`state = 'undone'`)} as undone, ${count(sql`state = 'kept'`)} as kept
    from import_rows where id_import = ${id} and date_deleted is null`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('The count of staged rows returned no row.')
  return counts
}

/** A staged row as the file reader returned it. */
export const fileRow = ({ row, cells }: StagedRow): FileRow => ({
  line: row,
  cells: cells.map((cell) => (typeof cell === 'string' ? { text: cell } : cell)),
})

const stagedCell = ({ text, number, guess }: FileCell): string | FileCell =>
  number === undefined && guess === undefined
    ? text
    : { text, ...(number === undefined ? {} : { number }), ...(guess === undefined ? {} : { guess }) }

function asColumns(verdict: Verdict | undefined) {
  if (!verdict) throw new Error('A staged row was read that has not been verified.')
  const { state, errors, warnings, changes, blanks, keys } = verdict
  return {
    state,
    keys,
    blanks,
    ...(Object.keys(changes).length === 0 ? {} : { changes }),
    ...(isEmpty(errors) ? {} : { errors }),
    ...(isEmpty(warnings) ? {} : { warnings }),
  }
}

const isEmpty = (errors: FieldErrors): boolean => Object.keys(errors).length === 0

import { sql } from 'kysely'
import type { Tx } from '../database/database'
import { inSavepoint, type Write } from '../records/write/open-write'
import type { RecordContext } from '../records/record-context'
import { idArray, readId, type RecordId } from '../records/record-id'
import { save } from '../records/write/save'
import { errorsOf } from './error-text'
import type { ReferenceFinder } from './find-reference'
import type { FileColumns } from './match-columns'
import { keyOf, readRows, type FileRow, type ReadRow } from './read-row'
import { RowTargets } from './row-targets'
import type { FieldErrors, Outcome } from './staged-rows'

/** A file whose rows are saved. */
export interface SavedFile extends FileColumns {
  readonly references: ReferenceFinder
  /** The activity log's note on every record that it wrote. */
  readonly note: string
}

/** Saves some rows of a file through the write path, each behind a savepoint: a refused row affects no other. */
export async function saveRows(context: RecordContext, write: Write, file: SavedFile, rows: readonly FileRow[]): Promise<readonly Outcome[]> {
  const { columns, references } = file
  const targets = new RowTargets(context, file)
  const read = await readRows(context, write.tx, columns, references, rows)
  await targets.find(write.tx, read)
  const outcomes: Outcome[] = []
  for (const [i, first] of read.entries()) {
    // It may refer to an earlier row, which has just been saved.
    const [row = first] = first.errors.length > 0 ? await readRows(context, write.tx, columns, references, rows.slice(i, i + 1)) : []
    outcomes.push(await saveRow(context, write, file, targets, row))
  }
  return withVersions(context, write.tx, outcomes)
}

async function saveRow(context: RecordContext, write: Write, { columns, note }: SavedFile, targets: RowTargets, row: ReadRow): Promise<Outcome> {
  const before = await targets.before(write.tx, row)
  const refused = (errors: FieldErrors): Outcome => ({ row: row.line, state: 'wrong', errors, error: { key: 'import_refused' } })
  const missing = targets.missing(row, before)
  const errors = { ...Object.fromEntries(row.errors.map(({ key, error }) => [key, error])), ...(missing ? { id: missing } : {}) }
  if (Object.keys(errors).length > 0) return refused(errors)
  const keys = new Set(columns.map(keyOf))
  const replaced = before && Object.fromEntries(Object.entries(before).filter(([name]) => keys.has(name) && name !== 'id'))
  let outcome = refused({})
  const error = await inSavepoint(write, async () => {
    const { id, done } = await save(context, write, targets.input(row, before), { note })
    outcome = { row: row.line, state: 'saved', done, id, ...(replaced && { before: replaced }) }
    targets.learn(row, id)
  })
  return error ? refused(errorsOf(context, error)) : outcome
}

/** The records' current versions: any later change increases them. */
async function withVersions({ entity }: RecordContext, tx: Tx, outcomes: readonly Outcome[]): Promise<readonly Outcome[]> {
  const ids = outcomes.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return outcomes
  const { rows } = await sql<{ id: RecordId; version: number }>`select id, version from ${sql.table(entity.name)}
    where id = any(${idArray(entity, ids)})`.execute(tx)
  const versions = new Map(rows.map(({ id, version }) => [readId(entity, id), Number(version)]))
  return outcomes.map((one) => (one.id === undefined ? one : { ...one, version_after: versions.get(one.id) }))
}

import { sql } from 'kysely'
import type { FieldError } from '../../../model/field-type'
import { DAY_MS } from '../../../model/values/zone-time'
import type { Tx } from '../../platform/database/database'
import { inSavepoint, type Write } from '../../records/write/open-write'
import type { RecordContext } from '../../records/record-context'
import { idArray, idOrder, readId, type RecordId } from '../../records/record-id'
import { remove } from '../../records/write/remove'
import { save } from '../../records/write/save'
import { saidError } from './error-text'
import type { ImportRunRow } from './run'
import { recordOf, type RowOutcome, type StagedRow } from './staged-rows'

/** How long after its last saving a run may be undone. */
export const UNDO_MS = DAY_MS

/**
 * Undoes rows, unless their records were changed since: created ones are removed, changed ones get back the values that
 * the file replaced. What cannot be undone is reported on its row.
 */
export async function undoRows(
  context: RecordContext,
  write: Write,
  run: ImportRunRow,
  rows: readonly StagedRow[],
): Promise<readonly RowOutcome[]> {
  const versions = await versionsOf(context, write.tx, rows)
  const outcomes: RowOutcome[] = []
  for (const one of rows) outcomes.push(await undoRow(context, write, run, one, versions))
  return outcomes
}

async function undoRow(
  context: RecordContext,
  write: Write,
  run: ImportRunRow,
  one: StagedRow,
  versions: ReadonlyMap<RecordId, number>,
): Promise<RowOutcome> {
  const { row, done, version_after, before } = one
  const id = recordOf(one)
  const kept = (error: FieldError): RowOutcome => ({ row, state: 'kept', error })
  const gone: RowOutcome = { row, state: 'undone' }
  if (done === 'unchanged' || id === null) return gone
  const version = versions.get(id)
  if (version === undefined) return done === 'created' ? gone : kept({ key: 'import_gone' })
  if (version !== version_after) return kept({ key: 'import_changed_since' })
  const note = `import_undo:${run.id}`
  const error = await inSavepoint(write, async () => {
    if (done === 'created') await remove(context, write, id, note)
    // Errors that the record had before the import are no reason to keep the import's values.
    else await save(context, write, { ...before, id, version }, { note, forgiving: true })
  })
  return error ? kept(saidError(context, error)) : gone
}

async function versionsOf(
  { entity }: RecordContext,
  tx: Tx,
  rows: readonly StagedRow[],
): Promise<ReadonlyMap<RecordId, number>> {
  const ids = rows.flatMap((row) => recordOf(row) ?? [])
  if (ids.length === 0) return new Map()
  const found = await sql<{ id: RecordId; version: number }>`select id, version from ${sql.table(entity.name)}
    where id = any(${idArray(entity, ids)}) and date_deleted is null order by ${idOrder(entity, entity.name)}
    for update`.execute(tx)
  return new Map(found.rows.map(({ id, version }) => [readId(entity, id), Number(version)]))
}

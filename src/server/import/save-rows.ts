import { sql } from 'kysely'
import type { JsonObject } from '../../model/json'
import type { Tx } from '../database/database'
import type { ReferenceFinder } from '../load/find-reference'
import { keyOf, readRows, type ReadRow } from '../load/read-row'
import { inSavepoint, type Write } from '../records/open-write'
import type { RecordContext } from '../records/record-context'
import { idArray, readId, type RecordId } from '../records/record-id'
import { save } from '../records/save'
import { faultsOf } from './fault-text'
import { matchedColumns } from './import-columns'
import type { Run } from './run'
import { RowTargets } from './row-targets'
import { fileRow, type Outcome, type StagedRow } from './staged-rows'

/** What the activity log notes beside every record that a run wrote. */
export const noteOf = ({ id }: Pick<Run, 'id'>): string => `import:${id}`

/** Saves some rows through the write path, each behind a savepoint: one that is refused falls alone. */
export async function saveRows(
  context: RecordContext,
  write: Write,
  run: Run,
  references: ReferenceFinder,
  rows: readonly StagedRow[],
): Promise<readonly Outcome[]> {
  const columns = matchedColumns(context, run.columns)
  const targets = new RowTargets(context, columns)
  const read = await readRows(context, write.tx, columns, references, rows.map(fileRow))
  const befores = await targets.find(write.tx, read)
  const keys = new Set(columns.map(keyOf))
  const outcomes: Outcome[] = []
  for (const [i, first] of read.entries()) {
    const staged = rows[i]
    // It may refer to a row above, which has just been saved.
    const [row = first] = staged && first.faults.length > 0 ? await readRows(context, write.tx, columns, references, [fileRow(staged)]) : []
    const before = befores.get(row.line) ?? null
    const missing = targets.missing(row)
    const errors = { ...Object.fromEntries(row.faults.map(({ key, fault }) => [key, fault])), ...(missing ? { id: missing } : {}) }
    outcomes.push(
      Object.keys(errors).length > 0
        ? { row: row.line, state: 'wrong', errors, fault: { key: 'import_refused' } }
        : await saveRow(context, write, run, targets, row, before, keys),
    )
  }
  return withVersions(context, write.tx, outcomes)
}

async function saveRow(
  context: RecordContext,
  write: Write,
  run: Run,
  targets: RowTargets,
  row: ReadRow,
  before: JsonObject | null,
  keys: ReadonlySet<string>,
): Promise<Outcome> {
  const input = targets.input(row, before)
  let outcome: Outcome = { row: row.line, state: 'wrong' }
  const fault = await inSavepoint(write, async () => {
    const saved = await save(context, write, input, { note: noteOf(run) })
    outcome = {
      row: row.line,
      state: 'saved',
      done: saved.done,
      id: saved.id,
      ...(before ? { before: Object.fromEntries(Object.entries(before).filter(([name]) => keys.has(name) && name !== 'id')) } : {}),
    }
  })
  return fault ? { row: row.line, state: 'wrong', errors: faultsOf(context, fault), fault: { key: 'import_refused' } } : outcome
}

/** The versions that the records have now: whoever changes one later makes another. */
async function withVersions({ entity }: RecordContext, tx: Tx, outcomes: readonly Outcome[]): Promise<readonly Outcome[]> {
  const ids = outcomes.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return outcomes
  const { rows } = await sql<{ id: RecordId; version: number }>`select id, version from ${sql.table(entity.name)}
    where id = any(${idArray(entity, ids)})`.execute(tx)
  const versions = new Map(rows.map(({ id, version }) => [readId(entity, id), Number(version)]))
  return outcomes.map((one) => (one.id === undefined ? one : { ...one, version_after: versions.get(one.id) }))
}

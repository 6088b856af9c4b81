import { sql } from 'kysely'
import type { FieldError } from '../../../model/field-type'
import type { FileColumn, ImportState } from '../../../model/import-answer'
import type { TextReading } from '../../../model/values/text-encoding'
import { AppError } from '../../../model/errors'
import type { Json } from '../../../model/json'
import type { Db, Tx } from '../../platform/database/database'
import { idOf } from '../../records/read/read'
import type { RecordContext } from '../../records/record-context'
import type { Upload } from './upload'
import { engineTables } from '../../platform/database/engine-tables'
import { living } from '../../records/fields/in-scope'

/** One import of one user, as its row in the table `imports` has it. */
export interface ImportRunRow {
  readonly id: number
  readonly resource: string
  readonly id_user: number
  readonly id_session: number | null
  readonly file_name: string
  readonly state: ImportState
  readonly columns: readonly FileColumn[]
  readonly error: FieldError | null
  /** How the text of its file was read; null: not yet, or a book. */
  readonly reading: TextReading | null
  /** Whether a blank cell empties the value of an existing record. */
  readonly empties: boolean
  /** Rows that the reader announced; null: not known. */
  readonly total: number | null
  readonly date_created: string
  readonly date_saved: string | null
}

const COLUMNS = sql`i.id, i.resource, i.id_user, i.id_session, i.file_name, i.state, i.columns, i.error, i.reading,
  i.empties, i.total,
  i.date_created, i.date_saved`

/** Creates a run that is being read. */
export async function startRun(
  db: Db,
  context: RecordContext,
  { name, empties = false }: Pick<Upload, 'name' | 'empties'>,
): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`insert into imports (resource, id_user, id_session, file_name, state, columns, empties)
    values (${context.resource.name}, ${context.actor.id}, ${context.origin.id_session}, ${name}, 'reading',
      '[]', ${empties})
    returning id`.execute(db)
  return Number(rows[0]?.id)
}

/** A run of the asker's own in this catalogue: nobody reads another user's. @throws {AppError} NOT_FOUND */
export async function ownRun(
  db: Db | Tx,
  { resource, actor }: RecordContext,
  id: Json | undefined,
): Promise<ImportRunRow> {
  const { rows } = await sql<ImportRunRow>`select ${COLUMNS} from imports as i
    where i.id = ${idOf(id)} and i.resource = ${resource.name} and i.id_user = ${actor.id} and ${living('i')}`.execute(
    db,
  )
  if (!rows[0]) throw new AppError('NOT_FOUND')
  return rows[0]
}

/** Locks a run until the transaction ends, if it is still in that state: every change of its rows begins here. */
export async function lockRun(tx: Tx, id: number, state: readonly ImportState[]): Promise<ImportRunRow | null> {
  const { rows } = await sql<ImportRunRow>`select ${COLUMNS} from imports as i
    where i.id = ${id} and i.state = any(${[...state]}::text[]) and ${living('i')} for update`.execute(tx)
  return rows[0] ?? null
}

/** As `lockRun`, for a user's request. @throws {AppError} CONFLICT while something else is under way */
export async function holdRun(tx: Tx, id: number, state: readonly ImportState[]): Promise<ImportRunRow> {
  const run = await lockRun(tx, id, state)
  if (!run) throw new AppError('CONFLICT', { say: 'import.busy' })
  return run
}

/** Changes a run; `date_updated` shows that it is being worked on. */
export async function setRun(
  tx: Db | Tx,
  id: number,
  values: {
    readonly state?: ImportState
    readonly columns?: readonly FileColumn[]
    readonly error?: FieldError | null
    readonly reading?: TextReading | null
    readonly empties?: boolean
    readonly total?: number | null
    readonly date_saved?: string
  },
): Promise<void> {
  const { columns, error, reading, ...plain } = values
  await engineTables(tx)
    .updateTable('imports')
    .set({
      ...plain,
      ...(columns ? { columns: JSON.stringify(columns) } : {}),
      ...(reading ? { reading: JSON.stringify(reading) } : {}),
      ...(error === undefined ? {} : { error: error && JSON.stringify(error) }),
      date_updated: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Runs of the asker in this catalogue, the latest first. */
export async function ownRuns(
  db: Db,
  { resource, actor }: RecordContext,
  max: number,
): Promise<readonly ImportRunRow[]> {
  const { rows } = await sql<ImportRunRow>`select ${COLUMNS} from imports as i
    where i.resource = ${resource.name} and i.id_user = ${actor.id} and ${living('i')} order by i.id desc
      limit ${max}`.execute(db)
  return rows
}

/** Runs that wait for a worker, the least recently touched first. */
export async function openRuns(db: Db): Promise<readonly ImportRunRow[]> {
  const { rows } = await sql<ImportRunRow>`select ${COLUMNS} from imports as i
    where i.state in ('verifying', 'saving', 'undoing') and ${living('i')} order by i.date_updated, i.id`.execute(db)
  return rows
}

import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { BulkProgress } from '../../../model/catalogue-answers'
import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import type { RecordContext } from '../record-context'
import { malformed } from '../../platform/answers/malformed'

/** How far a change of many rows is; any process that shares the database can report it. */
// Nobody asks about older runs: the activity log has them.
const KEPT_DAYS = 7

/**
 * Records a run under the key that the caller gave, so that they can ask how far it is.
 * @throws {AppError} CONFLICT when the key was used
 */
export async function beginRun(context: RecordContext, key: Json | undefined, total: number): Promise<string> {
  const { db } = context.runtime.database
  const run = key === undefined || key === null ? randomUUID() : key
  if (typeof run !== 'string' || !/^[\w-]{8,40}$/.test(run)) throw malformed('run')
  await sql`delete from bulk_runs where date_created < now() - ${sql.lit(`${KEPT_DAYS} days`)}::interval`.execute(db)
  const { rows } = await sql`insert into bulk_runs (run, resource, id_user, total, state)
    values (${run}, ${context.resource.name}, ${context.actor.id}, ${total}, 'running') on conflict do nothing
    returning id`.execute(db)
  // A call sent twice, by a network that lost its answer, is carried out once.
  if (rows.length === 0) throw new AppError('CONFLICT', { say: 'bulk.run_used' })
  return run
}

/** Adds what a batch did. @returns whether the run is to stop */
export async function advanceRun(context: RecordContext, run: string, done: number, refused: number): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`update bulk_runs
    set done = done + ${done}, refused = refused + ${refused}, date_updated = clock_timestamp() where run = ${run}
    returning state`.execute(context.runtime.database.db)
  return rows[0]?.state === 'stopping'
}

export async function endRun(context: RecordContext, run: string, state: BulkProgress['state']): Promise<void> {
  await sql`update bulk_runs set state = ${state}, date_updated = clock_timestamp() where run = ${run}`.execute(
    context.runtime.database.db,
  )
}

/**
 * `GET {endpoint}/bulkProgress?run=`: how far one of the asker's own runs is; one that has not begun yet, as one of
 * somebody else, has done nothing.
 */
export async function bulkProgress(context: RecordContext, { run }: JsonObject): Promise<BulkProgress> {
  const key = String(run ?? '')
  return (await ownRun(context, key)) ?? { run: key, total: 0, done: 0, refused: 0, state: 'running' }
}

/** `POST {endpoint}/bulkStop {run}`: starts no further batch; what was done stays. @throws {AppError} NOT_FOUND */
export async function bulkStop(context: RecordContext, { run }: JsonObject): Promise<BulkProgress> {
  const key = String(run ?? '')
  await sql`update bulk_runs set state = 'stopping'
    where run = ${key} and resource = ${context.resource.name} and id_user = ${context.actor.id}
      and state = 'running'`.execute(context.runtime.database.db)
  const own = await ownRun(context, key)
  if (!own) throw new AppError('NOT_FOUND')
  return own
}

async function ownRun(context: RecordContext, run: string): Promise<BulkProgress | undefined> {
  const { rows } = await sql<BulkProgress>`select run, total, done, refused, state from bulk_runs
    where run = ${run} and resource = ${context.resource.name} and id_user = ${context.actor.id}`.execute(
    context.runtime.database.db,
  )
  return rows[0]
}

import { sql } from 'kysely'
import type { Entity } from '../../../model/entity'
import { AppError } from '../../../model/errors'
import type { Flow, Move } from '../../../model/flow'
import { PROGRAM } from '../../language/actor/program'
import type { Runtime } from '../../language/runtime'
import type { Job, JobContext } from '../../platform/jobs/job'
import { all, living } from '../fields/in-scope'
import type { RecordContext } from '../record-context'
import { idOrder, readId, type RecordId } from '../record-id'
import { ruleSql } from '../rule-readings'
import { inOneWrite } from '../write/open-write'
import { moveOne } from './move'

const EVERY_S = 60
/** Records that one statement looks up; each is moved in a transaction of its own. */
const BATCH = 200

/** A move that no person makes. */
interface Automatic {
  readonly entity: Entity
  readonly flow: Flow
  readonly move: Move
  readonly name: string
}

/**
 * Carries out the moves that happen by themselves (`automatic` in `x-flow`) on every record in their states for which
 * their rule holds. State and rule are asked again of the locked record, so that a person who comes between is right,
 * and a process that dies has left no half of a move.
 */
export const automaticMoves: Job = {
  name: 'engine.moves',
  every_s: EVERY_S,
  async run(job) {
    for (const one of automaticOf(job.runtime)) await moveAll(job, one)
  },
}

const automaticOf = ({ model }: Runtime): readonly Automatic[] =>
  Object.values(model().entities).flatMap((entity) =>
    Object.entries(entity.flow?.moves ?? {}).flatMap(([name, move]) =>
      entity.flow && move.automatic ? [{ entity, flow: entity.flow, move, name }] : [],
    ),
  )

async function moveAll({ runtime, signal, log }: JobContext, one: Automatic): Promise<void> {
  const context = await programsContext(runtime, one.entity)
  if (!context) return
  let last: RecordId | null = null
  for (let found = BATCH; found === BATCH && !signal.aborted; ) {
    const ids: readonly RecordId[] = await dueIds(context, one, last)
    for (const id of ids) {
      if (signal.aborted) return
      const failure = await moveById(context, one, id)
      if (failure) log(`${one.entity.name} ${id}: the move "${one.name}" is refused (${failure.code}).`)
    }
    found = ids.length
    last = ids.at(-1) ?? last
  }
}

/** @returns why the record may not become what the move makes of it; null: it was moved, or somebody else was faster */
async function moveById(
  context: RecordContext,
  { flow, move, name }: Automatic,
  id: RecordId,
): Promise<AppError | null> {
  try {
    await inOneWrite(context, (write) =>
      moveOne(context, write, { flow, move, name, answers: {}, version: undefined }, id, null),
    )
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return ['CONFLICT', 'FORBIDDEN', 'NOT_FOUND'].includes(error.code) ? null : error
  }
}

/** The next records that are due, in the order of their ids. */
async function dueIds(
  context: RecordContext,
  { entity, flow, move }: Automatic,
  last: RecordId | null,
): Promise<readonly RecordId[]> {
  const conditions = [
    living('t'),
    sql<boolean>`${sql.ref(`t.${flow.field ?? 'id'}`)} = any(${[...move.from]}::text[])`,
    ...(move.when ? [ruleSql(context, move.when, entity, 't')] : []),
    ...(last === null ? [] : [sql<boolean>`t.id > ${last}`]),
  ]
  const { rows } = await sql<{ id: unknown }>`select t.id from ${sql.table(entity.name)} as t
    where ${all(conditions)} order by ${idOrder(entity)} limit ${sql.lit(BATCH)}`.execute(context.runtime.database.db)
  return rows.map(({ id }) => readId(entity, id))
}

/** The program in any catalogue of the entity; null: it has none. */
async function programsContext(runtime: Runtime, entity: Entity): Promise<RecordContext | null> {
  const model = runtime.model()
  const resource = Object.values(model.resources).find((one) => one.entity === entity.name && one.rest === undefined)
  if (!resource) return null
  return {
    runtime,
    model,
    actor: PROGRAM,
    entity,
    resource: { ...resource, where: undefined, fixed: {} },
    settings: await runtime.settings(),
    now: runtime.now(),
    origin: { id_session: null, platform: 'api' },
  }
}

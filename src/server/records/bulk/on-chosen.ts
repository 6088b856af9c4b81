import { randomUUID } from 'node:crypto'
import type { ChosenAnswer, RowResult, Undo } from '../../../model/catalogue-answers'
import type { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import { errorAnswer, sayError } from '../../platform/answers/say-error'
import { fieldLabel } from '../fields/labels'
import type { RecordContext } from '../record-context'
import { compareIds, recordId, type RecordId } from '../record-id'
import { inOneWrite, inSavepoint, type Write } from '../write/open-write'
import { choose, undoable, type Undoable } from '../write/keep'
import { foundRows, meansAll } from './found-rows'
import { idList } from './id-list'
import { inBatches } from './in-batches'
import { partlyDone } from './partly-done'

const MAX_IDS = 1000

/** What is done to each of the chosen records. */
interface Doing {
  /** What is said of a record when it is done. */
  readonly done: string
  /** @param run the activity log's note on records that were changed together */
  readonly one: (context: RecordContext, write: Write, id: RecordId, run: string | null) => Promise<void>
  /** How it can be taken back; absent: not at all. */
  readonly undo?: Undoable
}

/**
 * Does something to one record (`id`), to several (`ids`) in one transaction with a result each, or to all that a
 * filter finds (`all`, see `foundRows`) in batches, with counts and the first refused ones.
 * @throws {AppError} of several only when none went well, with `results` in the body
 */
export async function onChosen(context: RecordContext, doing: Doing, input: JsonObject): Promise<ChosenAnswer> {
  if (meansAll(input) && !context.resource.singleton) return onAll(context, doing, input)
  if (input.ids === undefined) {
    const id = recordId(context.entity, input.id)
    const undo = await inOneWrite(context, (write) =>
      undoable(context, write, doing.undo, { run: randomUUID(), note: null }, async () => {
        choose(context, write, id)
        await doing.one(context, write, id, null)
      }),
    )
    return { msg: doing.done, ...(undo && { undo }) }
  }
  const ids = idList(input.ids, MAX_IDS)
  const run = randomUUID()
  const { errors, undo } = await inOneWrite(context, (write) =>
    each(context, write, doing, ids, { run, note: ids.length > 1 ? `bulk:${run}` : null }),
  )
  const results = resultsOf(context, doing, ids, errors)
  const msg = partlyDone(context, doing.done, errors, results)
  return { msg, results, ...(undo && { undo }) }
}

async function onAll(context: RecordContext, doing: Doing, input: JsonObject): Promise<ChosenAnswer> {
  const ids = await foundRows(context, input)
  const undos: Undo[] = []
  const answer = await inBatches(context, ids, input.run, async (batch, run) => {
    const { errors, undo } = await inOneWrite(context, (write) =>
      each(context, write, doing, batch, { run, note: ids.length > 1 ? `bulk:${run}` : null }),
    )
    if (undo) undos.push(undo)
    const [first] = errors.values()
    return { results: resultsOf(context, doing, batch, errors), ...(first ? { first } : {}) }
  })
  const last = undos.at(-1)
  return { ...answer, ...(last && { undo: last }) }
}

function resultsOf(
  context: RecordContext,
  { done }: Doing,
  ids: readonly Json[],
  errors: ReadonlyMap<Json, AppError>,
): readonly RowResult[] {
  return ids.map((asked) => {
    const error = errors.get(asked)
    const id = typeof asked === 'number' || typeof asked === 'string' ? asked : null
    return error ? { id, ok: false, msg: sentence(context, error), code: error.code } : { id, ok: true, msg: done }
  })
}

/** Why a row was refused, as one sentence; the error of a value names its field. */
export function sentence({ runtime, actor, resource, entity }: RecordContext, error: AppError): string {
  const [first] = Object.entries(error.errors)
  if (!first) return errorAnswer(runtime.words, actor.language, error).body.msg
  const [name, atField] = first
  const label = fieldLabel(runtime.words, actor.language, resource, entity.fields[name], name)
  return `${label}: ${sayError(runtime.words, actor.language, atField)}`
}

interface Done {
  readonly errors: ReadonlyMap<Json, AppError>
  readonly undo: Undo | null
}

/** @param note what its lines in the activity share; null for a single record */
interface Run {
  readonly run: string
  readonly note: string | null
}

async function each(
  context: RecordContext,
  write: Write,
  doing: Doing,
  ids: readonly Json[],
  { run, note }: Run,
): Promise<Done> {
  const errors = new Map<Json, AppError>()
  const undo = await undoable(context, write, doing.undo, { run, note }, async () => {
    // In a fixed order, so that two writers of the same rows wait for each other instead of deadlocking.
    for (const id of [...ids].sort(compareIds)) {
      choose(context, write, id)
      const error = await inSavepoint(write, () => doing.one(context, write, recordId(context.entity, id), note))
      if (error) errors.set(id, error)
    }
  })
  return { errors, undo }
}

/** The ids that a call chooses, as it reads them; those that are none are told by the call itself. */
export async function chosenIds(context: RecordContext, input: JsonObject): Promise<readonly RecordId[]> {
  if (meansAll(input) && !context.resource.singleton) return foundRows(context, input)
  const given = input.ids === undefined ? [input.id ?? null] : idList(input.ids, MAX_IDS)
  return given
    .filter((id) => !(context.entity.key === undefined && !/^\d{1,9}$/.test(String(id))))
    .map((id) => recordId(context.entity, id))
}

import { randomUUID } from 'node:crypto'
import type { CatalogueAnswers, SavedRow, Undo } from '../../model/catalogue-answers'
import { AppError } from '../../model/errors'
import type { Json, JsonObject } from '../../model/json'
import { errorAnswer } from '../platform/answers/say-error'
import { sentence } from './bulk/on-chosen'
import { partlyDone } from './bulk/partly-done'
import { asObject } from './json-object'
import { findRecords } from './read/read'
import { presented } from './read/presented'
import { wireColumns } from './read/wire-columns'
import type { RecordContext } from './record-context'
import { compareIds, recordId, type RecordId } from './record-id'
import { choose, undoable, UNDO_S } from './write/keep'
import { inOneWrite, inSavepoint, type Write } from './write/open-write'
import { assertEdits, save } from './write/save'

/** More rows than a page has are an import. */
export const MAX_SAVED_ROWS = 500

/** What became of one row: the record as it is now, or why it was refused. */
/**
 * `POST {endpoint}/saveRows {rows: [{id, version?, …fields}]}`: changes several records at once, each for itself: a row
 * that is refused, or that somebody else has changed since `version`, leaves the others as they are. Each is written
 * like any other change.
 * @throws {AppError} FORBIDDEN, MALFORMED; the first refusal, with `results` in the body, when no row was saved
 */
export async function saveRows(
  context: RecordContext,
  { rows: sent }: JsonObject,
): Promise<CatalogueAnswers['saveRows']> {
  assertEdits(context)
  if (context.resource.singleton) throw new AppError('NOT_FOUND', { say: 'errors.no_such_call' })
  const rows = readRows(context, sent)
  const run = randomUUID()
  const { errors, undo } = await inOneWrite(context, (write) => each(context, write, rows, run))
  const items = await itemsOf(
    context,
    rows.flatMap(({ id }) => (errors.has(id) ? [] : [id])),
  )
  const { words } = context.runtime
  const done = words.say(context.actor.language, 'records.done_save')
  const results = rows.map(({ id }): SavedRow => {
    const error = errors.get(id)
    const item = items.get(id)
    return error ? refusedRow(context, id, error) : { id, ok: true, msg: done, ...(item && { item }) }
  })
  const msg = partlyDone(context, done, errors, results)
  return { msg, results, ...(undo && { undo }) }
}

interface Sent {
  readonly id: RecordId
  readonly input: JsonObject
}

/** @throws {AppError} MALFORMED unless they are some records, each with its id and named once */
function readRows({ entity }: RecordContext, sent: Json | undefined): readonly Sent[] {
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > MAX_SAVED_ROWS)
    throw new AppError('MALFORMED', { say: 'records.rows_most', params: { max: MAX_SAVED_ROWS } })
  const rows = sent.map((row: Json): Sent => {
    const input = asObject(row)
    if (!input || input.id === undefined || input.id === null || input.id === '')
      throw new AppError('MALFORMED', { say: 'records.rows_most', params: { max: MAX_SAVED_ROWS } })
    const id = recordId(entity, input.id)
    return { id, input: { ...input, id } }
  })
  if (new Set(rows.map(({ id }) => id)).size < rows.length)
    throw new AppError('MALFORMED', { say: 'records.rows_most', params: { max: MAX_SAVED_ROWS } })
  return rows
}

async function each(
  context: RecordContext,
  write: Write,
  rows: readonly Sent[],
  run: string,
): Promise<{ errors: ReadonlyMap<RecordId, AppError>; undo: Undo | null }> {
  const errors = new Map<RecordId, AppError>()
  const note = rows.length > 1 ? `bulk:${run}` : null
  const undo = await undoable(context, write, { verb: 'set', seconds: UNDO_S }, { run, note }, async () => {
    // In a fixed order, so that two writers of the same rows wait for each other instead of deadlocking.
    for (const { id, input } of rows.toSorted((one, other) => compareIds(one.id, other.id))) {
      choose(context, write, id)
      const error = await inSavepoint(
        write,
        async () => void (await save(context, write, input, { note, mustExist: true })),
      )
      if (error) errors.set(id, error)
    }
  })
  return { errors, undo }
}

async function itemsOf(context: RecordContext, ids: readonly RecordId[]): Promise<ReadonlyMap<RecordId, JsonObject>> {
  if (ids.length === 0) return new Map()
  const { db } = context.runtime.database
  const found = [...(await findRecords(context, db, wireColumns(context), ids))]
  const shown = await presented(
    context,
    db,
    found.map(([, item]) => item),
  )
  return new Map(found.map(([id, item], at) => [id, shown[at] ?? item]))
}

function refusedRow(context: RecordContext, id: RecordId, error: AppError): SavedRow {
  const {
    body: { errors },
  } = errorAnswer(context.runtime.words, context.actor.language, error)
  const { conflict } = error.body
  return {
    id,
    ok: false,
    msg: sentence(context, error),
    code: error.code,
    ...(errors && { errors: { ...errors } }),
    ...(conflict !== undefined && { conflict }),
  }
}

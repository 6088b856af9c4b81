import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rm } from 'node:fs/promises'
import { typeOf } from '../../model/canonical'
import { AppError } from '../../model/errors'
import { isUnderWay } from '../../model/import-answer'
import type { JsonObject } from '../../model/json'
import { success } from '../platform/answers/envelope'
import { assertConfirmed } from '../language/actor/confirmation'
import type { RecordContext } from '../records/record-context'
import { assertCreates, assertEdits } from '../records/write/save'
import type { Runtime } from '../language/runtime'
import { assignColumn, chooseBlanks, excludeRows, fixRow, mapColumns } from '../work/import/change-rows'
import { formatFile } from '../work/import/format-file'
import { importOf } from '../work/import/import-columns'
import { stateItems, runStatus, importView } from '../work/import/import-view'
import { beginSaving, beginUndoing, cancelRun, runWhenSettled, WAIT_MS } from '../work/import/move-run'
import { readIntoRun, setWaiting } from '../work/import/read-file'
import { Readings } from '../work/import/readings'
import { ownRun, ownRuns, startRun, type ImportRunRow } from '../work/import/run'
import { itemsFile } from '../work/import/items-file'
import { receiveFile, type Upload } from '../work/import/upload'

type Answer = (
  context: RecordContext,
  input: JsonObject,
  reply: FastifyReply,
  request: FastifyRequest,
) => Promise<object>

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Runs that one user may have under way, and runs in their list. */
const MAX_UNDER_WAY = 3
const MAX_SHOWN = 20

/** Files that this process is reading, by the runtime it reads them for. */
const readings = new WeakMap<Runtime, Readings>()

/** Accepts files that come with calls, and ends their reading when the app closes. */
export async function registerImports(app: FastifyInstance, runtime: Runtime): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false })
  const own = new Readings()
  readings.set(runtime, own)
  app.addHook('onClose', () => own.end())
}

const format: Answer = async (context, _input, reply) => {
  const file = await formatFile(context)
  return reply
    .type(XLSX)
    .header('content-disposition', `attachment; filename="${context.resource.name}.xlsx"`)
    .send(Buffer.from(file))
}

/** Stages a file; the answer comes when it is verified, or after some seconds with the progress so far. */
const verify: Answer = async (context, _input, _reply, request) => {
  const { run } = await stage(context, request)
  return success(await importView(context, await runWhenSettled(context, run, WAIT_MS)))
}

const saveRun: Answer = async (context, input, _reply, request) => {
  const {
    entity,
    runtime: { database, fieldTypes },
    origin,
    now,
  } = context
  const fields = importOf(context).columns.flatMap((name) => entity.fields[name] ?? [])
  // Its rows are written later, when nobody can be asked.
  if (fields.some((field) => field.confirm || typeOf(field, fieldTypes).writeOnly))
    await assertConfirmed(database.db, origin.id_session, now)
  if (!request.isMultipart()) return move(context, input, beginSaving)
  const { run, read } = await stage(context, request)
  await read
  await beginSaving(context, await runWhenSettled(context, run, 0))
  return success(await importView(context, await runWhenSettled(context, run, WAIT_MS)))
}

/**
 * `POST {endpoint}/save` as the specification has it: a file, an earlier run by its `id`, or `items` as JSON, with
 * values of every row beside them. Answers what became of each row.
 */
const saveItems: Answer = async (context, input, reply, request) => {
  if (request.isMultipart() || input.items === undefined) return saveRun(context, input, reply, request)
  const { run, read } = await stage(context, await itemsFile(context, input))
  await read
  await beginSaving(context, await runWhenSettled(context, run, 0))
  const settledRun = await runWhenSettled(context, run, WAIT_MS)
  return success({ ...(await importView(context, settledRun)), state_items: await stateItems(context, settledRun) })
}

async function stage(
  context: RecordContext,
  given: FastifyRequest | Upload,
): Promise<{ readonly run: number; readonly read: Promise<void> }> {
  const { db } = context.runtime.database
  const own = readings.get(context.runtime)
  if (!own) throw new Error('A file was uploaded before `registerImports` ran.')
  const others = (await ownRuns(db, context, MAX_SHOWN)).filter(({ state }) => isUnderWay(state))
  if (others.length >= MAX_UNDER_WAY) throw new AppError('TOO_MANY', { say: 'import.too_many' })
  own.assertRoom()
  const file = 'path' in given ? given : await receiveFile(context.runtime, given)
  const run = await startRun(db, context, file)
  const read = own.begin(
    context.actor.id,
    (signal) => readIntoRun(context, run, file, signal).finally(() => rm(file.path, { force: true })),
    () => setWaiting(db, run),
  )
  // Users who ask for the run see its result; in the end nobody awaits this promise.
  read.catch((cause: unknown) => process.emitWarning(new Error(`The import ${run} ended badly.`, { cause })))
  return { run, read }
}

/** Does something to a run of the asker's own and answers with the run when it has settled. */
async function move(
  context: RecordContext,
  input: JsonObject,
  work: (context: RecordContext, run: ImportRunRow, input: JsonObject) => Promise<void>,
): Promise<object> {
  const { id } = await ownRun(context.runtime.database.db, context, input.id)
  // A row that was just changed may still be in progress.
  await work(context, await runWhenSettled(context, id, WAIT_MS), input)
  return success(await importView(context, await runWhenSettled(context, id, WAIT_MS), input))
}

const moved =
  (work: (context: RecordContext, run: ImportRunRow, input: JsonObject) => Promise<void>): Answer =>
  (context, input) =>
    move(context, input, work)

/** The calls of a catalogue that allows imports, below its endpoint. */
const CALLS: { readonly [path: string]: { readonly [method: string]: Answer } } = {
  importFormat: { GET: format },
  // The same under the names that the specification has for the import of services.
  format: { GET: format },
  verify: { POST: verify },
  save: { POST: saveItems },
  importVerify: { POST: verify },
  importSave: { POST: saveRun },
  importStatus: {
    GET: async (context, { id }) =>
      success(await runStatus(context, await ownRun(context.runtime.database.db, context, id))),
  },
  importRows: {
    GET: async (context, input) =>
      success(await importView(context, await ownRun(context.runtime.database.db, context, input.id), input)),
  },
  importFix: { POST: moved(fixRow) },
  importAssign: { POST: moved(assignColumn) },
  importExclude: { POST: moved(excludeRows) },
  importBlanks: { POST: moved(chooseBlanks) },
  importMap: { POST: moved(mapColumns) },
  importUndo: { POST: moved(beginUndoing) },
  importCancel: {
    POST: async (context, input) => {
      const run = await ownRun(context.runtime.database.db, context, input.id)
      await cancelRun(context, run)
      return success(await importView(context, await ownRun(context.runtime.database.db, context, run.id)))
    },
  },
  importList: {
    GET: async (context) => {
      const items = []
      for (const run of await ownRuns(context.runtime.database.db, context, MAX_SHOWN))
        items.push(await runStatus(context, run))
      return success({ items })
    },
  },
}

/** The same for askers who may edit the catalogue: the right is checked first. */
export const IMPORT_CALLS: typeof CALLS = Object.fromEntries(
  Object.entries(CALLS).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, answer]) => [method, guarded(answer)])),
  ]),
)

function guarded(answer: Answer): Answer {
  return async (context, input, reply, request) => {
    importOf(context)
    assertEdits(context)
    assertCreates(context)
    return answer(context, input, reply, request)
  }
}

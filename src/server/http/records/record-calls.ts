import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../model/errors'
import type { JsonObject, Json } from '../../../model/json'
import { success } from '../../platform/answers/envelope'
import { requireActor } from '../../work/accounts/require-actor'
import { exportForm } from '../../work/export/export-form'
import { exportList } from '../../work/export/export-list'
import { exportRecord } from '../../work/export/export-record'
import { readMultipart } from './multipart-call'
import { paperOf, printRecords, printView } from '../../work/print/print'
import { IMPORT_CALLS } from '../import-calls'
import type { Runtime } from '../../language/runtime'
import { bulkProgress, bulkStop } from '../../records/bulk/bulk-run'
import { PEOPLE_CALLS, peopleAnswers } from '../people-answers'
import { findEndpoint } from '../../records/find-endpoint'
import { readBoard } from '../../records/read/board'
import { answerList, assertSees } from '../../records/read/list'
import { registerLogs } from './log-calls'
import { formLookups } from '../../records/read/form-lookups'
import { mapRows } from '../../records/read/map-rows'
import { lookUp } from '../../records/read/lookup'
import { maySee } from '../../../model/rights/access'
import { forbidden } from '../../records/why-not'
import { answerRecord, readForm } from '../../records/read/read'
import { withFound } from '../../records/read/look-up-search'
import { originOf } from '../../records/origin'
import { recordContext, type RecordContext } from '../../records/record-context'
import { listViews, removeView, saveView } from '../../work/views/list-views'
import { assertEdits } from '../../records/write/save'
import { doMove, moveOf } from '../../records/flow/move'
import { doVerb, VERBS } from '../../records/verbs'
import { duplicate } from '../../records/duplicate'
import { presence } from '../../records/presence/presence'
import { merge } from '../../records/merge/merge'
import { mergePreview } from '../../records/merge/merge-preview'
import { isLayoutCall, LAYOUT_CALLS } from './layout-calls'
import { reportAt, reportCall } from '../report-call'
import { removedList } from '../../records/removed/removed-list'
import { removing } from '../../records/removed/removing'
import { restoreRemoved } from '../../records/removed/restore-removed'
import { resort } from '../../records/resort'
import { setField } from '../../records/set-field'
import { readHeat } from '../../records/stats/heat'
import { readStats } from '../../records/stats/read-stats'
import { undo } from '../../records/undo/undo'
import { whyNot } from '../../records/why'
import { writeRecord } from '../../records/write/write'
import { choices } from '../../../model/rules/choices'
import { choiceText } from '../../records/fields/labels'

/** `GET type_users`: the kinds of users there are, as look-up items. */
function registerTypeUsers(app: FastifyInstance, runtime: Runtime): void {
  app.get('/api/admin/type_users', { exposeHeadRoute: false }, async (request) => {
    requireActor(request)
    const field = runtime.model().entities.users?.fields.type_user
    const nameOf = (value: string): string =>
      field ? choiceText(runtime.words, request.language, field, value) : value
    return success({ items: field ? choices(field).map(({ value }) => ({ id: value, name: nameOf(value) })) : [] })
  })
}

type Answer = (
  context: RecordContext,
  input: JsonObject,
  reply: FastifyReply,
  request: FastifyRequest,
) => Promise<object | string>

/**
 * The generic calls of every catalogue below /api/admin. Each request finds the catalogue in the current Model, so a
 * new schema answers at once; paths of features and of the engine itself are routes of their own and take precedence.
 */
export function registerRecordCalls(app: FastifyInstance, runtime: Runtime): void {
  registerTypeUsers(app, runtime)
  registerLogs(app, runtime)
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/api/admin/*',
    exposeHeadRoute: false,
    config: { keys: true },
    handler: async (request, reply) => {
      const report = reportAt(runtime.model(), request.params['*'])
      if (report) return reportCall(runtime, report, request, reply)
      const found = findEndpoint(runtime.model(), request.params['*'])
      if (
        request.actor === null &&
        request.method === 'POST' &&
        !found?.resource.singleton &&
        (found?.rest === '' || found?.rest === 'export')
      )
        await app.openByForm(request)
      const actor = requireActor(request)
      if (!found) throw new AppError('NOT_FOUND', { say: 'errors.no_such_call' })
      reply.header('cache-control', 'no-store')
      const context = await recordContext(runtime, actor, found.resource.name, originOf(request))
      if (actor.key && Object.hasOwn(CALLS, found.rest) && !OF_KEYS.has(found.rest))
        throw new AppError('FORBIDDEN', { say: 'errors.key_call' })
      const calls = callsOf(context, found.rest)
      const answer = calls[request.method]
      if (answer) {
        const input = await readBody(context, found.rest, request)
        return answer(await withFound(context, input), input, reply, request)
      }
      const allowed = Object.keys(calls).join(', ')
      reply.header('allow', allowed)
      throw new AppError('METHOD_NOT_ALLOWED', { params: { method: request.method, allowed } })
    },
  })
}

const list: Answer = async (context, query, reply) => {
  if (query.lookup !== undefined && query.lookup !== '0') {
    // People choose from catalogues that they do not see; a program names ids.
    if (context.actor.key) assertSees(context)
    const items = await lookUp(context, query)
    return success({ items, total: items.length })
  }
  if (query.format !== undefined && query.format !== '') return exportList(context, query, reply)
  const answer = await answerList(context, query)
  return typeof answer === 'string' ? jsonText(reply, answer) : success(answer)
}

/** JSON that is written already. */
const jsonText = (reply: FastifyReply, text: string): string => (reply.type('application/json; charset=utf-8'), text)

/**
 * `GET {endpoint}/states`: the states that its records may be in, as look-up items.
 * @throws {AppError} NOT_FOUND where they have none
 */
function stateItems(context: RecordContext): readonly JsonObject[] {
  const {
    entity,
    resource,
    actor,
    runtime: { words },
  } = context
  if (!maySee(actor, resource)) throw forbidden(context, 'see')
  const field = entity.fields[entity.flow?.field ?? 'state']
  if (!field || field.type !== 'enum') throw new AppError('NOT_FOUND', { say: 'errors.no_such_call' })
  return choices(field).map(({ value }) => ({ id: value, name: choiceText(words, actor.language, field, value) }))
}

const isOff = (value: Json | undefined): boolean => value === 0 || value === '0' || value === false

type Calls = { readonly [method: string]: Answer }

const form: Answer = async (context, { id, lookups }) => {
  const item = await readForm(context, id)
  return success(isOff(lookups) ? { item } : { item, lookups: await formLookups(context, item) })
}

const previewed: Answer = async (context, input) => success(await mergePreview(context, input))

const CALLS: { readonly [path: string]: Calls } = {
  '': { GET: list, POST: exportForm },
  export: { GET: exportForm, POST: exportForm },
  print: { GET: printRecords, POST: printRecords },
  ...IMPORT_CALLS,
  bulkProgress: { GET: async (context, query) => success(await bulkProgress(context, query)) },
  bulkStop: { POST: async (context, input) => success(await bulkStop(context, input)) },
  views: { GET: async (context, query) => success(await listViews(context, query)) },
  saveView: { POST: async (context, input) => success(await saveView(context, input)) },
  removeView: { POST: async (context, input) => success(await removeView(context, input)) },
  stats: { GET: async (context, query) => success(await readStats(context, query)) },
  heat: { GET: async (context, query) => success({ ...(await readHeat(context, query)) }) },
  states: { GET: async (context) => success({ items: stateItems(context) }) },
  board: { GET: async (context, query) => success({ ...(await readBoard(context, query)) }) },
  map: { GET: async (context, query) => success(await mapRows(context, query)) },
  why: { GET: async (context, query) => success(await whyNot(context, query)) },
  form: { GET: form, POST: form },
  create: {
    POST: async (context, input) => {
      const { id, item } = await writeRecord(context, input)
      return success({ id, item, msg: context.runtime.words.say(context.actor.language, 'records.done_save') })
    },
  },
  duplicate: { POST: async (context, input) => success({ item: await duplicate(context, input) }) },
  set: { POST: async (context, input) => success(await setField(context, input)) },
  ...LAYOUT_CALLS,
  mergePreview: { GET: previewed, POST: previewed },
  merge: { POST: async (context, input) => success(await merge(context, input)) },
  removed: { GET: async (context, query) => success({ ...(await removedList(context, query)) }) },
  removing: { POST: async (context, input) => success(await removing(context, input)) },
  bringBack: { POST: async (context, input) => success(await restoreRemoved(context, input)) },
  undo: { POST: async (context, input) => success(await undo(context, input)) },
  resort: {
    POST: async (context, { items }) => {
      await resort(context, items)
      return success({ msg: context.runtime.words.say(context.actor.language, 'records.done_resort') })
    },
  },
  ...Object.fromEntries(
    VERBS.map((verb) => {
      const answer: Answer = async (context, input) => success(await doVerb(context, verb, input))
      return [verb, { GET: answer, POST: answer }]
    }),
  ),
}

/** Names below an endpoint that are calls or pages of the console: none of them can be a record's id. */
export const CALL_NAMES: ReadonlySet<string> = new Set(
  [...Object.keys(CALLS), ...PEOPLE_CALLS, 'logs', 'edit'].filter((name) => name !== ''),
)

/** The generic calls that a singleton has. */
const OF_ONE: { readonly [path: string]: string } = {
  form: 'form',
  create: 'create',
  enable: 'enable',
  disable: 'disable',
}
/** The same by names of the specification: `POST app_client`, `POST app_client/save`. */
const ALSO_OF_ONE: { readonly [path: string]: string } = { '': 'form', save: 'create' }

/**
 * The generic calls that API keys may make, beside the moves of a flow; views are a person's, and an import goes on
 * with all of a person's rights.
 */
const OF_KEYS: ReadonlySet<string> = new Set([
  '',
  'states',
  'stats',
  'heat',
  'board',
  'calendar',
  'form',
  'create',
  'saveRows',
  'resort',
  ...VERBS,
])

/** HTTP methods of the generic call `rest`, such as `form`; none: it is no generic call. */
export const genericMethods = (rest: string): readonly string[] =>
  Object.hasOwn(CALLS, rest) ? Object.keys(CALLS[rest] ?? {}) : []

/** The calls below an endpoint, by method. @throws {AppError} NOT_FOUND */
function callsOf(context: RecordContext, rest: string): Calls {
  const { entity, resource } = context
  const move = moveOf({ entity }, rest)
  if (move) return { POST: async (context, input) => success(await doMove(context, move, input)) }
  const [, own, name = ''] = /^([^/]+)\/([^/]+)$/.exec(rest) ?? []
  const ofOne = own === undefined ? null : moveOf({ entity }, name)
  if (ofOne && own !== undefined) {
    const answer: Answer = async (context, input) => success(await doMove(context, ofOne, { ...input, id: own }))
    // Programs of the spec ask for some of these by GET; none follows a link, since a token comes in a header.
    return { POST: answer, GET: answer }
  }
  const people = peopleAnswers(context, rest)
  if (people) return people
  if (own !== undefined && name === 'presence')
    return { POST: async (context, input) => success(await presence(context, own, input)) }
  const isId = (id: string): boolean => (entity.key ? id !== '' && !id.includes('/') : /^\d+$/.test(id))
  const call = resource.singleton ? (OF_ONE[rest] ?? ALSO_OF_ONE[rest]) : rest
  const isCall = call !== undefined && Object.hasOwn(CALLS, call) && isLayoutCall(resource, call) !== false
  // What the tab `info` of a page shows: the record.
  const shown = own !== undefined && name === 'info' && isId(own) ? own : isId(rest) ? rest : null
  // Where a list would be there is the one record, which the specification asks for by POST alone.
  const isWhole = resource.singleton && rest === ''
  const calls = isCall
    ? isWhole
      ? { POST: form }
      : CALLS[call]
    : shown !== null
      ? { GET: one(shown, shown === own) }
      : undefined
  if (calls) return calls
  throw new AppError('NOT_FOUND', { say: 'errors.no_such_call' })
}

/** @param isPage what its page shows: with the document that the page is, where it is one */
const one =
  (id: string, isPage: boolean): Answer =>
  async (context, { export: format, print, rows, columns, labels }, reply) => {
    if (print !== undefined && print !== '')
      return printRecords(context, { id, print, export: format === undefined || format === '' ? 'pdf' : format }, reply)
    if (format === undefined || format === '') {
      const view = isPage ? await printView(context, id) : undefined
      if (view !== undefined) return success({ item: { ...(await readForm(context, id)), view } })
      const answer = await answerRecord(context, id, { columns: columns ?? null, labels: labels ?? null })
      return typeof answer === 'string' ? jsonText(reply, answer) : success(answer)
    }
    if (rows !== undefined && rows !== '') return exportRecord(context, id, format, reply, rows)
    const paper = await paperOf(context, id, format)
    return paper === null
      ? exportRecord(context, id, format, reply)
      : printRecords(context, { id, print: paper, export: format }, reply)
  }

/** A record with files comes as multipart; the right to write is checked before any of it is accepted. */
async function readBody(context: RecordContext, call: string, request: FastifyRequest): Promise<JsonObject> {
  if (call !== 'create' || !request.isMultipart()) return inputOf(request)
  assertEdits(context)
  return readMultipart(context, request)
}

/** The query of a GET, the body of a POST. @throws {AppError} MALFORMED when the body is no object */
function inputOf(request: FastifyRequest): JsonObject {
  const input: unknown = request.method === 'GET' ? request.query : (request.body ?? {})
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw new AppError('MALFORMED')
  return input as JsonObject
}

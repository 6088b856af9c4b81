import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../model/errors'
import type { BoardAnswer } from '../../../model/board'
import type { JsonObject } from '../../../model/json'
import { requireActor } from '../../work/accounts/require-actor'
import { asObject } from '../../records/json-object'
import { board, boardOf } from '../../records/read/board'
import { settlingOf } from '../../records/origin'
import { idempotencyKey } from '../../platform/once/idempotency-key'
import { isLayoutCall } from '../records/layout-calls'
import { calendar } from '../../records/read/calendar'
import { assertSees, listPage } from '../../records/read/list'
import { readRecord } from '../../records/read/read'
import { withFound } from '../../records/read/look-up-search'
import { recordContext, type RecordContext } from '../../records/record-context'
import { recordId } from '../../records/record-id'
import { printRecords } from '../../work/print/print'
import { doMove, moveOf } from '../../records/flow/move'
import { readStats } from '../../records/stats/read-stats'
import { saveRows } from '../../records/save-rows'
import { doVerb } from '../../records/verbs'
import { writeRecord } from '../../records/write/write'
import type { Runtime } from '../../language/runtime'
import type { CallContract } from '../../../model/call'
import { openApi } from './open-api'
import { readRestList } from './rest-list'
import { malformed } from '../../platform/answers/malformed'

type Call = FastifyRequest<{ Params: { resource: string; id: string }; Querystring: JsonObject }>

/**
 * Simple REST for other programs, in the dialect of ra-data-simple-rest: it uses the functions of the console's calls,
 * so the same rules, scope and activity log apply. Failures have the one shape of every call.
 */
export function registerRest(app: FastifyInstance, runtime: Runtime, contracts: readonly CallContract[] = []): void {
  const context = async (request: Call): Promise<RecordContext> =>
    withFound(
      await recordContext(runtime, requireActor(request), request.params.resource, {
        id_session: request.sessionId,
        platform: 'api',
        idempotency: idempotencyKey(request.headers),
        ...settlingOf(request),
      }),
      { filters: request.query.filter ?? {} },
    )
  const options = { exposeHeadRoute: false, config: { keys: true as const } }

  app.get('/api/rest/openapi.json', options, async (request) => openApi(runtime, requireActor(request), contracts))
  app.get('/api/rest/:resource', options, async (request: Call, reply) =>
    list(await context(request), request.query, reply),
  )
  app.get('/api/rest/:resource/board', options, async (request: Call) => {
    const at = await context(request)
    // Without a board, it can be the id of a record where people choose the ids.
    return boardOf(at.resource) ? divided(at, request.query) : readRecord(at, 'board')
  })
  app.get('/api/rest/:resource/calendar', options, async (request: Call) => {
    const at = await context(request)
    // Where there is no calendar, a record may be called so.
    return isLayoutCall(at.resource, 'calendar') ? calendar(at, request.query) : readRecord(at, 'calendar')
  })
  app.get('/api/rest/:resource/stats', options, async (request: Call) => {
    const at = await context(request)
    // Where nothing is counted, a record may be called so.
    return at.resource.stats.length > 0 ? readStats(at, request.query) : readRecord(at, 'stats')
  })
  app.post('/api/rest/:resource/saveRows', options, async (request: Call) =>
    saveRows(await context(request), bodyOf(request)),
  )
  app.get('/api/rest/:resource/:id', options, async (request: Call) =>
    readRecord(await context(request), request.params.id),
  )
  app.post('/api/rest/:resource', options, async (request: Call) =>
    written(await context(request), created(await context(request), bodyOf(request))),
  )
  app.put('/api/rest/:resource/:id', options, async (request: Call) => {
    const at = await context(request)
    const id = recordId(at.entity, request.params.id)
    const body = bodyOf(request)
    if (body.id !== undefined && String(body.id) !== String(id)) throw malformed('id')
    return written(at, { ...body, id })
  })
  app.get(
    '/api/rest/:resource/:id/print/:name',
    options,
    async (
      request: FastifyRequest<{ Params: { resource: string; id: string; name: string }; Querystring: JsonObject }>,
      reply,
    ) => {
      const at = await context(request as Call)
      return printRecords(
        at,
        { id: request.params.id, print: request.params.name, export: request.query.export ?? 'pdf' },
        reply,
      )
    },
  )
  app.post(
    '/api/rest/:resource/:id/:move',
    options,
    async (request: FastifyRequest<{ Params: { resource: string; id: string; move: string } }>) => {
      const at = await context(request as Call)
      const move = moveOf(at, request.params.move)
      if (!move) throw new AppError('NOT_FOUND', { say: 'errors.no_such_call' })
      const id = recordId(at.entity, request.params.id)
      await doMove(at, move, { ...bodyOf(request as Call), id })
      // The move may have taken it out of the catalogue.
      return readRecord({ ...at, resource: { ...at.resource, where: undefined } }, request.params.id)
    },
  )
  app.delete('/api/rest/:resource/:id', options, async (request: Call) => {
    const at = await context(request)
    const record = await readRecord(at, request.params.id)
    await doVerb(at, 'remove', { id: request.params.id })
    return record
  })
}

/** The input that creates a record: the database gives its id, or the caller where people choose the ids. */
function created({ entity, resource }: RecordContext, body: JsonObject): JsonObject {
  if (resource.singleton) throw new AppError('METHOD_NOT_ALLOWED', { params: { method: 'POST', allowed: 'GET, PUT' } })
  return entity.key ? { ...body, version: 0 } : { ...body, id: null }
}

async function list(context: RecordContext, query: JsonObject, reply: FastifyReply): Promise<readonly JsonObject[]> {
  assertSees(context)
  const asked = readRestList(context, query)
  const { items, total, total_is_exact } = await listPage(context, asked)
  const { offset } = asked.page
  const range = items.length === 0 ? '*' : `${offset}-${offset + items.length - 1}`
  reply
    .header('content-range', `${context.resource.name} ${range}/${total}`)
    .header('x-total-is-exact', String(total_is_exact))
  reply.header('access-control-expose-headers', 'Content-Range, X-Total-Is-Exact')
  return items
}

async function divided(context: RecordContext, { by, sum, ...query }: JsonObject): Promise<BoardAnswer> {
  assertSees(context)
  return board(
    context,
    { ...(by !== undefined && { by }), ...(sum !== undefined && { sum }) },
    readRestList(context, query),
  )
}

async function written(context: RecordContext, input: JsonObject): Promise<JsonObject> {
  const { id, item } = await writeRecord(context, input)
  return item ?? { id }
}

/** @throws {AppError} MALFORMED unless it is an object */
function bodyOf(request: Call): JsonObject {
  const body = asObject(request.body as JsonObject)
  if (!body) throw new AppError('MALFORMED')
  return body
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../model/errors'
import type { JsonObject } from '../../model/json'
import { success } from '../answers/envelope'
import { requireActor } from '../auth/require-actor'
import { sendCsv } from '../export/send-csv'
import type { Runtime } from '../runtime'
import { findEndpoint } from './find-endpoint'
import { listRecords } from './list'
import { registerLogs } from './log-calls'
import { lookUp } from './lookup'
import { readForm, readRecord } from './read'
import { recordContext, type Origin, type RecordContext } from './record-context'
import { resort } from './resort'
import { registerTypeUsers } from './type-users'
import { doVerb, VERBS } from './verbs'
import { writeRecord } from './write'

type Answer = (context: RecordContext, input: JsonObject, reply: FastifyReply) => Promise<object>

/**
 * The generic calls of every catalogue below /api/admin. The catalogue is found at each request in the Model in force, so a new schema
 * answers at once; the paths of features and of the engine itself are routes of their own and come first.
 */
export function registerRecordCalls(app: FastifyInstance, runtime: Runtime): void {
  registerTypeUsers(app, runtime)
  registerLogs(app, runtime)
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'POST'],
    url: '/api/admin/*',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const actor = requireActor(request)
      const found = findEndpoint(runtime.model(), request.params['*'])
      if (!found) throw new AppError('NOT_FOUND', { say: 'errors.no_such_call' })
      reply.header('cache-control', 'no-store')
      const context = await recordContext(runtime, actor, found.resource.name, originOf(request))
      return answerOf(found.rest, request.method)(context, inputOf(request), reply)
    },
  })
}

/** From where a request of the console comes. */
export const originOf = (request: FastifyRequest): Origin => ({
  id_session: request.sessionId,
  platform: request.session?.platform ?? 'web',
})

const list: Answer = async (context, query, reply) => {
  if (query.lookup !== undefined && query.lookup !== '0') {
    const items = await lookUp(context, query)
    return success({ items, total: items.length })
  }
  if (query.format !== undefined && query.format !== '') return sendCsv(context, query, reply)
  return success(await listRecords(context, query))
}

const CALLS: { readonly [path: string]: { readonly [method: string]: Answer } } = {
  '': { GET: list },
  form: { POST: async (context, { id }) => success({ item: await readForm(context, id) }) },
  create: {
    POST: async (context, input) => {
      const { id, item } = await writeRecord(context, input)
      return success({ id, item, msg: context.runtime.words.say(context.actor.language, 'records.done_save') })
    },
  },
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

function answerOf(rest: string, method: string): Answer {
  const calls = Object.hasOwn(CALLS, rest) ? CALLS[rest] : /^\d+$/.test(rest) ? { GET: one(rest) } : undefined
  if (!calls) throw new AppError('NOT_FOUND', { say: 'errors.no_such_call' })
  const answer = calls[method]
  if (answer) return answer
  throw new AppError('METHOD_NOT_ALLOWED', { params: { method, allowed: Object.keys(calls).join(', ') } })
}

const one =
  (id: string): Answer =>
  async (context) =>
    success({ item: await readRecord(context, id) })

/** The query of a GET, the body of a POST. @throws {AppError} MALFORMED when the body is no object */
function inputOf(request: FastifyRequest): JsonObject {
  const input: unknown = request.method === 'GET' ? request.query : (request.body ?? {})
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw new AppError('MALFORMED')
  return input as JsonObject
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Compile } from 'typebox/compile'
import { AppError } from '../../model/errors'
import type { JsonObject } from '../../model/json'
import { success } from '../answers/envelope'
import { refuseMethods } from '../answers/refuse-methods'
import { requireActor, requireRight } from '../auth/require-actor'
import type { Actor } from '../../model/actor'
import type { CallContext, ServerCall } from '../feature'
import { withAnswers } from '../records/asked-values'
import { originOf } from '../records/record-calls'
import type { Origin } from '../records/record-context'
import type { Runtime } from '../runtime'
import { withoutFilter } from '../records/bulk/found-rows'
import { bulkActionOf, onAllFound } from './bulk-call'
import { callRecords } from './call-records'
import { guestOf } from './guest'
import { queryValues } from './query-values'
import { requestFaults } from './request-faults'

export interface FeatureCallOptions {
  /** Also check answers against their contract; for tests, where a wrong one must fail loudly. */
  readonly checkAnswers: boolean
}

/** Makes a route of every call the features bring: right first, then the request against its contract, then the handler. */
export function registerFeatureCalls(app: FastifyInstance, runtime: Runtime, options: FeatureCallOptions): void {
  for (const call of runtime.features.flatMap(({ calls }) => calls ?? [])) registerCall(app, runtime, call, options)
}

function registerCall(
  app: FastifyInstance, runtime: Runtime, bound: ServerCall, { checkAnswers }: FeatureCallOptions,
): void {
  const { contract, handle } = bound
  const { method, path, access } = contract
  const request = Compile(contract.request)
  const response = Compile(contract.response)
  // A path may leave it: `../map/autocomplete`.
  const url = decodeURI(new URL(path, 'http://server/api/admin/').pathname)

  app.route({
    method, url, exposeHeadRoute: false,
    handler: async (call) => {
      const actor = access === 'public' ? call.actor ?? guestOf(call.language)
        : access === 'session' ? requireActor(call) : requireRight(call, access.module, access.right)
      const asked = inputOf(call, method, contract.request)
      const act = async (given: { [name: string]: unknown }): Promise<unknown> => {
        const input = withAnswers(runtime.model(), runtime.fieldTypes, method, path, given)
        if (!request.Check(input)) throw new AppError('VALIDATION', { errors: requestFaults(request.Errors(input)) })
        const answer = await handle(await contextOf(runtime, actor, originOf(call)), input as never)
        if (checkAnswers && !response.Check(answer)) {
          throw new Error(`${method} ${path} answers against its contract: ${JSON.stringify(response.Errors(answer))}`)
        }
        return answer
      }
      const bulk = bulkActionOf(runtime, bound, asked)
      if (bulk) {
        const own = withoutFilter(asked as JsonObject)
        return success(await onAllFound(runtime, call, actor, bulk, contract, asked as JsonObject, (ids) => act({ ...own, ids })))
      }
      const answer = await act(asked)
      return success(answer as object)
    },
  })
  refuseMethods(app, url, method)
}

function inputOf(call: FastifyRequest, method: 'GET' | 'POST', schema: ServerCall['contract']['request']): { [name: string]: unknown } {
  const params = queryValues(schema, call.params as { [name: string]: unknown })
  if (method === 'GET') return { ...queryValues(schema, call.query as { [name: string]: unknown }), ...params }
  const body = call.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new AppError('MALFORMED')
  return { ...body, ...params }
}

async function contextOf(runtime: Runtime, actor: Actor, origin: Origin): Promise<CallContext> {
  const { model, database, now, settings, words } = runtime
  return {
    actor, model: model(), db: database.db, transaction: database.transaction, now, platform: origin.platform, settings: await settings(),
    records: callRecords(runtime, actor, origin),
    say: (key, params) => words.say(actor.language, key, params),
  }
}

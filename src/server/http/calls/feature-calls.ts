import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../model/errors'
import type { JsonObject } from '../../../model/json'
import { success } from '../../platform/answers/envelope'
import { SharedAnswer } from '../../platform/answers/shared-answer'
import { GUEST_BYTES } from '../../platform/answers/guest-bodies'
import { refuseMethods } from '../../platform/answers/refuse-methods'
import { networkOf } from '../../platform/network/network'
import { writeMail } from '../../work/mail/write-mail'
import { originFor } from '../../language/settings/console-origin'
import { requireActor, requireRight } from '../../work/accounts/require-actor'
import type { SessionStore } from '../../language/actor/session-store'
import type { Actor } from '../../../model/rights/actor'
import { hasWhole } from '../../../model/rights/house'
import type { CallContext, CallFile, ServerCall } from '../../language/feature/call'
import { shapeOf } from '../../language/feature/shape'
import { callFiles } from '../../platform/files/feature-files'
import { personPic } from '../../platform/files/person-pic'
import { withAnswers } from '../../records/write/asked-values'
import { callDocument } from '../../work/export/call-document'
import { sendFile } from '../../work/export/send-file'
import { findEndpoint } from '../../records/find-endpoint'
import { originOf } from '../../records/origin'
import { genericMethods } from '../records/record-calls'
import type { Runtime } from '../../language/runtime'
import { withoutFilter } from '../../records/bulk/found-rows'
import { callAs } from './call-as'
import { bulkActionOf, mayLeaveOut, onAllFound } from './bulk-call'
import { callRecords } from './call-records'
import { callSession } from './call-session'
import type { CallSession } from '../../language/feature/call'
import { withFlags } from './flag-values'
import { queryValues, requestErrors } from '../read-request'

/** The asker of a public call without a session: nobody, with no rights. */
const guestOf = (language: string): Actor => ({
  id: 0,
  root: false,
  operator: false,
  language,
  scopes: {},
  rights: {},
  facts: { language },
})

const ADMIN = '/api/admin/'

interface FeatureCallOptions {
  /** Also check answers against their contract; for tests, where a wrong one must fail loudly. */
  readonly checkAnswers: boolean
}

/**
 * Registers a route for every call of the features: it checks the right, then the request against its contract, then
 * runs the handler.
 */
export function registerFeatureCalls(
  app: FastifyInstance,
  runtime: Runtime,
  sessions: SessionStore,
  calls: readonly ServerCall[],
  options: FeatureCallOptions,
): void {
  const open = new Map<string, ('GET' | 'POST')[]>()
  for (const call of calls) {
    const { url, methods } = registerCall(app, runtime, sessions, call, options)
    open.set(url, [...(open.get(url) ?? []), ...methods])
  }
  // One call may read a path and another write it; either may be the generic call of the catalogue with this endpoint.
  for (const [url, methods] of open) {
    const found = url.startsWith(ADMIN) ? findEndpoint(runtime.model(), url.slice(ADMIN.length)) : null
    refuseMethods(app, url, methods, undefined, found ? genericMethods(found.rest) : [])
  }
}

function registerCall(
  app: FastifyInstance,
  runtime: Runtime,
  sessions: SessionStore,
  bound: ServerCall,
  { checkAnswers }: FeatureCallOptions,
): { readonly url: string; readonly methods: readonly ('GET' | 'POST')[] } {
  const { contract, handle } = bound
  const { method, path, access } = contract
  const methods = contract.alsoGet ? ['GET' as const, method] : [method]
  const [request, response] = [shapeOf(contract.request), shapeOf(contract.response)]
  // A path may leave /api/admin: `../map/autocomplete`.
  const url = decodeURI(new URL(path, 'http://server/api/admin/').pathname)

  app.route({
    method: methods,
    url,
    exposeHeadRoute: false,
    config: {
      contract,
      ...(contract.heavy && { heavy: true }),
      ...(access === 'public' && { guestBytes: contract.guest_bytes ?? GUEST_BYTES }),
    },
    handler: async (call, reply) => {
      // A page sends the form of a file itself, without a header.
      if (bound.file && call.actor === null && call.method === 'POST') await app.openByForm(call)
      const actor =
        access === 'public'
          ? (call.actor ?? guestOf(call.language))
          : access === 'session'
            ? requireActor(call)
            : requireRight(call, access.module, access.right)
      if (typeof access === 'object' && access.whole && !hasWhole(runtime.model().application.scopes, actor))
        throw new AppError('FORBIDDEN', { say: 'errors.whole_house' })
      const asked = withFlags(contract.request, inputOf(call, contract))
      const act = async (given: { [name: string]: unknown }): Promise<unknown> => {
        const input = withAnswers(runtime.model(), runtime.fieldTypes, method, path, given)
        if (!request.fits(input)) throw new AppError('VALIDATION', { errors: requestErrors(request.errors(input)) })
        const answer = await handle(
          await contextOf(runtime, actor, call, callSession(runtime, sessions, call)),
          input as never,
        )
        if (bound.file) return answer
        const said = answer instanceof SharedAnswer ? answer.answer : answer
        if (checkAnswers && !response.fits(said)) {
          throw new Error(`${method} ${path} broke its contract: ${JSON.stringify(response.errors(said))}`)
        }
        return answer
      }
      const bulk = bulkActionOf(runtime, bound, asked)
      if (bulk) {
        const own = withoutFilter(asked as JsonObject)
        return success(
          await onAllFound(runtime, call, actor, bulk, contract, asked as JsonObject, (ids) =>
            act({ ...own, ids, ...(mayLeaveOut(contract) && { leave_out: 1 }) }),
          ),
        )
      }
      const answer = await act(asked)
      if (bound.file) {
        const file = answer as CallFile
        const asker = { runtime, actor, settings: await runtime.settings(), now: runtime.now() }
        return sendFile(asker, callDocument(asker, file), file.format, reply)
      }
      return answer instanceof SharedAnswer ? answer.send(call, reply) : success(answer as object)
    },
  })
  return { url, methods }
}

function inputOf(
  call: FastifyRequest,
  { request: schema, alsoGet }: ServerCall['contract'],
): { [name: string]: unknown } {
  const params = queryValues(schema, call.params as { [name: string]: unknown })
  // Old devices send a POST with their input in the query string.
  if (call.method === 'GET' || (alsoGet && Object.keys(call.body ?? {}).length === 0))
    return { ...queryValues(schema, call.query as { [name: string]: unknown }), ...params }
  const body = call.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new AppError('MALFORMED')
  // The values of a device's form are as untyped as those of a query.
  const isForm = call.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
  return { ...(isForm ? queryValues(schema, body as { [name: string]: unknown }) : body), ...params }
}

async function contextOf(
  runtime: Runtime,
  actor: Actor,
  call: FastifyRequest,
  session: CallSession,
): Promise<CallContext> {
  const origin = originOf(call)
  const { model, database, now, settings, words } = runtime
  const settled = await settings()
  return {
    actor,
    model: model(),
    db: database.db,
    transaction: database.transaction,
    now,
    platform: origin.platform,
    idempotency: origin.idempotency ?? null,
    network: networkOf(call.ip),
    settings: settled,
    origin: originFor(settled, call.headers.host, call.protocol),
    picture: (pic) => personPic(runtime, pic, call.sessionId),
    files: callFiles(runtime, actor.id, call.sessionId),
    records: callRecords(runtime, actor, origin),
    session,
    say: (key, params) => words.say(actor.language, key, params),
    writeMail: (kind, language, values) => writeMail(database.db, words, kind, language, values),
    inTheNameOf: (id_user, mayAs) => callAs(runtime, id_user, mayAs),
    sayIn: (language, key, params) => words.say(language ?? words.languages[0] ?? 'es', key, params),
  }
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Compile } from 'typebox/compile'
import { AppError } from '../../model/errors'
import type { JsonObject, Json } from '../../model/json'
import { success } from '../answers/envelope'
import { refuseMethods } from '../answers/refuse-methods'
import { networkOf } from '../auth/network'
import { originFor } from '../auth/recovery'
import { requireActor, requireRight } from '../auth/require-actor'
import type { SessionStore } from '../auth/session-store'
import type { Actor } from '../../model/rights/actor'
import type { CallContext, ServerCall } from '../feature/call'
import { personPic } from '../files/person-pic'
import { withAnswers } from '../records/write/asked-values'
import { findEndpoint } from '../records/find-endpoint'
import { genericMethods, originOf } from '../records/record-calls'
import type { Runtime } from '../runtime'
import { withoutFilter } from '../records/bulk/found-rows'
import { bulkActionOf, onAllFound } from './bulk-call'
import { callRecords } from './call-records'
import { callSession } from './call-session'
import type { CallSession } from '../feature/call'
import { withFlags } from './flag-values'
import type { TLocalizedValidationError } from 'typebox/error'
import type { FieldError } from '../../model/field-type'
import type { TSchema } from 'typebox'
import { parsedObject } from '../records/json-object'

interface Shape {
  readonly type?: string
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly properties?: { readonly [name: string]: Shape }
}

/**
 * Turns texts of a query string or a path into the JSON types of their schema: `'5'` → 5, `'1'` or `'true'` → true, a single value → an array of one, `''` →
 * left out. A text that does not fit is left for the check to report. `filters`, the JSON object that lists take, may also be given value by value.
 * @throws {AppError} MALFORMED when `filters` is no JSON object
 */
function queryValues(schema: TSchema, texts: { readonly [name: string]: unknown }): { [name: string]: unknown } {
  const { properties = {} } = schema as Shape
  const values = Object.hasOwn(texts, 'filters') && !Object.hasOwn(properties, 'filters') ? withoutFilters(texts) : texts
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => {
    const shape = properties[name]
    if (value === '' && shape?.type !== 'string') return []
    return [[name, shape ? asShape(shape, value) : value]]
  }))
}

function withoutFilters({ filters, ...flat }: { readonly [name: string]: unknown }): { readonly [name: string]: unknown } {
  const named = parsedObject(filters as Json)
  if (!named) throw new AppError('MALFORMED', { say: 'records.filter_malformed', params: { name: 'filters' } })
  return { ...flat, ...named }
}

function asShape(shape: Shape, value: unknown): unknown {
  if (shape.type === 'array') return (Array.isArray(value) ? value : [value]).map((one) => asShape(shape.items ?? {}, one))
  if (typeof value !== 'string') return value
  if (shape.anyOf) return shape.anyOf.map((one) => asShape(one, value)).find((read) => read !== value) ?? value
  if (shape.type === 'integer') return /^-?\d{1,15}$/.test(value) ? Number(value) : value
  if (shape.type === 'number') return /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value
  if (shape.type === 'boolean') return /^(1|true)$/.test(value) ? true : /^(0|false)$/.test(value) ? false : value
  return value
}

/** The errors found by a call's compiled schema, by form source (`stops.0.address`); only the first error of each place is reported. */
function requestErrors(errors: readonly TLocalizedValidationError[]): { readonly [source: string]: FieldError } {
  const found: { [source: string]: FieldError } = {}
  for (const each of errors) {
    for (const [source, error] of placed(each)) found[source] ??= error
  }
  return found
}

function placed(error: TLocalizedValidationError): [source: string, error: FieldError][] {
  const at = error.instancePath.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const below = (name: string) => [...at, name].join('.')
  if (error.keyword === 'required') return error.params.requiredProperties.map((name) => [below(name), { key: 'required' }])
  if (error.keyword === 'additionalProperties') return error.params.additionalProperties.map((name) => [below(name), { key: 'unknown' }])
  // What may not be there at all; with many of them `additionalProperties`, which names all, is beyond the errors that are looked for.
  if (error.keyword === 'boolean') return [[at.join('.'), { key: 'unknown' }]]
  return [[at.join('.'), errorOf(error)]]
}

function errorOf(error: TLocalizedValidationError): FieldError {
  switch (error.keyword) {
    case 'minimum': return { key: 'min', params: { min: Number(error.params.limit) } }
    case 'maximum': return { key: 'max', params: { max: Number(error.params.limit) } }
    case 'minLength': return { key: 'too_short', params: { min: error.params.limit } }
    case 'maxLength': return { key: 'too_long', params: { max: error.params.limit } }
    case 'minItems': return { key: 'required' }
    case 'maxItems': return { key: 'too_many', params: { max: error.params.limit } }
    case 'const': case 'enum': case 'anyOf': return { key: 'enum' }
    case 'pattern': case 'format': return { key: 'pattern' }
    default: return { key: 'type' }
  }
}

/** The asker of a public call without a session: nobody, with no rights. */
const guestOf = (language: string): Actor => ({
  id: 0, root: false, operator: false, corporate: false, language, scopes: {}, rights: {}, facts: { language },
})

const ADMIN = '/api/admin/'

interface FeatureCallOptions {
  /** Also check answers against their contract; for tests, where a wrong one must fail loudly. */
  readonly checkAnswers: boolean
}

/** Registers a route for every call of the features: it checks the right, then the request against its contract, then runs the handler. */
export function registerFeatureCalls(
  app: FastifyInstance, runtime: Runtime, sessions: SessionStore, calls: readonly ServerCall[], options: FeatureCallOptions,
): void {
  const open = new Map<string, ('GET' | 'POST')[]>()
  for (const call of calls) {
    const { url, methods } = registerCall(app, runtime, sessions, call, options)
    open.set(url, [...open.get(url) ?? [], ...methods])
  }
  // One call may read a path and another write it; either may be the generic call of the catalogue with this endpoint.
  for (const [url, methods] of open) {
    const found = url.startsWith(ADMIN) ? findEndpoint(runtime.model(), url.slice(ADMIN.length)) : null
    refuseMethods(app, url, methods, undefined, found ? genericMethods(found.rest) : [])
  }
}

function registerCall(
  app: FastifyInstance, runtime: Runtime, sessions: SessionStore, bound: ServerCall, { checkAnswers }: FeatureCallOptions,
): { readonly url: string; readonly methods: readonly ('GET' | 'POST')[] } {
  const { contract, handle } = bound
  const { method, path, access } = contract
  const methods = contract.alsoGet ? ['GET' as const, method] : [method]
  const request = Compile(contract.request)
  const response = Compile(contract.response)
  // A path may leave /api/admin: `../map/autocomplete`.
  const url = decodeURI(new URL(path, 'http://server/api/admin/').pathname)

  app.route({
    method: methods, url, exposeHeadRoute: false,
    handler: async (call) => {
      const actor = access === 'public' ? call.actor ?? guestOf(call.language)
        : access === 'session' ? requireActor(call) : requireRight(call, access.module, access.right)
      const asked = withFlags(contract.request, inputOf(call, contract))
      const act = async (given: { [name: string]: unknown }): Promise<unknown> => {
        const input = withAnswers(runtime.model(), runtime.fieldTypes, method, path, given)
        if (!request.Check(input)) throw new AppError('VALIDATION', { errors: requestErrors(request.Errors(input)) })
        const answer = await handle(await contextOf(runtime, actor, call, callSession(runtime, sessions, call)), input as never)
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
  return { url, methods }
}

function inputOf(call: FastifyRequest, { request: schema, alsoGet }: ServerCall['contract']): { [name: string]: unknown } {
  const params = queryValues(schema, call.params as { [name: string]: unknown })
  // Old devices send a POST with their input in the query string.
  if (call.method === 'GET' || (alsoGet && Object.keys(call.body ?? {}).length === 0)) return { ...queryValues(schema, call.query as { [name: string]: unknown }), ...params }
  const body = call.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new AppError('MALFORMED')
  // The values of a device's form are as untyped as those of a query.
  const isForm = call.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
  return { ...isForm ? queryValues(schema, body as { [name: string]: unknown }) : body, ...params }
}

async function contextOf(runtime: Runtime, actor: Actor, call: FastifyRequest, session: CallSession): Promise<CallContext> {
  const origin = originOf(call)
  const { model, database, now, settings, words } = runtime
  const settled = await settings()
  return {
    actor, model: model(), db: database.db, transaction: database.transaction, now, platform: origin.platform, network: networkOf(call.ip), settings: settled,
    origin: originFor(settled, call.headers.host, call.protocol), picture: (pic) => personPic(runtime, pic, call.sessionId),
    records: callRecords(runtime, actor, origin), session,
    say: (key, params) => words.say(actor.language, key, params),
  }
}

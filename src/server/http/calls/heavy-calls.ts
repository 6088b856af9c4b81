import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../model/errors'
import { networkOf } from '../../platform/network/network'
import { reportAt } from '../report-call'
import type { Runtime } from '../../language/runtime'
import { FairTurns, TurnsFull } from '../../platform/threads/fair-turns'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It reads many rows to say one thing (a preview, a report): a few at once for each person. */
    heavy?: true
  }
}

/**
 * The generic calls that add up or draw many rows; files of lists are three for each person already, and one on a slow
 * line holds nobody's reports up.
 */
const HEAVY_CALLS = new Set(['stats', 'heat', 'board', 'calendar', 'map', 'print', 'mergePreview'])

const RUNNING = 2
/** A page of charts asks for a dozen things at once. */
const WAITING = 16
const RETRY_S = 2

/**
 * Calls that add up rows go on two at a time for each person, whatever session or key asks; some more wait, the rest
 * are answered 429, so that one person's hundred reports do not keep everybody else's lists waiting.
 */
export function limitHeavyCalls(app: FastifyInstance, runtime: Runtime): void {
  const turns = new FairTurns({ at_once: Infinity, a_line: RUNNING, waiting_a_line: WAITING, waiting: Infinity })
  app.addHook('preHandler', async (request, reply) => {
    if (!isHeavy(runtime, request)) return
    // A page that sends a form itself has its token in there, which is read later.
    const release = await turns
      .take(request.actor ? `person ${request.actor.id}` : `network ${networkOf(request.ip)}`)
      .catch((cause: unknown) => {
        throw cause instanceof TurnsFull
          ? new AppError('TOO_MANY', { say: 'errors.busy_person', params: { retry_s: RETRY_S } }, { cause })
          : cause
      })
    // Also where the asker has gone.
    for (const event of ['finish', 'close'] as const) reply.raw.once(event, release)
    if (reply.raw.closed) release()
  })
}

function isHeavy(runtime: Runtime, { routeOptions: { config, url }, params, query, method }: FastifyRequest): boolean {
  if (config.heavy) return true
  const path = (params as { readonly '*'?: string })['*']
  const isRest = url?.startsWith('/api/rest/') === true
  if (!isRest && url !== '/api/admin/*') return false
  const asked = query as { readonly [name: string]: unknown }
  if (method === 'GET' && asked['print'] !== undefined && asked['print'] !== '') return true
  const parts = (isRest ? url : (path ?? '')).split('/')
  return parts.some((part) => HEAVY_CALLS.has(part)) || (path !== undefined && reportAt(runtime.model(), path) !== null)
}

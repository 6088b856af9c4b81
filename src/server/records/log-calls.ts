import type { FastifyInstance } from 'fastify'
import type { JsonObject } from '../../model/json'
import { AppError } from '../../model/errors'
import { success } from '../answers/envelope'
import { requireActor } from '../auth/require-actor'
import type { Runtime } from '../runtime'
import { LOG_CHOICES } from './log-choices'
import { logEntries } from './log-entry'
import { logLines, mayReadWholeLog } from './log-list'
import { withinSight } from './log-relations'
import { readLogQuery } from './log-query'
import { parsedObject } from './json-object'
import type { RecordContext } from './record-context'

/**
 * `GET logs` with `target` and `id_target`: the activity of a record that the asker sees; without a record the whole log, filtered, for
 * staff (spec 1 §3, §7). Newest first. `GET logs/type_users|type_logs|targets|platforms`: what its filters offer.
 */
export function registerLogs(app: FastifyInstance, runtime: Runtime): void {
  app.get<{ Querystring: JsonObject }>('/api/admin/logs', { exposeHeadRoute: false }, async (request) => {
    const actor = requireActor(request)
    const { filters, ...flat } = request.query
    const named = parsedObject(filters)
    if (!named) throw new AppError('MALFORMED', { say: 'records.filter_malformed', params: { name: 'filters' } })
    const context = await logContext(runtime, actor)
    const query = readLogQuery({ ...flat, ...named }, String(context.settings.timezone ?? 'UTC'))
    const lines = await withinSight(context, await logLines(context, query))
    return success({ items: logEntries(context, lines), total: lines.length, total_is_exact: lines.length < query.limit })
  })
  for (const [name, choices] of Object.entries(LOG_CHOICES)) {
    app.get(`/api/admin/logs/${name}`, { exposeHeadRoute: false }, async (request) => {
      const context = await logContext(runtime, requireActor(request))
      if (!mayReadWholeLog(context.actor)) throw new AppError('FORBIDDEN')
      return success({ items: choices(context) })
    })
  }
}

/** The log belongs to no catalogue: it is asked for over all of them. */
async function logContext(runtime: Runtime, actor: RecordContext['actor']): Promise<RecordContext> {
  const model = runtime.model()
  const [resource] = Object.values(model.resources)
  const entity = resource && model.entities[resource.entity]
  if (!resource || !entity) throw new AppError('NOT_FOUND')
  return {
    runtime,
    model,
    actor,
    resource,
    entity,
    settings: await runtime.settings(),
    now: runtime.now(),
    origin: { id_session: null, platform: 'web' },
  }
}

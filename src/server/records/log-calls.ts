import type { FastifyInstance } from 'fastify'
import type { JsonObject } from '../../model/json'
import { AppError } from '../../model/errors'
import { success } from '../answers/envelope'
import { requireActor } from '../auth/require-actor'
import type { Runtime } from '../runtime'
import { logEntries } from './log-entry'
import { logLines, readLogQuery } from './log-list'
import { parsedObject } from './json-object'
import type { RecordContext } from './record-context'

/** `GET logs` with `id_user`, `target`, `id_target`, `limit`: the activity of what the asker sees, newest first (spec 1 §3, §7). */
export function registerLogs(app: FastifyInstance, runtime: Runtime): void {
  app.get<{ Querystring: JsonObject }>('/api/admin/logs', { exposeHeadRoute: false }, async (request) => {
    const actor = requireActor(request)
    const { filters, ...flat } = request.query
    const named = parsedObject(filters)
    if (!named) throw new AppError('MALFORMED', { say: 'records.filter_malformed', params: { name: 'filters' } })
    const query = readLogQuery({ ...flat, ...named })
    const context = await logContext(runtime, actor)
    const lines = await logLines(context, query)
    return success({ items: await logEntries(context, lines), total: lines.length, total_is_exact: lines.length < query.limit })
  })
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
